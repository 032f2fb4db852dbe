import { BuildError } from '../../errors/index.js'
import {
  asciiLower,
  asciiUpper,
  type Column,
  type ParameterItem,
  phpNameOf,
  primaryKeyOf,
  sameAccessors,
  type Table,
} from '../../model/index.js'
import type { AttributesOf, TableEditor } from '../../schema/index.js'
import {
  copyColumns,
  copyForeignKeys,
  copyIndexes,
  ensureCompanion,
  nearColumn,
  referToMain,
} from '../companion-table.js'
import type { DatabaseContext, TableContext } from '../define-behavior.js'
import { addForeignKeyItems, refuseClashes } from '../foreign-key-items.js'
import type { parameters } from './parameters.js'

type Context = TableContext<typeof parameters>
type Parameters = Context['params']

const syncedName = (commonName: string, given: string): string => given || `${commonName}_synced`

/** Applies a database behavior to all tables except those that are synced with another table. */
export function skipSyncedTables({ db, applyTo }: DatabaseContext<typeof parameters>): void {
  const synced = new Set(db.tables.map(({ commonName }) => syncedName(commonName, '')))
  for (const table of db.tables) if (!synced.has(table.commonName)) applyTo(table)
}

/** Reads a parameter that is `true` or a string. Returns the default for `true`, the string, or undefined for neither. */
const wordOr = (value: string, ifTrue: string): string | undefined =>
  value.toLowerCase() === 'true' ? ifTrue : value === '' || value.toLowerCase() === 'false' ? undefined : value

/** Adds the second table, or its missing parts. */
export function prepareTable({ table, params, id }: Context): void {
  const main = table.table
  const name = syncedName(main.commonName, params.table_name)
  if (main.skipSql && params.on_skip_sql === 'omit') {
    table.database.omitTable(name, main)
    return
  }
  refuseUnknown(table, params.ignore_columns)
  refuseSameName(table, name, id)
  if (params.table_attributes.length > 1) throw new BuildError('parameter "table_attributes" is a list of one item')
  const { editor, declared } = ensureCompanion(table, {
    name,
    ...(params.synced_phpname !== '' && { phpName: params.synced_phpname }),
    skipSql: main.skipSql && params.on_skip_sql === 'inherit',
    ...params.table_attributes[0],
  })
  refuseClashes(editor, params.foreign_keys)
  if (!declared || params.sync) syncTable(table, editor, params)
  addAccessors(table, editor, params, id)
}

function syncTable(table: TableEditor, editor: TableEditor, params: Parameters): void {
  const main = table.table
  const ownKey = wordOr(params.add_pk, 'id')
  const prefix = wordOr(params.column_prefix, `${main.commonName}_`) ?? ''
  const nameThere = (name: string): string => prefix + name
  if (ownKey) editor.ensureColumn({ name: ownKey, type: 'INTEGER', primaryKey: true, autoIncrement: true })
  for (const { inheritance: _inheritance, ...column } of main.columns) {
    if (isIgnored(column, params) || (params.sync_pk_only && !column.primaryKey)) continue
    if (ownKey && asciiLower(nameThere(column.name)) === asciiLower(ownKey)) {
      table.warn(`column "${column.name}" is not copied: add_pk gives its name to the key of the synced table`)
    }
    copyColumns([renamed(column, nameThere(column.name))], editor, ownKey ? { primaryKey: false } : {})
  }
  for (const attributes of params.columns) editor.ensureColumn(attributes as AttributesOf<'column'>)
  const items = params.foreign_keys
  addForeignKeyItems(editor, items)
  copyIndexes(
    {
      columns: main.columns,
      uniques: params.sync_unique_as ? main.uniques : [],
      indexes: params.sync_indexes ? main.indexes : [],
    },
    editor,
    { uniqueAs: params.sync_unique_as || 'index', nameThere },
  )
  addRelation(table, editor, params.relation, nameThere)
  if (params.inherit_foreign_key_relations || params.inherit_foreign_key_constraints) {
    copyForeignKeys(main, editor, {
      relationsOnly: !params.inherit_foreign_key_constraints,
      except: items.flatMap(({ name }) => name ?? []),
      nameThere,
    })
  }
  inherit(editor, params.inherit_from)
}

const isIgnored = ({ name, writtenName }: Column, { ignore_columns: ignored }: Parameters): boolean =>
  ignored.includes(name) || (writtenName !== undefined && ignored.includes(writtenName))

/** Rejects two tables that are synced to the same table. */
function refuseSameName({ table, database }: TableEditor, name: string, id: string): void {
  for (const other of database.tables) {
    for (const use of other.behaviors) {
      if (use.name !== 'synced_table' || (other === table && use.id === id) || other.schema !== table.schema) continue
      if (syncedName(other.commonName, String(use.parameters.get('table_name') ?? '')) !== name) continue
      const owner = other === table ? `behavior "${use.id}" of the same table` : `table "${other.name}"`
      throw new BuildError(`"${name}" is already the synced table of ${owner}`, { parameter: 'table_name' })
    }
  }
}

function refuseUnknown(table: TableEditor, names: readonly string[]): void {
  for (const name of names) {
    if (!table.findColumn(name)) {
      throw new BuildError(`parameter "ignore_columns": there is no column "${name}"`, {
        parameter: 'ignore_columns',
        hint: nearColumn(table, name),
      })
    }
  }
}

function renamed(column: Column, name: string): Column {
  if (name === column.name) return column
  const { writtenName: _writtenName, ...plain } = column
  return { ...plain, name, phpName: phpNameOf(name), constantName: `COL_${asciiUpper(name)}` }
}

function addRelation(
  table: TableEditor,
  editor: TableEditor,
  relation: string | ParameterItem,
  nameThere: (name: string) => string,
): void {
  const word = typeof relation === 'string' ? wordOr(relation, 'true') : undefined
  if (typeof relation === 'string' && word === undefined) return
  if (word !== undefined && word !== 'true' && word !== 'skipSql') {
    throw new BuildError(`parameter "relation" must be true, skipSql or a list with attributes, not "${word}"`, {
      parameter: 'relation',
    })
  }
  const key = primaryKeyOf(table.table)
  if (key.length === 0 || !key.every(({ name }) => editor.findColumn(nameThere(name)))) {
    throw new BuildError('a relation needs the primary key of the table in the other table')
  }
  referToMain(table, editor, {
    nameOf: ({ name }) => nameThere(name),
    onDelete: 'none',
    ...(word === 'skipSql' && { skipSql: true }),
    ...(typeof relation === 'object' && relation),
  })
}

function inherit(editor: TableEditor, from: string | ParameterItem): void {
  const { source_table: parent, ...further } = typeof from === 'string' ? { source_table: from } : from
  if (!parent) {
    if (typeof from === 'object') throw new BuildError('parameter "inherit_from" needs "source_table"')
    return
  }
  if (editor.hasBehavior('concrete_inheritance')) return
  // The rows there are copies, for which parent rows already exist.
  const parameters = new Map(Object.entries({ extends: parent, copy_data_to_parent: 'false', ...further }))
  editor.addBehavior({ name: 'concrete_inheritance', id: 'concrete_inheritance', parameters })
}

function addAccessors(table: TableEditor, editor: TableEditor, params: Parameters, id: string): void {
  const [first = ''] = params.empty_accessor_columns
  const wanted = wordOr(first, 'true') === 'true' ? params.ignore_columns : params.empty_accessor_columns
  const columns = wanted.filter((name) => wordOr(name, '') !== undefined)
  const taken = (phpName: string, { columns: own }: Table): boolean =>
    own.some((column) => sameAccessors(column.phpName, phpName))
  const names = columns
    .map((name) => table.findColumn(name)?.phpName ?? phpNameOf(name))
    .filter((phpName) => !taken(phpName, editor.table))
  if (names.length === 0) return
  const behavior = 'synced_table_accessors'
  editor.addBehavior({ name: behavior, id: `${behavior}_${id}`, parameters: new Map([['names', names.join(',')]]) })
}
