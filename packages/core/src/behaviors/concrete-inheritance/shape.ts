import { BuildError, didYouMean } from '../../errors/index.js'
import { type Column, isTrue, readBoolean } from '../../model/index.js'
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
  /** phpNames of columns that tell the tree of a node, equal in both rows as long as the parent is in no tree. */
  readonly scopes: readonly string[]
  /** phpNames of columns that go from the parent to the child. */
  readonly toChild: readonly string[]
}

export function shapeOf(table: TableView, params: ConcreteInheritanceParameters): Shape {
  const parent = parentOf(table, params)
  const own = keptColumns(parent.model.behaviors)
  const columns = parent.model.columns.filter(
    ({ name, primaryKey }) => !primaryKey && table.has(name) && !own.has(name) && name !== params.descendant_column,
  )
  const all = isTrue(params.copy_data_to_child.trim())
  const named = columnsToChild(parent, params.copy_data_to_child)
  const isWanted = ({ name }: Column): boolean => all || named.includes(name)
  return {
    parent,
    copiesToParent: params.copy_data_to_parent && !table.model.readOnly,
    descendant: parent.has(params.descendant_column) ? parent.col(params.descendant_column) : undefined,
    shared: columns.map(({ phpName }) => phpName),
    scopes: treeScopes(parent)
      .filter((name) => table.has(name))
      .map((name) => parent.col(name).phpName),
    toChild: columns.filter(isWanted).map(({ phpName }) => phpName),
  }
}

const treeScopes = (parent: TableView): string[] =>
  parent.model.behaviors
    .filter(({ name, parameters }) => name === 'nested_set' && isTrue(String(parameters.get('use_scope'))))
    .map(({ parameters }) => String(parameters.get('scope_column')))

/** The columns that the parameter names, also those that behaviors of the parent add; none for a boolean. */
function columnsToChild(parent: TableView, wanted: string): string[] {
  if (readBoolean(wanted.trim()) !== undefined) return []
  const names = wanted.split(',').flatMap((name) => name.trim() || [])
  const unknown = names.find((name) => !parent.has(name))
  if (unknown !== undefined) {
    throw new BuildError(`parameter "copy_data_to_child": table "${parent.name}" has no column "${unknown}"`, {
      parameter: 'copy_data_to_child',
      hint: didYouMean(
        unknown,
        parent.model.columns.map(({ name }) => name),
      ),
    })
  }
  return names.map((name) => parent.col(name).name)
}

export function parentOf(table: TableView, params: ConcreteInheritanceParameters): TableView {
  return table.other(params.extends, params.schema || undefined)!
}
