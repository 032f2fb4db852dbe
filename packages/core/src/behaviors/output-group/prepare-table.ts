import { isPhpClass } from '../../destinations.js'
import { BuildError } from '../../errors/index.js'
import type { OutputGroups } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'

interface Parameters {
  readonly object_collection_class: string
}

/** Changes nothing; warns about groups that have no effect. */
export function prepareTable({ table, params }: { table: TableEditor; params: Parameters }): void {
  const { object_collection_class: collection } = params
  if (collection !== '' && !isPhpClass(collection)) {
    throw new BuildError(`parameter "object_collection_class" must be a PHP class, not "${collection}"`, {
      parameter: 'object_collection_class',
    })
  }
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
