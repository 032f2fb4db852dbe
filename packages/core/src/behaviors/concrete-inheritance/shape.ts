import { keptColumns } from '../kept-columns.js'
import type { ColumnNames, TableView } from '../table-view.js'

export interface ConcreteInheritanceParameters {
  readonly extends: string
  readonly schema: string
  readonly descendant_column: string
  readonly copy_data_to_parent: boolean
  readonly copy_data_to_child: string
  readonly exclude_behaviors: readonly string[]
}

/** What a parent and its child have in common. */
export interface Shape {
  readonly parent: TableView
  readonly copiesToParent: boolean
  readonly descendant: ColumnNames | undefined
  /** phpNames of columns that are equal in both rows, those of keys left out. */
  readonly shared: readonly string[]
  /** phpNames of columns that go from the parent to the child. */
  readonly toChild: readonly string[]
}

export function shapeOf(table: TableView, params: ConcreteInheritanceParameters): Shape {
  const parent = parentOf(table, params)
  const own = keptColumns(parent.model.behaviors)
  const columns = parent.model.columns.filter(
    ({ name, primaryKey }) => !primaryKey && table.has(name) && !own.has(name) && name !== params.descendant_column,
  )
  const wanted = params.copy_data_to_child.trim()
  const isWanted = (name: string): boolean => wanted === 'true' || wanted.split(',').some((one) => one.trim() === name)
  return {
    parent,
    copiesToParent: params.copy_data_to_parent && !table.model.readOnly,
    descendant: parent.has(params.descendant_column) ? parent.col(params.descendant_column) : undefined,
    shared: columns.map(({ phpName }) => phpName),
    toChild: columns.filter(({ name }) => isWanted(name)).map(({ phpName }) => phpName),
  }
}

export function parentOf(table: TableView, params: ConcreteInheritanceParameters): TableView {
  const schema = params.schema || table.model.schema
  const tables = table.database.tables.filter(({ commonName, name }) => [commonName, name].includes(params.extends))
  return table.viewOf(tables.find((one) => one.schema === schema) ?? tables[0]!)
}
