import { BuildError } from '../../errors/index.js'
import { type Column, plainTextTypes, primaryKeyOf, type Table } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { p } from '../behavior-parameters.js'
import {
  copyColumns,
  ensureCompanion,
  followKey,
  nearColumn,
  needsColumns,
  needsKey,
  needsWritable,
  plainColumn,
  readWithRow,
  referToMain,
} from '../companion-table.js'
import type { CodeContext, DatabaseContext, TableContext } from '../define-behavior.js'
import { parentColumnOf, refuseWrongTree } from './tree.js'

export const parameters = {
  slug_column: p.column({ default: 'slug', doc: 'the column that holds the slug' }),
  slug_pattern: p.string({ default: '', doc: 'text with the names of getters in braces: /books/{Title}' }),
  replace_pattern: p.string({ default: '/\\W+/', doc: 'regular expression of the characters to replace' }),
  replacement: p.string({ default: '-', doc: 'replacement for these characters' }),
  separator: p.string({ default: '-', doc: 'separator before the number of a duplicate slug' }),
  permanent: p.boolean({ default: false, doc: 'keep the slug when its sources change' }),
  scope_column: {
    ...p.string({ default: '', doc: 'column within whose values slugs are unique' }),
    ofColumns: true,
  },
  unique_constraint: p.boolean({ default: true, doc: 'add a unique index' }),
  history: p.boolean({ doc: 'keep the slugs that rows had before, in a table beside this one' }),
  tree: p.boolean({ doc: 'put the slug of the parent before the slug of a row' }),
  tree_separator: p.string({ doc: 'character between the two, by default a slash' }),
  parent_column: p.column({ doc: 'column that refers to the parent, where the table has several such columns' }),
}

export type Context = CodeContext<typeof parameters>

export const historyNameOf = ({ commonName }: Pick<Table, 'commonName'>): string => `${commonName}_slug_history`

/** Applies a database behavior to all tables except those with old slugs. */
export function skipHistoryTables({ db, params, applyTo }: DatabaseContext<typeof parameters>): void {
  const histories = new Set(params.history ? db.tables.map(historyNameOf) : [])
  for (const table of db.tables) if (!histories.has(table.commonName)) applyTo(table)
}

/** Adds what is missing: the slug column with its unique index, and the table of old slugs. */
export function prepareTable(context: TableContext<typeof parameters>): void {
  const { table, params } = context
  if (params.tree && isTranslated(table.table, params.slug_column)) {
    throw new BuildError('translated slugs cannot form a tree: translations have no parents', {
      parameter: 'tree',
      hint: `remove "${params.slug_column}" from the columns of i18n`,
    })
  }
  refuseWrongTree(table.table, params)
  warnOfWholeRow(context)
  prepareColumn(context)
  if (params.history && !isTranslated(table.table, params.slug_column)) prepareHistory(context)
}

/** Warns if the slug has no source column: the string of an object then contains all columns, numbers and dates included. */
function warnOfWholeRow({ table, params }: TableContext<typeof parameters>): void {
  const { columns, baseClass } = table.table
  if (params.slug_pattern || baseClass || columns.some(({ primaryString }) => primaryString)) return
  table.warn(
    'slugs are made of all columns of the row: set slug_pattern, such as "{Title}", or primaryString="true" on a column',
  )
}

/** Whether i18n moves the column, and this behavior with it, to the translation table, where the check runs again. */
const isTranslated = ({ behaviors }: Table, column: string): boolean =>
  behaviors.some(
    ({ name, parameters }) =>
      name === 'i18n' &&
      String(parameters.get('i18n_columns') ?? '')
        .split(',')
        .some((one) => one.trim() === column),
  )

/** The maximum length of a string that every database can index together with a scope. */
const longestOfIndex = 500

function prepareHistory({ table, params }: TableContext<typeof parameters>): void {
  needsKey(table, 'old slugs need a primary key')
  const { editor, declared } = ensureCompanion(table, { name: historyNameOf(table.table), idMethod: 'native' })
  const slug = table.findColumn(params.slug_column)!
  const scope = params.scope_column ? table.findColumn(params.scope_column) : undefined
  const key = primaryKeyOf(table.table)
  const own = ['history_id', 'old_slug', ...(scope ? ['old_scope'] : [])]
  refuseNames(table, own)
  if (declared) {
    needsColumns(editor, [...own, ...key.map(({ name }) => name)])
    return
  }
  editor.addColumn({ name: 'history_id', type: 'INTEGER', primaryKey: true, autoIncrement: true })
  copyColumns(key.map(plainColumn), editor, { primaryKey: false, required: true })
  addOld(editor, slug, { name: 'old_slug', phpName: 'OldSlug', required: true })
  if (scope) addOld(editor, scope, { name: 'old_scope', phpName: 'OldScope', required: false })
  referToMain(table, editor, followKey(table.table))
  // Finds the old slugs of a deleted row. MySQL needs the index anyway for the foreign key.
  editor.addIndex(key.map(({ name }) => name))
  if (slug.type.endsWith('CHAR') && (slug.size ?? 0) <= longestOfIndex) editor.addIndex(own.slice(1))
}

function addOld(editor: TableEditor, column: Column, changes: Partial<Column> & { readonly name: string }): void {
  const constantName = `COL_${changes.name.toUpperCase()}`
  editor.copyColumn(plainColumn(column), { ...changes, constantName, primaryKey: false })
}

/** Rejects key columns whose names the table of old slugs already uses. */
function refuseNames(table: TableEditor, names: readonly string[]): void {
  const taken = primaryKeyOf(table.table).find(({ name }) => names.includes(name.toLowerCase()))
  if (!taken) return
  throw new BuildError(`the table of old slugs has a column "${taken.name}" of its own`, {
    node: taken,
    hint: 'name this column of the primary key differently',
  })
}

function prepareColumn({ table, params }: TableContext<typeof parameters>): void {
  const { slug_column: name, scope_column: scope } = params
  if (scope && !table.findColumn(scope)) {
    throw new BuildError(`the scope column "${scope}" does not exist`, {
      parameter: 'scope_column',
      hint: nearColumn(table, scope),
    })
  }
  refuseBadPattern(params.replace_pattern)
  const parent = params.tree ? parentColumnOf(table.table, params) : undefined
  readWithRow(table, [name, scope, parent ?? ''])
  needsWritable(table, [name])
  const declared = table.findColumn(name)
  if (declared) {
    if (!plainTextTypes.has(declared.type)) {
      throw new BuildError(`column "${name}" is ${declared.type}, which cannot hold a slug`, {
        node: declared,
        hint: 'use VARCHAR',
      })
    }
    return
  }
  table.addColumn({ name, type: 'VARCHAR', size: 255 })
  if (params.unique_constraint) {
    table.addUnique(scope ? [name, scope] : [name], { name: `${table.table.commonName}_slug` })
  }
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** Rejects a pattern without delimiters, or with anything but letters after them, which PHP reads as modifiers. */
function refuseBadPattern(pattern: string): void {
  const [first = ''] = pattern.trimStart()
  const end = pattern.lastIndexOf(closing[first] ?? first)
  const start = pattern.indexOf(first)
  if (/[^a-z0-9\\\s]/i.test(first) && end > start && /^[a-z\s]*$/i.test(pattern.slice(end + 1))) return
  throw new BuildError(`"${pattern}" is not a regular expression of PHP`, {
    parameter: 'replace_pattern',
    hint: 'with delimiters: /\\W+/',
  })
}
