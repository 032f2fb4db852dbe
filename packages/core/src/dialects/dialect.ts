import type { Column, Platform, SchemaType, Table } from '../model/index.js'

export type DialectName = 'mysql' | 'pgsql' | 'sqlite'

/** Everything vendor-specific in generated SQL. Other code asks for a member of this, never for a vendor's name. */
export interface Dialect extends Platform {
  readonly name: DialectName
  /** SQL type of a column without size, and whether a size is appended. */
  readonly types: Readonly<Partial<Record<SchemaType, SqlType>>>
  readonly lexicon: Lexicon
  quote(identifier: string): string
  /** Statements before the first and after the last table. */
  readonly header: readonly string[]
  readonly footer: readonly string[]
  dropTable(table: Table): readonly string[]
  /** The table with its keys and indexes. */
  createTable(table: Table): readonly string[]
  /** Foreign keys that can only be added when all tables exist. */
  addForeignKeys(table: Table): readonly string[]
}

export interface SqlType {
  readonly name: string
  /** Whether the vendor's type takes the column's size. */
  readonly sized?: true
  /** Size where the schema gives none. */
  readonly defaultSize?: number
}

/** How a vendor's SQL is cut into statements (sql-reference §15.2). */
export interface Lexicon {
  /** Opening to closing character of strings and quoted names; a doubled closer stands for itself. */
  readonly quotes: Readonly<Record<string, string>>
  /** Quotes in which a backslash takes the meaning from the next character. */
  readonly backslashQuotes: string
  readonly hashComments: boolean
}

export const sqlType = (types: Dialect['types'], column: Column): string => {
  const type = types[column.type] ?? { name: column.type }
  const size = type.sized ? (column.size ?? type.defaultSize) : undefined
  return size === undefined ? type.name : `${type.name}(${size})`
}
