import { BuildError, didYouMean } from '../../errors/index.js'
import { type Column, isTrue, readBoolean } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import type { CodeContext } from '../define-behavior.js'
import { keptColumns } from '../kept-columns.js'
import type { ColumnNames, TableView } from '../table-view.js'

export const parameters = {
  extends: p.table({ required: true, doc: 'parent table' }),
  schema: p.string({ default: '', doc: 'its SQL schema' }),
  descendant_column: p.column({
    default: 'descendant_class',
    doc: 'column of the parent table for the class of the child',
  }),
  copy_data_to_parent: p.boolean({ default: true, doc: 'keep a parent row for every child row' }),
  copy_data_to_child: p.string({
    default: 'false',
    doc: 'columns to copy back: true for all, or their names',
  }),
  exclude_behaviors: p.columnList({ default: [], doc: 'parent behaviors that the child does not inherit' }),
}

export type Context = CodeContext<typeof parameters>

/** The parameters that name the parent table. */
type Parent = Pick<Context['params'], 'extends' | 'schema'>

/** What a parent and its child share. */
export interface Shape {
  readonly parent: TableView
  readonly copiesToParent: boolean
  readonly descendant: ColumnNames | undefined
  /** The phpNames of columns that are equal in both rows, without keys. */
  readonly shared: readonly string[]
  /** The phpNames of tree scope columns, which are equal in both rows while the parent is in no tree. */
  readonly scopes: readonly string[]
  /** The phpNames of columns that are copied from the parent to the child. */
  readonly toChild: readonly string[]
}

export function shapeOf({ table, params }: Context): Shape {
  const parent = parentOf(table, params)
  const own = keptColumns(parent.model.behaviors)
  const columns = parent.model.columns.filter(
    ({ name, primaryKey, generated }) =>
      !primaryKey && !generated && table.has(name) && !own.has(name) && name !== params.descendant_column,
  )
  const all = isTrue(params.copy_data_to_child.trim())
  const named = columnsToChild(parent, table, params.copy_data_to_child)
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

/** Returns the columns in the parameter, including those that behaviors of the parent add. A boolean names none. */
function columnsToChild(parent: TableView, child: TableView, wanted: string): string[] {
  if (readBoolean(wanted.trim()) !== undefined) return []
  const names = wanted.split(',').flatMap((name) => name.trim() || [])
  for (const table of [parent, child]) {
    const unknown = names.find((name) => !table.has(name))
    if (unknown === undefined) continue
    throw new BuildError(`parameter "copy_data_to_child": table "${table.name}" has no column "${unknown}"`, {
      parameter: 'copy_data_to_child',
      hint: didYouMean(
        unknown,
        table.model.columns.map(({ name }) => name),
      ),
    })
  }
  return names.map((name) => parent.col(name).name)
}

export const parentOf = (table: TableView, params: Parent): TableView =>
  table.other(params.extends, params.schema || undefined)!

/** Returns the parent of any table, or undefined if the table does not inherit. */
export function nextParent(table: TableView): TableView | undefined {
  const use = table.model.behaviors.find(({ name }) => name === 'concrete_inheritance')
  const text = (name: string): string => String(use?.parameters.get(name) ?? '')
  return use && parentOf(table, { extends: text('extends'), schema: text('schema') })
}
