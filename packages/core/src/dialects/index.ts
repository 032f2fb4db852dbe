import type { Dialect, DialectName } from './dialect.js'
import { mssql } from './mssql/index.js'
import { mysql } from './mysql/index.js'
import { oracle } from './oracle/index.js'
import { pgsql } from './pgsql/index.js'
import { sqlite } from './sqlite/index.js'

export const dialects: Readonly<Record<DialectName, Dialect>> = { mysql, pgsql, sqlite, mssql, oracle }

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
export type { Dialect, DialectName, Script, SqlSettings } from './dialect.js'
export { bareName, type Effect, effectOf, unquotedName } from './effects.js'
export { atLineStart, tokenAt } from './lex.js'
export type { Lexicon } from './lexicon.js'
export { writtenName } from './names.js'
export { platforms } from './platforms.js'
export { type Statement, splitStatements } from './split.js'
export { rewritten, significantTokens } from './sql-words.js'
export { holdsUuidBytes } from './uuid.js'
