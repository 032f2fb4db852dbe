import { BuildError, didYouMean, type Mark, quoted } from '../errors/index.js'
import { isPhpClass, isPhpIdentifier } from '../escape/index.js'
import {
  type Column,
  concernsColumn,
  dateTypes,
  foreignSchemaOf,
  indexText,
  namedColumns,
  phpNameOf,
  primaryKeyOf,
  type Table,
} from '../model/index.js'
import { columnsReadBy } from '../schema/checks/check-sql-use.js'
import type { AttributesOf, TableEditor } from '../schema/index.js'
import { columnsToEdit, mutable } from '../schema/mutable.js'
import { type Php, php } from './php.js'
import type { TableView } from './table-view.js'

/** A table that a behavior adds to another one: for its translations, its versions or its archive. */
export interface Companion {
  readonly editor: TableEditor
  /** Whether the schema declares the table, so that its declaration counts. */
  readonly declared: boolean
}

/** Suggests a column for a wrong name. */
export const nearColumn = ({ table }: TableEditor, name: string): string | undefined =>
  didYouMean(
    name,
    table.columns.map((column) => column.name),
  )

export const nearTable = ({ database }: TableEditor, name: string): string | undefined =>
  didYouMean(
    name,
    database.tables.map(({ commonName }) => commonName),
  )

/** Rejects a declared companion without the columns that identify its rows. */
export function needsColumns({ table, findColumn }: TableEditor, names: readonly string[]): void {
  const missing = names.filter((name) => !findColumn(name))
  if (missing.length === 0) return
  throw new BuildError(`table "${table.name}" has no column ${quoted(missing)}`, {
    node: table,
    hint: `declare ${quoted(missing)}, or remove the table from the schema, so that the behavior adds it`,
  })
}

/** Makes columns part of every row that is read, as the behavior needs their values without calling getters. */
export function readWithRow(editor: TableEditor, names: readonly string[]): void {
  for (const column of editor.table.columns) {
    if (!column.lazyLoad || !names.includes(column.name)) continue
    editor.warn(`lazyLoad of column "${column.name}" has no effect: the behavior needs its value with every row`)
    mutable(column).lazyLoad = false
  }
}

/** Rejects columns that the database computes, because the behavior has to know their values before it saves a row. */
export function notGenerated(
  { table }: TableEditor,
  names: readonly string[],
  reason = 'its value is not known before a row is saved',
): void {
  const column = table.columns.find(({ name, generated }) => generated && names.includes(name))
  if (!column) return
  throw new BuildError(`column "${column.name}" is generated, so ${reason}`, { node: column })
}

/** Rejects columns that the database computes, because the behavior writes them. */
export const needsWritable = (editor: TableEditor, names: readonly string[]): void =>
  notGenerated(editor, names, 'the behavior cannot write it')

/** Rejects columns of the primary key and counters, because the behavior changes their values. */
export function needsChangeable({ table }: TableEditor, names: readonly string[]): void {
  const column = table.columns.find(
    ({ name, primaryKey, autoIncrement }) => (primaryKey || autoIncrement) && names.includes(name),
  )
  if (!column) return
  throw new BuildError(`column "${column.name}" cannot be a part of the primary key or have autoIncrement`, {
    node: column,
    hint: 'the behavior changes its value',
  })
}

/** Adds a date column, unless the table has it. */
export function ensureDate(editor: TableEditor, name: string, parameter: string): void {
  const column = editor.ensureColumn({ name, type: 'TIMESTAMP' })
  if (!column || dateTypes.has(column.type)) return
  throw new BuildError(`column "${column.name}" is ${column.type}, which cannot hold a date`, {
    node: column,
    hint: `use ${[...dateTypes].reverse().join(', ')}, or name another column by ${parameter}`,
  })
}

/** Rejects a parameter that is not the name of a PHP class. */
export function needsClass(parameter: string, name: string): void {
  if (isPhpClass(name)) return
  throw new BuildError(`parameter "${parameter}" must be a PHP class, not "${name}"`, { parameter })
}

/** Rejects a table without a primary key, as its rows cannot be identified. */
export function needsKey({ table }: TableEditor, message: string): void {
  if (primaryKeyOf(table).length > 0) return
  throw new BuildError(message, { node: table, hint: 'mark a column with primaryKey, or add behavior auto_add_pk' })
}

/** Replaces the tokens in the name of a companion table. */
export const withTokens = (text: string, { commonName, phpName }: { commonName: string; phpName: string }): string =>
  text.replaceAll('%TABLE%', commonName).replaceAll('%PHPNAME%', phpName)

/**
 * Finds the table with that name (without prefix), or adds one with the same settings as the main table: SQL schema,
 * namespace, package, quoting, vendor parameters and `unlogged`, as a logged table cannot refer to an unlogged one.
 */
export function ensureCompanion(
  { table, database }: TableEditor,
  attributes: AttributesOf<'table'> & { readonly name: string },
): Companion {
  const found = database.findTable(attributes.name, table.schema)
  if (found === table) {
    throw new BuildError(`"${attributes.name}" is the name of the table itself`, { hint: 'name another table' })
  }
  if (found) return { editor: database.edit(found), declared: true }
  const { schema, namespace, identifierQuoting, skipSql, kinds } = table
  const phpName = attributes.phpName ?? companionPhpName(table, attributes.name)
  const editor = database.addTable(
    {
      ...(schema !== undefined && { schema }),
      ...(namespace !== '' && { namespace: `\\${namespace}` }),
      ...(table.package !== '' && { package: table.package }),
      identifierQuoting,
      skipSql,
      ...(kinds?.includes('unlogged') && { unlogged: true }),
      ...attributes,
      ...(phpName !== undefined && { phpName }),
    },
    table,
  )
  mutable(editor.table).vendor = table.vendor
  return { editor, declared: false }
}

/** Returns a class name for a companion whose table name is no valid PHP name: the main class with the companion's suffix. */
export function companionPhpName({ commonName, phpName }: Table, name: string): string | undefined {
  const isNamedAfter = name.startsWith(commonName) && !isPhpIdentifier(phpNameOf(name))
  return isNamedAfter ? `${phpName}${phpNameOf(name.slice(commonName.length))}` : undefined
}

/** Copies missing columns to the companion: there, the values of auto-increment and generated columns are only stored. */
export function copyColumns(columns: readonly Column[], to: TableEditor, changes: Partial<Column> = {}): void {
  for (const each of columns) {
    const { generated: _generated, changesOnUpdate: _changes, sequence, ...copied } = each
    const column = sequence === undefined ? copied : withoutDefault(copied)
    if (!to.findColumn(column.name)) to.copyColumn(column, { autoIncrement: false, ...changes })
  }
}

const withoutDefault = ({ default: _default, ...column }: Column): Column => column

/** Returns a copy of a column that stores its values under another name. */
export function plainColumn(column: Column): Column {
  const { default: _default, description: _description, writtenName: _writtenName, ...copied } = column
  return { ...copied, autoIncrement: false, primaryString: false }
}

/** Keeps a deep copy of an object from getting the rows of a companion: the copy starts its own history. */
export function forgetInCopy({ model }: TableView, companion: TableView): Php | null {
  const relation = model.relations.find((one) => one.kind === 'one-to-many' && one.table.name === companion.model.name)
  return relation ? php`$this->coll${relation.pluralName} = null;` : null
}

/** Adds a foreign key from the companion to the main table's key, with ON DELETE CASCADE. */
export function referToMain(
  main: TableEditor,
  companion: TableEditor,
  {
    nameOf = (column: Column): string => column.name,
    ...attributes
  }: AttributesOf<'foreign-key'> & { readonly nameOf?: (column: Column) => string } = {},
): void {
  const key = primaryKeyOf(main.table)
  companion.ensureForeignKey(
    { foreignTable: main.table.commonName, onDelete: 'cascade', ...attributes },
    key.map((column) => ({ local: nameOf(column), foreign: column.name })),
  )
}

/** Adds ON UPDATE CASCADE if the key may change, that is, unless the database generates it. */
export const followKey = (main: Table): AttributesOf<'foreign-key'> =>
  primaryKeyOf(main).some(({ autoIncrement }) => autoIncrement) ? {} : { onUpdate: 'cascade' }

/** Returns the name in the companion of a column of the main table. */
type NameThere = (name: string) => string

const sameName: NameThere = (name) => name

/** Copies indexes under new names. Those that the companion already has are skipped. */
export function copyIndexes(
  from: Pick<Table, 'uniques' | 'indexes' | 'columns'>,
  to: TableEditor,
  { uniqueAs, nameThere = sameName }: { uniqueAs: 'index' | 'unique'; nameThere?: NameThere },
): void {
  for (const index of [...from.uniques, ...from.indexes]) {
    const columns = index.columns.map((column) =>
      column.name === undefined ? column : { ...column, name: nameThere(column.name) },
    )
    const included = index.included?.map((column) => ({ ...column, name: nameThere(column.name) }))
    const copy = { ...index, columns, ...(included && { included }) }
    const names = [...namedColumns(copy), ...(included ?? []).map(({ name }) => name)]
    if (!names.every((name) => to.findColumn(name))) continue
    // Its SQL contains column names and may use any column, so all of them must exist there under the same names.
    const hasSql = index.where !== undefined || columns.some(({ expression }) => expression !== undefined)
    if (hasSql && !from.columns.every(({ name }) => nameThere(name) === name && to.findColumn(name))) continue
    if ([...to.table.uniques, ...to.table.indexes].some((known) => indexText(known) === indexText(copy))) continue
    to.copyIndex(copy, { unique: index.unique && uniqueAs === 'unique' })
  }
}

/**
 * Copies foreign keys whose columns exist in the companion, except over columns that already have a foreign key there.
 *
 * @param except names of foreign keys that are skipped
 */
export function copyForeignKeys(
  from: Table,
  to: TableEditor,
  {
    relationsOnly = false,
    except = [],
    nameThere = sameName,
  }: { readonly relationsOnly?: boolean; readonly except?: readonly string[]; readonly nameThere?: NameThere } = {},
): void {
  const over = (references: Table['foreignKeys'][number]['references']) => references.map(({ local }) => local).join()
  const own = to.table.foreignKeys.map((key) => over(key.references))
  for (const key of from.foreignKeys) {
    const references = key.references.map((reference) => ({ ...reference, local: nameThere(reference.local) }))
    if (!references.every(({ local }) => to.findColumn(local))) continue
    if (own.includes(over(references)) || except.includes(key.name)) continue
    const { refPhpName: _refPhpName, ...copied } = key
    const foreignSchema = foreignSchemaOf(from, key)
    to.copyForeignKey(copied, {
      references,
      ...(relationsOnly && { skipSql: true }),
      ...(foreignSchema !== undefined && { foreignSchema }),
    })
  }
}

/** Moves columns together with their foreign keys, indexes and checks. */
export function moveColumns(from: TableEditor, to: TableEditor, names: readonly string[]): void {
  const { table } = from
  const parts = ({ local }: { local: readonly string[] }): 'all' | 'some' | 'none' => {
    const moved = local.filter((name) => names.includes(name)).length
    return moved === 0 ? 'none' : moved === local.length ? 'all' : 'some'
  }
  const columnsIn = (expression: string): string[] =>
    columnsReadBy(expression, table.columns, from.database.platform).map(({ name }) => name)
  const refuse = (what: string, node: { readonly name: string; readonly origin: Mark }): never => {
    throw new BuildError(`${what} "${node.name}" has columns that move and columns that stay`, {
      node,
      hint: 'move all of its columns or none',
    })
  }
  for (const key of [...table.foreignKeys]) {
    const part = parts({ local: key.references.map(({ local }) => local) })
    if (part === 'none') continue
    if (part === 'some') refuse('foreign key', key)
    table.foreignKeys.splice(table.foreignKeys.indexOf(key), 1)
    to.copyForeignKey(key, key.explicitName ? { name: key.name } : {})
  }
  for (const list of [table.uniques, table.indexes]) {
    for (const index of [...list]) {
      const part = parts({ local: table.columns.flatMap(({ name }) => (concernsColumn(index, name) ? name : [])) })
      if (part === 'none') continue
      list.splice(list.indexOf(index), 1)
      if (part === 'all') to.copyIndex(index)
      else if (index.unique) refuse('unique index', index)
      else from.warn(`index "${index.name}" is omitted: only some of its columns move`)
    }
  }
  for (const check of [...table.checks]) {
    const part = parts({ local: [check.column ?? [], columnsIn(check.expression)].flat() })
    if (part === 'none') continue
    if (part === 'some') refuse('check', check)
    table.checks.splice(table.checks.indexOf(check), 1)
    to.copyCheck(check, check.explicitName ? { name: check.name } : {})
  }
  for (const column of table.columns) {
    const { name, generated } = column
    if (generated && parts({ local: [name, ...columnsIn(generated.expression)] }) === 'some')
      refuse('generated column', column)
  }
  for (const name of names) {
    const column = from.findColumn(name)
    if (!column) continue
    from.removeColumn(column.name)
    // The column object is moved, so its location in the schema stays the same.
    if (!to.findColumn(name)) columnsToEdit(to.table).push(column)
  }
}
