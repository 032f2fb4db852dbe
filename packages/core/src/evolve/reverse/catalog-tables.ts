import type { CatalogColumn, CatalogTable } from '../../dialects/index.js'
import type { Sequence } from '../../model/index.js'
import { clean, isWritable, unwritable } from './element.js'

/** Returns the sequences to write to the schema. A sequence that only numbers a key, from 1 by 1, is created with its table. */
export const sharedSequences = (sequences: readonly Sequence[], tables: readonly CatalogTable[]): readonly Sequence[] =>
  sequences.filter(
    ({ name, start, increment }) =>
      clean(name) === name &&
      (start !== undefined ||
        increment !== undefined ||
        tables.some(({ columns }) => columns.some(({ sequence }) => sequence === name)) ||
        !tables.some(({ sequence }) => sequence === name)),
  )

/** Turns off auto-increment for a key that gets its numbers from a shared sequence. */
export function withShared(table: CatalogTable, sequences: readonly Sequence[]): CatalogTable {
  const isShared = (name: string | undefined): boolean => sequences.some((sequence) => sequence.name === name)
  const { sequence, ...rest } = table
  return {
    ...rest,
    ...(sequence !== undefined && !isShared(sequence) && { sequence }),
    columns: table.columns.map((column) => {
      const isNumbered = column.autoIncrement && table.primaryKey.includes(column.name)
      if (isNumbered && sequence !== undefined && isShared(sequence))
        return { ...column, autoIncrement: false, sequence }
      return column
    }),
  }
}

/** Removes parts of a table whose names a schema cannot contain; returns an empty list if that is the table's own name. */
export function writable(table: CatalogTable, notice: (text: string) => void): CatalogTable[] {
  const obstacle = isWritable(table.name) ? undefined : unwritable
  // A schema would read what is before the dot as the SQL schema.
  const problem = obstacle ?? (table.name.includes('.') ? 'contains a dot' : undefined)
  if (problem !== undefined) {
    notice(`table ${clean(table.name)} is omitted: its name ${problem}`)
    return []
  }
  const columns = table.columns.filter(({ name, type }) => isWritable(name) && isWritable(type))
  for (const { name } of table.columns.filter((column) => !columns.includes(column))) {
    const what = isWritable(name) ? 'type' : 'name'
    notice(`${table.name}.${clean(name)} is omitted: its ${what} ${unwritable}`)
  }
  return [
    {
      ...withoutOddComment(table, table.name, notice),
      columns: columns.map((column) => {
        const place = `${table.name}.${column.name}`
        return withoutOddNumbers(withoutOddComment(column, place, notice), place, notice)
      }),
    },
  ]
}

function withoutOddComment<T extends { readonly comment?: string }>(
  described: T,
  place: string,
  notice: (text: string) => void,
): T {
  const { comment, ...rest } = described
  if (comment === undefined || isWritable(comment)) return described
  notice(`${place}: the comment ${unwritable} and is omitted`)
  return rest as T
}

/** Removes identity options that a schema cannot express: numbers that are not exact in JavaScript. */
function withoutOddNumbers(column: CatalogColumn, place: string, notice: (text: string) => void): CatalogColumn {
  const { identity } = column
  const { start = 1, increment = 1 } = identity ?? {}
  if (!identity || [start, increment].every(Number.isSafeInteger)) return column
  notice(`${place}: the first number ${start} and the increment ${increment} are omitted`)
  return { ...column, identity: { mode: identity.mode } }
}

/**
 * Removes the default schema from all tables, unless a table is in another schema: foreign keys look in the schema of their own
 * table, so all tables need theirs then.
 */
export function withoutDefaultSchema(
  tables: readonly CatalogTable[],
  usual: string | undefined,
): readonly CatalogTable[] {
  const own = tables.find(({ isInDefaultSchema }) => isInDefaultSchema)?.schema ?? usual
  if (own === undefined || tables.some(({ schema }) => schema !== own)) return tables
  return tables.map(({ schema: _, ...table }) => ({
    ...table,
    columns: table.columns.map((column) => withoutSchema(column, own)),
    foreignKeys: table.foreignKeys.map(({ foreignSchema, ...key }) =>
      foreignSchema === own || foreignSchema === undefined ? key : { ...key, foreignSchema },
    ),
  }))
}

function withoutSchema(column: CatalogColumn, own: string): CatalogColumn {
  const { valueType, domain } = column
  return {
    ...column,
    ...(valueType && { valueType: outOf(own, valueType) }),
    ...(domain && { domain: outOf(own, domain) }),
  }
}

function outOf<T extends { readonly schema?: string }>(own: string, type: T): T {
  const { schema, ...rest } = type
  return schema === own ? (rest as T) : type
}

export const idOf = ({ schema = '', name }: { readonly schema?: string; readonly name: string }): string =>
  `${schema}.${name}`

export const byName = (a: CatalogTable, b: CatalogTable): number => (idOf(a) < idOf(b) ? -1 : 1)

export const idText = ({ schema, name }: { readonly schema?: string; readonly name: string }): string =>
  schema === undefined ? name : `${schema}.${name}`

/**
 * Sorts the key columns of a table among their positions. A schema lists key columns in table order, and the order of columns
 * is not compared.
 */
export function inKeyOrder(table: CatalogTable): CatalogTable {
  const key = table.primaryKey.flatMap((name) => table.columns.filter((column) => column.name === name))
  const columns = table.columns.map((column) => (key.includes(column) ? undefined : column))
  return { ...table, columns: columns.map((column) => column ?? key.shift()!) }
}
