import type { BoundPlatform, Column, DialectName, RareType, SchemaType, Table } from '../model/index.js'
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

/** Everything vendor-specific in generated SQL. Other code asks for a member of this, never for a vendor's name. */
/** A table of the library itself. */
export interface OwnTable {
  readonly name: string
  isNeededBy(table: Table): boolean
  /** Creates it only where it is missing: transactions may be using it. */
  readonly create: string
  /** Drops it where it is there. Its rows are nobody's data. */
  readonly drop: string
  /** By column, statements that add those which tables of older versions have not. They do no harm where it is there. */
  readonly laterColumns: Readonly<Record<string, string>>
  /** A query for the names of its columns; no row where it is not there. */
  readonly columns: string
}

export interface Dialect extends BoundPlatform, Vendor {
  readonly name: DialectName
  /** Types that the vendor has; one of the rare ones may be missing. */
  readonly types: SqlTypes
  /** The type of a column, with its size where the vendor's type takes one. */
  typeOf(column: Column, settings: SqlSettings): string
  readonly lexicon: Lexicon
  /** The statements that are understood to their last word; absent where none are. */
  readonly forms?: StatementForms
  quote(identifier: string): string
  /** Statements before the first and after the last table. */
  header(script: Script): readonly string[]
  footer(script: Script): readonly string[]
  dropTable(table: Table, script: Script): readonly string[]
  /** The table with its keys, indexes and comments. */
  createTable(table: Table, script: Script): readonly string[]
  /** Foreign keys that can only be added when all tables exist. */
  addForeignKeys(table: Table, script: Script): readonly string[]
  /** Whether the database keeps the foreign keys of a table; where it does not, SQL has none and PHP does their work. */
  keepsForeignKeys(table: Table, settings: SqlSettings): boolean
  /** Title above those foreign keys, where the vendor's files have one. */
  readonly foreignKeysTitle?: string
  /** Tables of the library that are created together with those of a schema. */
  readonly ownTables?: readonly OwnTable[]
  /** The sequence that numbers the rows of a table, as SQL writes it; undefined where none does. */
  sequenceOf(table: Table): string | undefined
  /** How views are written; absent where their statements have no more than the name and the query. */
  readonly views?: ViewRules
  /** How the catalog of a database is read back. */
  readonly reverse: ReverseRules
  /** How tables that exist are changed. */
  readonly alter: AlterRules
  /** How rows of seed files are written; absent where seeds are not supported. */
  readonly seeds?: SeedRules
}

export type SqlTypes = Readonly<Record<Exclude<SchemaType, RareType>, SqlType>> &
  Readonly<Partial<Record<RareType, SqlType>>>

export interface SqlType {
  readonly name: string
  /** What follows the name in parentheses; `digits` is the size with a scale of zero. */
  readonly takes?: 'size' | 'size and scale' | 'digits'
  /** Size where the schema gives none; without it, there are no parentheses then. */
  readonly defaultSize?: number
}

/** The type with size and scale from the vendor's table of types; `sqlType` of the schema takes precedence. */
export function sqlType(types: Dialect['types'], column: Column): string {
  if (column.sqlType !== undefined) return column.sqlType
  // What a vendor does not have keeps the name that the schema gives it: only models are built of it.
  const { name, takes, defaultSize } = types[column.type] ?? { name: column.type }
  const size = takes ? (column.size ?? defaultSize) : undefined
  if (size === undefined) return name
  const scale = takes === 'digits' ? 0 : takes === 'size and scale' ? column.scale : undefined
  return `${name}(${scale === undefined ? size : `${size},${scale}`})`
}
