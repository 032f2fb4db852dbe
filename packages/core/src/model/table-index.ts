import type { VendorParameters } from './common-parts.js'
import type { Deferral } from './foreign-key.js'
import type { Origin } from './origin.js'

export const indexMethods = ['btree', 'hash', 'gin', 'gist', 'brin', 'spgist', 'fulltext', 'spatial'] as const

/** The data structure of an index. */
export type IndexMethod = (typeof indexMethods)[number]

/** An `<index>` or `<unique>`. */
export interface Index {
  /** The given or generated name; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  readonly unique: boolean
  readonly columns: readonly IndexColumn[]
  /** Set for deferrable unique keys. */
  readonly deferrable?: Deferral
  /** Whether a unique key treats NULLs as equal. */
  readonly nullsNotDistinct?: true
  /** Columns whose values are stored in the index but not searched. */
  readonly included?: readonly IncludedColumn[]
  /** The condition of a partial index: one SQL expression in the vendor's dialect. */
  readonly where?: string
  readonly method?: IndexMethod
  readonly vendor: VendorParameters
  /** Why the index was added automatically. */
  readonly addedFor?: 'heavy indexing' | 'foreign key' | 'referenced columns'
  readonly origin: Origin
}

/** A column of an index, or an expression instead of a column. */
export interface IndexColumn {
  readonly name?: string
  /** One SQL expression in the vendor's dialect; `name` is absent then. */
  readonly expression?: string
  /** Length of the indexed prefix; only on databases that support prefixes. */
  readonly size?: number
  /** Absent for ascending order. */
  readonly order?: 'desc'
  /** Where NULLs are sorted; absent for the vendor's default. */
  readonly nulls?: 'first' | 'last'
  /** The operator class as written in SQL. */
  readonly opclass?: string
  /** The name of the collation, or a schema-qualified name as written in SQL: `"app"."german"`. */
  readonly collate?: string
  readonly origin: Origin
}

export interface IncludedColumn {
  readonly name: string
  readonly origin: Origin
}

/** The contents of an index, from a schema, a snapshot or a catalog. */
export interface IndexContents extends Pick<Index, 'where' | 'method'> {
  readonly columns: readonly Omit<IndexColumn, 'origin'>[]
  readonly included?: readonly Omit<IncludedColumn, 'origin'>[]
}

/** Returns the method of an index, also if an old mysql schema sets it as a vendor parameter. */
export const methodOf = ({ method, vendor }: Pick<Index, 'method' | 'vendor'>): string =>
  method ?? vendor.get('Index_type')?.toLowerCase() ?? ''

/** Returns whether an index needs whole columns: mysql's FULLTEXT and SPATIAL do; BTREE and HASH are only data structures. */
export const isWholeColumnIndex = (index: Index): boolean => /^(?:fulltext|spatial)$/.test(methodOf(index))

/** Returns the columns that an index lists by name, without the columns that its expressions and condition read. */
export const namedColumns = ({ columns }: Pick<IndexContents, 'columns'>): string[] =>
  columns.flatMap(({ name }) => name ?? [])

/** Returns whether an index has, or may have, a column: it lists the column, or its SQL contains a word with that name. */
export const concernsColumn = ({ columns, included = [], where = '' }: IndexContents, column: string): boolean => {
  const sql = [where, ...columns.map(({ expression = '' }) => expression)].join('\n')
  const word = column.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return (
    [...columns, ...included].some(({ name }) => name === column) ||
    (sql !== '' && new RegExp(`(?<![\\p{L}\\p{N}_$])${word}(?![\\p{L}\\p{N}_$])`, 'iu').test(sql))
  )
}

/**
 * Returns the leading columns by whose complete values an index finds every row. It stops at a prefix, an expression, or a
 * column with its own operator class or collation. The list is empty for partial indexes and for full-text or spatial ones.
 */
export function comparedColumns(index: Index): string[] {
  if (index.where !== undefined || !/^(?:btree|hash|)$/.test(methodOf(index))) return []
  const end = index.columns.findIndex(
    ({ name, size, opclass, collate }) => name === undefined || (size ?? opclass ?? collate) !== undefined,
  )
  return namedColumns({ columns: end < 0 ? index.columns : index.columns.slice(0, end) })
}

/** Returns whether the columns of an index have different values in every row of the table. */
export const isUniqueKey = (index: Index): boolean =>
  index.unique && comparedColumns(index).length === index.columns.length

/** Returns whether a unique key must be an index, because a constraint can only contain columns. */
export const isUniqueIndex = ({ where, method, columns }: IndexContents): boolean =>
  where !== undefined ||
  method !== undefined ||
  columns.some(({ name, order, nulls, opclass, collate }) => name === undefined || order || nulls || opclass || collate)

/** Returns the method of an index unless it is redundant: btree only matters if it alone makes a unique key an index. */
export function tellingMethod({ method, ...index }: IndexContents & Pick<Index, 'unique'>): IndexMethod | undefined {
  return method !== 'btree' || (index.unique && !isUniqueIndex(index)) ? method : undefined
}

/** Returns the contents of an index as a string, for comparison with other indexes. */
export const indexText = (index: IndexContents): string =>
  `${index.columns.map(({ name, expression }) => name ?? `(${expression})`).join()}${specialText(index)}`

/** Returns the contents of an index beyond column names and sizes as a string; empty for most indexes. */
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

/** Describes an index: `lower(email), title desc, where price > 0`. */
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

/** Returns the string that is hashed for the generated name of an index. */
export const indexAbout = (index: IndexContents): string => {
  const names = index.columns.map(({ name, expression }) => name ?? `(${expression})`).join(',')
  return `${names}:${index.columns.flatMap(({ size }) => size ?? []).join(',')}${specialText(index)}`
}
