import { BuildError } from '../../errors/index.js'
import { dateTypes, secondTypes } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import { needsWritable } from '../companion-table.js'
import type { CodeContext, TableContext } from '../define-behavior.js'

export const parameters = {
  deleted_column: p.column({ default: 'deleted_at', doc: 'column for the deletion date' }),
}

export type Context = CodeContext<typeof parameters>

const types: readonly string[] = [...[...dateTypes].reverse(), ...secondTypes]

/** Adds the column, unless the table declares it. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  const name = params.deleted_column
  const column = table.ensureColumn({ name, type: 'TIMESTAMP' })
  if (column && !types.includes(column.type)) {
    throw new BuildError(`column "${name}" is ${column.type}, which holds neither a date nor Unix seconds`, {
      node: column,
      hint: `use ${types.slice(0, -1).join(', ')} or ${types.at(-1)}`,
    })
  }
  if (column?.required) {
    throw new BuildError(`column "${name}" is required, but rows that are not deleted have no date`, { node: column })
  }
  needsWritable(table, [name])
}
