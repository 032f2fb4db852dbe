import { BuildError } from '../../errors/index.js'
import { primaryKeyOf } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { columnName, holdsUuid, type UuidParameters } from './shape.js'

/** Adds the column where it is missing: as the key of a table that has none, else as a unique one. */
export function prepareTable({ table, params }: { table: TableEditor; params: UuidParameters }): void {
  const name = columnName(table.table, params)
  const declared = table.findColumn(name)
  if (declared) {
    if (holdsUuid(declared)) return
    throw new BuildError(`column "${name}" is ${declared.type}, which does not hold a UUID`, {
      node: declared,
      hint: 'use UUID, UUID_BINARY, or CHAR or VARCHAR of 36 characters or more; or name another column',
    })
  }
  const isKey = primaryKeyOf(table.table).length === 0 && !table.hasBehavior('concrete_inheritance')
  table.addColumn({ name, type: 'UUID', ...(isKey ? { primaryKey: true } : { required: true }) })
  if (!isKey) table.addUnique([name])
}
