import { BuildError } from '../../errors/index.js'
import type { TableEditor } from '../../schema/index.js'

const types: readonly string[] = ['TIMESTAMP', 'DATETIME', 'DATE', 'INTEGER', 'BIGINT']

/** Adds the column, unless the table declares it. */
export function prepareTable({
  table,
  params,
}: {
  table: TableEditor
  params: { readonly deleted_column: string }
}): void {
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
}
