import type { Dialect } from './dialect.js'
import { mssql } from './mssql/index.js'
import { mysql } from './mysql/index.js'
import { oracle } from './oracle/index.js'
import { pgsql } from './pgsql/index.js'
import { sqlite } from './sqlite/index.js'
import { addVendor, type DialectName, isDialectName } from './vendors.js'

/** Everything that makes SQL, by vendor. */
const known: Record<DialectName, Dialect> = { mysql, pgsql, sqlite, mssql, oracle }

export const dialects: Readonly<typeof known> = known

/** A dialect that somebody else brings: its name is none of ours. */
export type CustomDialect = Omit<Dialect, 'name'> & { readonly name: string }

/**
 * Makes a vendor known to everything that follows: configurations take its name as `adapter`, schemas as type of
 * `<vendor>`, and builds write its SQL. Throws where the name is taken.
 */
export function registerDialect(dialect: CustomDialect): void {
  if (isDialectName(dialect.name)) throw new Error(`there is a dialect "${dialect.name}" already`)
  addVendor(dialect)
  known[dialect.name as DialectName] = dialect as Dialect
}

export {
  type AlterContext,
  type AlterStatement,
  type Aspect,
  type ColumnChange,
  type ListChange,
  orderedRenames,
  type TableChange,
} from './alter.js'
export type { CatalogColumn, CatalogForeignKey, CatalogIndex, CatalogTable } from './catalog.js'
export type { Dialect, Script, SqlSettings } from './dialect.js'
export { bareName, type Effect, effectOf, unquotedName } from './effects.js'
export { atLineStart, tokenAt } from './lex.js'
export type { Lexicon } from './lexicon.js'
export { writtenName } from './names.js'
export { type Statement, splitStatements } from './split.js'
export { rewritten, significantTokens } from './sql-words.js'
export { holdsUuidBytes } from './uuid.js'
export type { Vendor } from './vendor.js'
export {
  adapterNames,
  type DialectName,
  inMemory,
  vendorOf,
  vendorOfAdapter,
} from './vendors.js'
