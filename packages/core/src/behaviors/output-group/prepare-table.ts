import type { OutputGroups } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { needsClass } from '../companion-table.js'

interface Parameters {
  readonly object_collection_class: string
}

/** Changes nothing; warns about groups that have no effect. */
export function prepareTable({ table, params }: { table: TableEditor; params: Parameters }): void {
  const { object_collection_class: collection } = params
  if (collection !== '') needsClass('object_collection_class', collection)
  const { outputGroups = [], columns, foreignKeys } = table.table
  const check = (what: string, groups: OutputGroups | undefined): void => {
    for (const group of groups?.ignored ?? []) {
      if (outputGroups.includes(group)) continue
      table.warn(`${what} ignores the group "${group}", but the table is not in it`)
    }
  }
  for (const column of columns) check(`column "${column.name}"`, column.outputGroups)
  for (const key of foreignKeys) check(`foreign key "${key.name}"`, key.outputGroups)
}
