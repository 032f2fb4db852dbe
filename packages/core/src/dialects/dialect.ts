import type { BoundPlatform, Column, DialectName, RareType, SchemaType, SqlType, Table } from '../model/index.js'
import type { AlterRules } from './alter-rules.js'
import type { Lexicon } from './lexicon.js'
import type { ReverseRules } from './reverse-rules.js'
import type { Script } from './script.js'
import type { SeedRules } from './seed-rules.js'
import type { StatementForms } from './statement-forms.js'
import type { Vendor } from './vendor.js'
import type { SqlSettings } from './vendors.js'
import type { ViewRules } from './view-rules.js'

export type { Script, SqlSettings }

/** Everything vendor-specific in generated SQL. Other code uses these members and never checks a vendor's name. */
/** A table that belongs to the library itself. */
export interface OwnTable {
  readonly name: string
  isNeededBy(table: Table): boolean
  /** Creates the table if it is missing. It must not be replaced, because transactions may be using it. */
  readonly create: string
  /** Drops the table if it exists. Its rows are not user data. */
  readonly drop: string
  /** Statements, by column, that add the columns missing in tables of older versions. They do nothing if the column exists. */
  readonly laterColumns: Readonly<Record<string, string>>
  /** A query for the names of the table's columns; it returns no rows if the table is missing. */
  readonly columns: string
}

export interface Dialect extends BoundPlatform, Vendor {
  readonly name: DialectName
  /** Types of the vendor; a rare type may be missing. */
  readonly types: SqlTypes
  /** Returns the SQL type of a column, with its size if the type has one. */
  typeOf(column: Column, settings: SqlSettings): string
  readonly lexicon: Lexicon
  /** The statements that can be parsed completely; absent if there are none. */
  readonly forms?: StatementForms
  quote(identifier: string): string
  /** Returns statements before the first table; `footer` returns those after the last one. */
  header(script: Script): readonly string[]
  footer(script: Script): readonly string[]
  dropTable(table: Table, script: Script): readonly string[]
  /** Creates the table with its keys, indexes and comments. */
  createTable(table: Table, script: Script): readonly string[]
  /** Adds the foreign keys that can only be added when all tables exist. */
  addForeignKeys(table: Table, script: Script): readonly string[]
  /** Returns whether the database enforces a table's foreign keys; otherwise they are omitted from SQL, and PHP enforces them. */
  keepsForeignKeys(table: Table, settings: SqlSettings): boolean
  /** Heading above those foreign keys, if the vendor's files have one. */
  readonly foreignKeysTitle?: string
  /** Tables of the library that are created together with the tables of a schema. */
  readonly ownTables?: readonly OwnTable[]
  /** Returns the sequence that numbers the rows of a table, as written in SQL; undefined if there is none. */
  sequenceOf(table: Table): string | undefined
  /** How views are written; absent if their statements only contain the name and the query. */
  readonly views?: ViewRules
  /** How the catalog of a database is converted to a schema. */
  readonly reverse: ReverseRules
  /** How existing tables are changed. */
  readonly alter: AlterRules
  /** How rows of seed files are written; absent where seeds are not supported. */
  readonly seeds?: SeedRules
}

export type SqlTypes = Readonly<Record<Exclude<SchemaType, RareType>, SqlType>> &
  Readonly<Partial<Record<RareType, SqlType>>>

/** Returns the type with size and scale from the vendor's table of types; `sqlType` of the schema takes precedence. */
export function sqlType(types: Dialect['types'], column: Column): string {
  if (column.sqlType !== undefined) return column.sqlType
  // Types that the vendor does not have keep their name from the schema, because only models are generated from them.
  const { name, takes, defaultSize } = types[column.type] ?? { name: column.type }
  const size = takes ? (column.size ?? defaultSize) : undefined
  if (size === undefined) return name
  const scale = takes === 'digits' ? 0 : takes === 'size and scale' ? column.scale : undefined
  return `${name}(${scale === undefined ? size : `${size},${scale}`})`
}
