import { BuildError } from '../../errors/index.js'
import { asciiLower } from '../../model/index.js'
import { needsWritable } from '../companion-table.js'
import type { TableContext } from '../define-behavior.js'
import { columnsOf, type parameters } from './shape.js'

/** Adds the columns that are missing. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  const { created, updated } = columnsOf(params)
  if (created !== undefined && asciiLower(created) === asciiLower(updated ?? '')) {
    throw new BuildError(`column "${created}" cannot hold both users`, {
      parameter: 'update_column',
      hint: 'disable_created_by or disable_updated_by removes one of them',
    })
  }
  const { type, size } = params
  for (const name of [created, updated]) {
    if (name !== undefined) table.ensureColumn({ name, type, ...(size !== '' && { size }) })
  }
  needsWritable(table, [created ?? '', updated ?? ''])
}
