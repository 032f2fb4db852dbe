import type { VendorParameters } from './common-parts.js'
import type { Deferral } from './foreign-key.js'
import type { Origin } from './origin.js'

export const indexMethods = ['btree', 'hash', 'gin', 'gist', 'brin', 'spgist', 'fulltext', 'spatial'] as const

/** How an index keeps what it finds rows by. */
export type IndexMethod = (typeof indexMethods)[number]

/** An `<index>` or `<unique>`. */
export interface Index {
  /** Given or generated; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  readonly unique: boolean
  readonly columns: readonly IndexColumn[]
  /** Of a unique key. */
  readonly deferrable?: Deferral
  /** Of a unique key: two rows without a value are equal. */
  readonly nullsNotDistinct?: true
  /** Columns whose values it has beside those that it finds rows by. */
  readonly included?: readonly IncludedColumn[]
  /** The condition of the rows that it has: one SQL expression of the vendor. */
  readonly where?: string
  readonly method?: IndexMethod
  readonly vendor: VendorParameters
  /** Why it exists although nobody wrote it. */
  readonly addedFor?: 'heavy indexing' | 'foreign key' | 'referenced columns'
  readonly origin: Origin
}

/** A column of an index, or an expression in its place. */
export interface IndexColumn {
  readonly name?: string
  /** One SQL expression of the vendor; there is no name then. */
  readonly expression?: string
  /** Length of the indexed prefix; only on databases that index prefixes. */
  readonly size?: number
  /** Absent for the ascending order. */
  readonly order?: 'desc'
  /** Where rows without a value are; absent where the vendor puts them by itself. */
  readonly nulls?: 'first' | 'last'
  /** As SQL writes it. */
  readonly opclass?: string
  /** Its name, or its name in a schema as SQL writes it: `"app"."german"`. */
  readonly collate?: string
  readonly origin: Origin
}

export interface IncludedColumn {
  readonly name: string
  readonly origin: Origin
}

/** What an index has, wherever it is written. */
export interface IndexContents extends Pick<Index, 'where' | 'method'> {
  readonly columns: readonly Omit<IndexColumn, 'origin'>[]
  readonly included?: readonly Omit<IncludedColumn, 'origin'>[]
}

/** How an index keeps its rows, also as old schemas of mysql say it. */
export const methodOf = ({ method, vendor }: Pick<Index, 'method' | 'vendor'>): string =>
  method ?? vendor.get('Index_type')?.toLowerCase() ?? ''

/** FULLTEXT and SPATIAL indexes of mysql take whole columns; BTREE and HASH only say how an index is kept. */
export const isWholeColumnIndex = (index: Index): boolean => /^(?:fulltext|spatial)$/.test(methodOf(index))

/** The columns that an index has by their names. What its expressions and its condition read is not among them. */
export const namedColumns = ({ columns }: Pick<IndexContents, 'columns'>): string[] =>
  columns.flatMap(({ name }) => name ?? [])

/** Whether an index is, or may be, about a column: it has the column, or its SQL has a word of that name. */
export const concernsColumn = ({ columns, included = [], where = '' }: IndexContents, column: string): boolean => {
  const sql = [where, ...columns.map(({ expression = '' }) => expression)].join('\n')
  const word = column.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return (
    [...columns, ...included].some(({ name }) => name === column) ||
    (sql !== '' && new RegExp(`(?<![\\p{L}\\p{N}_$])${word}(?![\\p{L}\\p{N}_$])`, 'iu').test(sql))
  )
}

/**
 * The first columns by whose whole values an index finds every row: not those of which it has the beginning, or which it
 * compares in its own way; none if it has some rows only, or finds them by words or places.
 */
export function comparedColumns(index: Index): string[] {
  if (index.where !== undefined || !/^(?:btree|hash|)$/.test(methodOf(index))) return []
  const end = index.columns.findIndex(
    ({ name, size, opclass, collate }) => name === undefined || (size ?? opclass ?? collate) !== undefined,
  )
  return namedColumns({ columns: end < 0 ? index.columns : index.columns.slice(0, end) })
}

/** Whether no two rows of the table have the same values in the columns of an index. */
export const isUniqueKey = (index: Index): boolean =>
  index.unique && comparedColumns(index).length === index.columns.length

/** Whether a unique key is one that only an index can be: a constraint has columns, and no more. */
export const isUniqueIndex = ({ where, method, columns }: IndexContents): boolean =>
  where !== undefined ||
  method !== undefined ||
  columns.some(({ name, order, nulls, opclass, collate }) => name === undefined || order || nulls || opclass || collate)

/** The method of an index where it says something: btree does where nothing else makes a unique key an index. */
export function tellingMethod({ method, ...index }: IndexContents & Pick<Index, 'unique'>): IndexMethod | undefined {
  return method !== 'btree' || (index.unique && !isUniqueIndex(index)) ? method : undefined
}

/** What an index is over, for comparison with others. */
export const indexText = (index: IndexContents): string =>
  `${index.columns.map(({ name, expression }) => name ?? `(${expression})`).join()}${specialText(index)}`

/** What an index has beside the names of columns and sizes; empty for most. */
export function specialText({ columns, included = [], where, method }: IndexContents): string {
  const isPlain = columns.every(
    ({ order, nulls, opclass, collate }) => (order ?? nulls ?? opclass ?? collate) === undefined,
  )
  if (isPlain && included.length === 0 && where === undefined && !method) return ''
  const ways = columns.map(({ order, nulls, opclass, collate }) => [order, nulls, opclass, collate].join(' ').trim())
  const parts = [
    ways.some(Boolean) ? ways.join() : '',
    included.length > 0 ? `include ${included.map(({ name }) => name).join()}` : '',
    where === undefined ? '' : `where ${where}`,
    method ?? '',
  ]
  return parts.some(Boolean) ? ` ${parts.join('|')}` : ''
}

/** An index in words: `lower(email), title desc, where price > 0`. */
export const indexWords = ({ columns, included = [], where, method }: IndexContents): string =>
  [
    ...columns.map(({ name, expression, order, nulls, opclass, collate }) =>
      [name ?? expression, collate && `collate ${collate}`, opclass, order, nulls && `nulls ${nulls}`]
        .filter(Boolean)
        .join(' '),
    ),
    ...(included.length > 0 ? [`including ${included.map(({ name }) => name).join(' and ')}`] : []),
    ...(where === undefined ? [] : [`where ${where}`]),
    ...(method === undefined ? [] : [`method ${method}`]),
  ].join(', ')

/** What the generated name of an index is made of. */
export const indexAbout = (index: IndexContents): string => {
  const names = index.columns.map(({ name, expression }) => name ?? `(${expression})`).join(',')
  return `${names}:${index.columns.flatMap(({ size }) => size ?? []).join(',')}${specialText(index)}`
}
