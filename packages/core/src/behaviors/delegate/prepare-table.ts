import { BuildError } from '../../errors/index.js'
import { type Column, type ForeignKey, foreignSchemaOf, primaryKeyOf, readList, type Table } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { type Mutable, mutable } from '../../schema/mutable.js'
import { followKey, nearTable } from '../companion-table.js'
import type { TableContext } from '../define-behavior.js'
import type { parameters } from './shape.js'

/** Adds the missing relations to the delegates. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  for (const name of params.to) prepareDelegate(table, name)
}

const refersTo = (from: Table, to: Table): readonly ForeignKey[] =>
  from.foreignKeys.filter((key) => key.foreignTable === to.name && foreignSchemaOf(from, key) === to.schema)

const tableNamed = ({ table, database }: TableEditor, name: string, schema = table.schema): Table | undefined =>
  database.findTable(name, schema) ?? database.findTable(name)

function prepareDelegate(table: TableEditor, name: string): void {
  const main = table.table
  const delegate = tableNamed(table, name)
  if (!delegate) {
    throw new BuildError(`table "${main.name}" delegates to the table "${name}", which does not exist`, {
      parameter: 'to',
      hint: nearTable(table, name),
    })
  }
  if (delegate === main) throw new BuildError(`table "${main.name}" delegates to itself`, { parameter: 'to' })
  if (refersTo(main, delegate).length > 0) return
  const keys = refersTo(delegate, main)
  if (keys.length === 0) {
    relate(table, table.database.edit(delegate), isSharedWithParent(table, delegate))
  } else if (!keys.some((key) => isOverKey(delegate, key))) {
    throw new BuildError(
      `the foreign key from "${delegate.name}" to "${main.name}" is not over the primary key: an object could have many of them`,
      { node: keys[0]!, hint: 'a delegate is one object' },
    )
  }
}

/** Whether the rows of the delegate belong to rows of a parent table that this table inherits from, with the same keys. */
function isSharedWithParent(editor: TableEditor, delegate: Table): boolean {
  const { table, database } = editor
  const use = table.behaviors.find(({ name }) => name === 'concrete_inheritance')
  const given = (parameter: string): string => String(use?.parameters.get(parameter) ?? '')
  const found = use && tableNamed(editor, given('extends'), given('schema') || undefined)
  if (!found) return false
  const parent = database.edit(found)
  // The parent is prepared first, if that has not been done yet. Doing it twice changes nothing.
  const own = found.behaviors.find(({ name }) => name === 'delegate')
  for (const name of own ? readList(String(own.parameters.get('to'))) : []) {
    if (tableNamed(parent, name) === delegate) prepareDelegate(parent, name)
  }
  const isShared =
    refersTo(delegate, found).some((key) => isOverKey(delegate, key)) || isSharedWithParent(parent, delegate)
  if (isShared && given('copy_data_to_parent') !== 'true') {
    throw new BuildError(
      `table "${delegate.name}" has the keys of table "${found.name}", so it cannot be a delegate of "${table.name}" too`,
      { node: table, hint: 'exclude_behaviors of concrete_inheritance can exclude delegate' },
    )
  }
  return isShared
}

const isOverKey = (table: Table, key: ForeignKey): boolean =>
  isWholeKey(
    table,
    key.references.map(({ local }) => local),
  )

const isWholeKey = (table: Table, columns: readonly string[]): boolean => {
  const key = primaryKeyOf(table)
  return key.length === columns.length && key.every(({ name }) => columns.includes(name))
}

/** Makes a column that takes its value from another row of one that numbers its rows. */
function storeOnly(column: Mutable<Column>): void {
  column.autoIncrement = false
  delete column.identity
}

/**
 * Makes the delegate's key a foreign key to the main row. If a parent of the main table has the same delegate, the delegate's
 * rows may have no row in the main table, so there is no constraint.
 */
function relate({ table: main }: TableEditor, delegate: TableEditor, isShared: boolean): void {
  const key = primaryKeyOf(main)
  for (const column of key) {
    const own = delegate.findColumn(column.name)
    if (!own) delegate.copyColumn(column, { autoIncrement: false })
    else if (own.autoIncrement) storeOnly(mutable(own))
  }
  const names = key.map(({ name }) => name)
  if (names.length === 0 || !isWholeKey(delegate.table, names)) {
    throw new BuildError(`table "${delegate.table.name}" must have the same primary key as "${main.name}"`, {
      node: delegate.table,
      hint: 'or one of them needs a foreign key to the other',
    })
  }
  const { schema } = main
  delegate.addForeignKey(
    {
      foreignTable: main.commonName,
      ...(schema !== undefined && schema !== delegate.table.schema && { foreignSchema: schema }),
      onDelete: 'cascade',
      ...followKey(main),
      defaultJoin: 'LEFT JOIN',
      ...(isShared && { skipSql: true }),
    },
    names.map((name) => ({ local: name, foreign: name })),
  )
}
