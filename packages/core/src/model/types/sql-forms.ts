import type { DialectName } from '../dialect-name.js'
import { ordered, type SqlForm } from './column-type.js'
import { columnTypes, type RareType, type SchemaType } from './index.js'

/** The SQL types of a database; a rare type may be missing. */
export type SqlForms = Readonly<Record<Exclude<SchemaType, RareType>, SqlForm>> &
  Readonly<Partial<Record<RareType, SqlForm>>>

const entriesOf = (database: DialectName): (readonly [SchemaType, SqlForm])[] =>
  (Object.keys(columnTypes) as SchemaType[]).flatMap((type) => {
    const form = columnTypes[type].sql[database]
    return form ? [[type, form] as const] : []
  })

/** Returns how a database stores the types. */
export const sqlForms = (database: DialectName): SqlForms => Object.fromEntries(entriesOf(database)) as SqlForms

/** Returns the types of the words in the catalog of a database. */
export const catalogTypes = (database: DialectName): ReadonlyMap<string, SchemaType> =>
  new Map(entriesOf(database).flatMap(([type, { reads = [] }]) => reads.map((word) => [word, type] as const)))

/** Returns the types that a database stores in a certain way. */
const typesStored = (database: DialectName, isMet: (form: SqlForm) => unknown): ReadonlySet<SchemaType> =>
  new Set(entriesOf(database).flatMap(([type, form]) => (isMet(form) ? [type] : [])))

/** Returns a size of each type, if the type has one. */
export const sizesOf = (
  database: DialectName,
  sizeOf: (form: SqlForm) => number | undefined,
): Readonly<Partial<Record<SchemaType, number>>> =>
  Object.fromEntries(
    entriesOf(database).flatMap(([type, form]) => {
      const size = sizeOf(form)
      return size === undefined ? [] : [[type, size]]
    }),
  )

/** Returns the facts of a platform that depend on types. */
export function typeFacts(database: DialectName) {
  const stored = (isMet: (form: SqlForm) => unknown) => typesStored(database, isMet)
  return {
    defaultSizes: sizesOf(database, ({ defaultSize, ownSize }) => defaultSize ?? ownSize),
    sizes: sizesOf(database, ({ maxSize }) => maxSize),
    scales: stored(({ takes }) => takes === 'size and scale'),
    unindexedTypes: [...stored(({ notIndexed }) => notIndexed === 'no order')],
    tooLongForIndexes: [...stored(({ notIndexed }) => notIndexed === 'too long')],
    withoutLiteralDefault: stored(({ refusesLiteralDefault }) => refusesLiteralDefault),
  }
}

/** Returns the types with which tables of a database can be partitioned. */
export const partitionTypes = (database: DialectName) => ({
  types: [...typesStored(database, ({ partitions }) => partitions === 'by all')],
  notByHash: [...typesStored(database, ({ partitions }) => partitions === 'not by hash' || partitions === 'never')],
  notInParts: [...typesStored(database, ({ partitions }) => partitions === 'never')],
})

/** Returns the types that can be indexed by a prefix, with the length of a column without a size. */
export const prefixedTypes = (database: DialectName): ReadonlyMap<SchemaType, number | undefined> =>
  new Map(
    entriesOf(database).flatMap(([type, { prefixOf }]) =>
      prefixOf === undefined ? [] : [[type, prefixOf === 'any' ? undefined : prefixOf] as const],
    ),
  )

/** Returns the types that an index method accepts, or a method of an extension. */
export const indexedBy = (database: DialectName, method: string): ReadonlySet<SchemaType> =>
  typesStored(database, ({ indexes = ordered, notIndexed }) => notIndexed !== 'no order' && indexes.includes(method))
