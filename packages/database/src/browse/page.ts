import type { BrowseRules } from '../session/browse-rules.js'
import { BrowseError } from './browse-error.js'
import { columnOf, type TableAccess } from './tables.js'
import type { Cell, ColumnAccess } from './values.js'

export const filterOperators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'contains',
  'starts',
  'in',
  'null',
  'not-null',
] as const

export interface Filter {
  readonly column: string
  readonly op: (typeof filterOperators)[number]
  readonly value?: string
  /** Values of an `in` filter. */
  readonly values?: readonly string[]
}

/** A row of another table. Only the rows linked with it by a many-to-many relation are selected. */
export interface Link {
  readonly table: string
  readonly relation: string
  readonly key: readonly string[]
}

export interface RowsRequest {
  readonly table: string
  readonly filters?: readonly Filter[] | undefined
  readonly link?: Link | undefined
  readonly sort?: { readonly column: string; readonly descending?: boolean } | undefined
}

export interface PageRequest extends RowsRequest {
  /** Column names; all columns by default. */
  readonly columns?: readonly string[] | undefined
  /** Cursors of the page after or before a row. */
  readonly after?: Cursor | undefined
  readonly before?: Cursor | undefined
  /** Whether to return the last page. */
  readonly isLast?: boolean | undefined
  readonly size?: number | undefined
}

/** Position of a row in the sort order. */
export interface Cursor {
  readonly key: readonly string[]
  /** Value of the sort column. */
  readonly sort?: string | null
}

export interface Page {
  readonly columns: readonly string[]
  readonly rows: readonly PageRow[]
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

export interface PageRow {
  readonly cursor: Cursor
  readonly cells: readonly Cell[]
}

/** Maximum number of characters of a text in the grid. */
export const shortText = 200

const defaultSize = 100
const largestSize = 5000

/** Row limit of a table without a key, which has only one page. */
const rowsWithoutKey = 500

/** Row limit when a table without a key is exported. */
const mostWithoutKey = 100_000

interface Term {
  readonly access: ColumnAccess
  readonly descending: boolean
  readonly value: string | null | undefined
}

/**
 * Returns the statement of a page and how its rows are read. Pages follow each other by key, so each one is as fast as the
 * first.
 */
export function pageQuery(
  table: TableAccess,
  request: PageRequest & { readonly isWhole?: boolean },
  rules: BrowseRules,
  conditions: readonly string[],
) {
  const { isWhole = false } = request
  const wanted = Math.min(request.size ?? defaultSize, largestSize)
  const size = table.key.length > 0 ? wanted : isWhole ? mostWithoutKey : rowsWithoutKey
  const columns = request.columns
    ? request.columns.map((name) => columnOf(table, name))
    : table.columns.filter(({ column }) => !column.lazyLoad)
  const sorted = request.sort && columnOf(table, request.sort.column)
  if (sorted && !sorted.isSortable)
    throw new BrowseError(400, `rows cannot be sorted by "${sorted.column.name}": its values have no order`)
  const isBackward = request.before !== undefined || request.isLast === true
  const cursor = request.after ?? request.before
  if (cursor && cursor.key.length !== table.key.length) throw new BrowseError(400, 'this page does not exist')
  const descending = request.sort?.descending === true
  const terms: Term[] = [
    ...(sorted ? [{ access: sorted, descending, value: cursor?.sort }] : []),
    ...table.key
      .filter((access) => access !== sorted)
      .map((access) => ({ access, descending, value: cursor?.key[table.key.indexOf(access)] })),
  ]
  const keys = table.key.map((access, at) => `${access.exact('t')} AS k${at}`)
  const selected = [
    ...keys,
    ...(sorted ? [`${sorted.exact('t')} AS s`] : []),
    ...columns.map((access, at) => `${isWhole ? access.exact('t') : access.shown('t', shortText)} AS c${at}`),
  ]
  const order = terms.map(({ access, descending: down }) => `${access.name('t')}${down !== isBackward ? ' DESC' : ''}`)
  const where = [...conditions, ...(cursor ? [beyond(table, terms, cursor, isBackward, rules)] : [])]
  const sql =
    `SELECT ${selected.join(', ')} FROM ${table.written} t${whereOf(where)}` +
    `${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''} LIMIT ${size + 1}`
  const rowOf = (row: readonly unknown[]): PageRow => ({
    cursor: {
      key: table.key.map((access, at) => access.textOf(row[at])!),
      ...(sorted && { sort: sorted.textOf(row[table.key.length]) }),
    },
    cells: columns.map((access, at) => {
      const value = row[table.key.length + (sorted ? 1 : 0) + at]
      return isWhole ? access.wholeOf(value) : access.cellOf(value, shortText)
    }),
  })
  return {
    sql,
    pageOf(rows: readonly (readonly unknown[])[]): Page {
      const isMore = rows.length > size
      const read = rows.slice(0, size).map(rowOf)
      const isFirst = cursor === undefined && !isBackward
      return {
        columns: columns.map(({ column }) => column.name),
        rows: isBackward ? read.reverse() : read,
        hasPrevious: table.key.length > 0 && (isBackward ? isMore : !isFirst),
        hasNext: table.key.length > 0 && (isBackward ? request.before !== undefined : isMore),
      }
    },
  }
}

export const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${conditions.map((condition) => `(${condition})`).join(' AND ')}`

/**
 * Returns the condition for rows after the cursor in sort order. The first term is repeated as a bound on its own, because
 * servers do not derive an index range from the alternatives.
 */
function beyond(
  table: TableAccess,
  terms: readonly Term[],
  cursor: Cursor,
  isBackward: boolean,
  rules: BrowseRules,
): string {
  const alternatives = terms.map((term, at) =>
    [
      ...terms.slice(0, at).map((before) => sameAs(table, before, cursor)),
      behind(table, term, cursor, isBackward, rules),
    ]
      .filter(Boolean)
      .join(' AND '),
  )
  const [first] = terms
  if (terms.length === 1 || !first) return alternatives.join('')
  const isUp = first.descending === isBackward
  // Without a bound if rows with NULL follow as well.
  const hasBound = first.value !== null && (first.access.column.required || rules.nullsFirst === isUp)
  const bound = hasBound ? `${first.access.name('t')} ${isUp ? '>=' : '<='} ${boundOf(table, first, cursor)} AND ` : ''
  return `${bound}(${alternatives.map((each) => `(${each})`).join(' OR ')})`
}

function sameAs(table: TableAccess, term: Term, cursor: Cursor): string {
  const name = term.access.name('t')
  return term.value === null || term.value === undefined
    ? `${name} IS NULL`
    : `${name} = ${boundOf(table, term, cursor)}`
}

function behind(table: TableAccess, term: Term, cursor: Cursor, isBackward: boolean, rules: BrowseRules): string {
  const { access, value } = term
  const name = access.name('t')
  const isUp = term.descending === isBackward
  const nullsAreBehind = rules.nullsFirst !== isUp
  if (value === null || value === undefined) return nullsAreBehind ? '1 = 0' : `${name} IS NOT NULL`
  const compared = `${name} ${isUp ? '>' : '<'} ${boundOf(table, term, cursor)}`
  return nullsAreBehind && !access.column.required ? `(${compared} OR ${name} IS NULL)` : compared
}

/** Returns the SQL of a cursor value. A value that may have been rounded is read from its row again. */
function boundOf(table: TableAccess, { access, value }: Term, cursor: Cursor): string {
  if (!access.isInexact || table.key.includes(access)) return access.stored(value!)
  return `(SELECT ${access.name('x')} FROM ${table.written} x${whereOf([isRow(table, cursor.key, 'x')])})`
}

/** Returns the condition that selects the row with this key. */
export function isRow(table: TableAccess, key: readonly string[], alias: string): string {
  if (table.key.length === 0 || key.length !== table.key.length) throw new BrowseError(400, 'this row does not exist')
  return table.key.map((access, at) => `${access.name(alias)} = ${access.literal(String(key[at]))}`).join(' AND ')
}

const comparisons = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const

export function filterCondition(table: TableAccess, filter: Filter, rules: BrowseRules): string {
  const access = columnOf(table, filter.column)
  const name = access.name('t')
  const { op, value = '', values = [] } = filter
  if ([value, ...values].some((text) => text.includes('\0')))
    throw new BrowseError(400, 'a filter cannot contain the character NUL')
  switch (op) {
    case 'null':
      return `${name} IS NULL`
    case 'not-null':
      return `${name} IS NOT NULL`
    case 'in':
      return values.length === 0 ? '1 = 0' : `${name} IN (${values.map(access.literal).join(', ')})`
    case 'contains':
    case 'starts':
      return `${rules.asText(access.exact('t'))} ${rules.like} ${rules.literal(`${op === 'contains' ? '%' : ''}${pattern(value)}%`)} ESCAPE '!'`
    default:
      return comparable(access, name, rules, comparisons[op], value)
  }
}

/** Compares values of types without an order as text. */
const comparable = (access: ColumnAccess, name: string, rules: BrowseRules, operator: string, value: string): string =>
  access.isSortable
    ? `${name} ${operator} ${access.literal(value)}`
    : `${rules.asText(access.exact('t'))} ${operator} ${rules.literal(value)}`

const pattern = (text: string): string => text.replace(/[!%_]/g, '!$&')
