import { BuildError } from '../../errors/index.js'
import {
  type Column,
  columnTypes,
  type ForeignKey,
  integerTypes,
  isColumnReference,
  largestInteger,
  sameAccessors,
  type Table,
} from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { needsChangeable, needsKey, notGenerated, readWithRow } from '../companion-table.js'
import type { TableContext } from '../define-behavior.js'
import type { parameters } from './shape.js'

/** Adds the missing rank and scope columns, and rejects a table that cannot be a list. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  const { rank_column: rank, use_scope: useScope, scope_column: scopes } = params
  if (useScope && scopes.length === 0) {
    throw new BuildError(`use_scope needs the parameter "scope_column" on table "${table.table.name}"`)
  }
  if (!useScope && scopes.length > 0) table.warn('scope_column has no effect without use_scope')
  const used = useScope ? scopes : []
  const twice = used.find((name, index) => used.indexOf(name) !== index)
  if (twice !== undefined) throw new BuildError(`scope_column names "${twice}" twice`)
  if (used.includes(rank)) throw new BuildError(`column "${rank}" cannot be the rank and a scope`)
  const isFractional = params.rank_type === 'fractional'
  table.ensureColumn({ name: rank, type: isFractional ? 'BIGINT' : 'INTEGER' })
  for (const name of used) table.ensureColumn({ name, type: 'INTEGER' })
  checkRank(table.findColumn(rank)!, isFractional)
  checkOptions(table, params)
  for (const name of used) checkScope(table.findColumn(name)!)
  notGenerated(table, [rank, ...used])
  needsChangeable(table, [rank])
  readWithRow(table, [rank, ...used])
  needsKey(table, 'a sortable table needs a primary key')
  checkNames(table.table, rank, used)
  checkNestedSet(table.table, used)
  for (const key of table.table.foreignKeys) releaseOnDelete(table, key, used)
  closeOnDelete(table, used)
}

function checkRank(column: Column, isFractional: boolean): void {
  const types: readonly string[] = isFractional ? ['BIGINT'] : [...integerTypes]
  if (!types.includes(column.type)) {
    const expected = isFractional ? 'BIGINT for fractional ranks' : `one of ${types.join(', ')}`
    throw new BuildError(`rank column "${column.name}" is ${column.type}, but must be ${expected}`, { node: column })
  }
  if (isFractional && sameAccessors(column.phpName, 'Rank')) {
    throw new BuildError(`rank column "${column.name}" holds numbers, but getRank() is a position in the list`, {
      node: column,
      hint: 'set another phpName for the column',
    })
  }
}

function checkOptions({ table }: TableEditor, params: TableContext<typeof parameters>['params']): void {
  const { rank_column: rank, add_new_at: place, touch, start = 1, max_members: members } = params
  const column = table.columns.find(({ name }) => name === rank)!
  if (place === 'none' && column.required) {
    throw new BuildError(`add_new_at is "none", but the rank column "${rank}" is required`, { node: column })
  }
  const highest = largestInteger(column.type)
  if (params.rank_type !== 'fractional' && !column.sqlType && start + (members ?? 1) - 1 > highest) {
    throw new BuildError(`the rank column "${rank}" is ${column.type}, whose highest rank is ${highest}`, {
      parameter: start > highest ? 'start' : 'max_members',
    })
  }
  const dates = table.behaviors.find(({ name }) => name === 'timestampable')
  if (touch && (!dates || dates.parameters.get('disable_updated_at') === 'true')) {
    throw new BuildError('touch needs the behavior "timestampable" with a date of the last change')
  }
}

function checkScope(column: Column): void {
  if (columnTypes[column.type].comparesBadly) {
    throw new BuildError(`scope column "${column.name}" is ${column.type}, whose values cannot be compared`, {
      node: column,
    })
  }
}

/** Rejects accessors of other columns with the names of proxies such as getRank() and getScopeValue(). */
function checkNames({ columns }: Table, rank: string, scopes: readonly string[]): void {
  const proxies: readonly (readonly [string, string, boolean])[] = [
    ['Rank', 'getRank', true],
    ['ScopeValue', 'getScopeValue', scopes.length > 0],
  ]
  for (const [phpName, proxy, isMade] of proxies) {
    const column = columns.find((one) => sameAccessors(one.phpName, phpName))
    const isOwn =
      column && (phpName === 'Rank' ? column.name === rank : scopes.length === 1 && scopes[0] === column.name)
    if (isMade && column && !isOwn) {
      throw new BuildError(`column "${column.name}" and the proxy ${proxy}() have the same name`, {
        node: column,
        hint: 'set another phpName for the column',
      })
    }
  }
}

/** Rejects a nested set with another scope: both behaviors add getScopeValue(), so they must use the same column. */
function checkNestedSet({ behaviors }: Table, scopes: readonly string[]): void {
  const other = behaviors.find(({ name }) => name === 'nested_set')
  if (other?.parameters.get('use_scope') !== 'true' || scopes.length === 0) return
  const column = String(other.parameters.get('scope_column') ?? '')
  if (scopes.length > 1 || scopes[0] !== column) {
    throw new BuildError(
      `getScopeValue() is a method of sortable (${scopes.join(', ')}) and of nested_set (${column}): ` +
        'both must use the same single scope column',
    )
  }
}

/** Appends rows whose parent is deleted to the list of rows without parent, in their order. */
function releaseOnDelete(table: TableEditor, key: ForeignKey, scopes: readonly string[]): void {
  const references = key.references.filter(isColumnReference)
  if (key.onDelete !== 'SET NULL' || !references.some(({ local }) => scopes.includes(local))) return
  const parent = table.database.tables.find(({ name }) => name === key.foreignTable)
  if (!parent || parent.referenceOnly) return
  const columns = references.map(({ local, foreign }) => ({ local, foreign }))
  table.database.edit(parent).addBehavior({
    name: 'sortable_parent',
    id: `sortable_parent_${table.table.name}_${columns.map(({ local }) => local).join('_')}`,
    parameters: new Map<string, string | readonly Readonly<Record<string, string>>[]>([
      ['children', table.table.name],
      ['columns', columns],
    ]),
  })
}

/**
 * Adds the closing of gaps to tables whose deleted rows also delete list members. A list that is deleted completely has no
 * gaps, but if its rows go with others of their own table, the objects of the remaining rows have to stay known. Rows that
 * lose their parent because it is deleted with a row of another table are in a new list.
 */
function closeOnDelete({ database, table }: TableEditor, scopes: readonly string[]): void {
  const parentOf = ({ foreignTable }: ForeignKey): Table | undefined =>
    database.tables.find(({ name, referenceOnly }) => name === foreignTable && !referenceOnly)
  const isOfScope = ({ local }: { readonly local: string }): boolean => scopes.includes(local)
  const cascades = ({ onDelete, skipSql }: ForeignKey): boolean => onDelete === 'CASCADE' && !skipSql
  const cascadingTables = new Set<Table>()
  const add = (owner: Table, isTaken: (key: ForeignKey) => boolean): void => {
    for (const parent of owner.foreignKeys.filter(isTaken).map(parentOf)) {
      if (!parent || cascadingTables.has(parent)) continue
      cascadingTables.add(parent)
      add(parent, cascades)
    }
  }
  add(table, (key) => cascades(key) && (parentOf(key) === table || !key.references.every(isOfScope)))
  for (const key of table.foreignKeys) {
    const parent = parentOf(key)
    if (parent && key.onDelete === 'SET NULL' && key.references.some(isOfScope)) add(parent, cascades)
  }
  for (const cascading of cascadingTables) {
    if (cascading.behaviors.some(({ name }) => name === 'sortable_cascade')) continue
    database.edit(cascading).addBehavior({ name: 'sortable_cascade' })
  }
}
