import type { OutputGroups } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import { needsClass } from '../companion-table.js'
import type { CodeContext, TableContext } from '../define-behavior.js'

export const parameters = {
  object_collection_class: p.string({ default: '', doc: 'collection class with toOutputGroup()' }),
}

export type Context = CodeContext<typeof parameters>

/** Warns about groups that have no effect. Changes nothing. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
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
