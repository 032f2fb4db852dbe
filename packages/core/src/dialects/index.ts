import { missingInDialect } from '../errors/database-errors.js'
import { OrmError } from '../errors/index.js'
import { type DialectName, isDialectName, type SchemaType, type SqlTexts } from '../model/index.js'
import type { Dialect } from './dialect.js'
import { mssql } from './mssql/index.js'
import { mysql } from './mysql/index.js'
import { oracle } from './oracle/index.js'
import { pgsql } from './pgsql/index.js'
import { sqlTexts } from './sql-text.js'
import { sqlite } from './sqlite/index.js'
import { addVendor, addVendorForAll } from './vendors.js'

/** The dialects by vendor. */
const known: Record<DialectName, Dialect> = { mysql, pgsql, sqlite, mssql, oracle }

export const dialects: Readonly<typeof known> = known

/** A third-party dialect with its own name. Builds only need these members. */
export interface CustomDialect extends Omit<Dialect, 'name' | LaterMember | keyof SqlTexts | 'hasType'> {
  readonly name: string
  readonly reverse?: Dialect['reverse']
  readonly alter?: Dialect['alter']
}

type LaterMember = 'reverse' | 'alter'

/**
 * Registers a dialect. From then on, configurations accept its name as `adapter`, schemas accept it as a type of `<vendor>`,
 * and builds generate its SQL. Throws if the name is taken.
 */
export function registerDialect(dialect: CustomDialect): void {
  if (isDialectName(dialect.name)) throw new Error(`there is already a dialect "${dialect.name}"`)
  addVendorForAll(dialect)
  makeKnown(dialect)
}

/** Names of dialects that were registered by a configuration; only these configurations accept them. */
const configured = new Set<string>()

/** Registers a dialect that a configuration names, or a later version of it. Throws if the name is taken. */
export function configureDialect(dialect: CustomDialect): void {
  const { name } = dialect
  if (isDialectName(name) && !configured.has(name)) throw new Error(`there is already a dialect "${name}"`)
  configured.add(name)
  addVendor(dialect)
  makeKnown(dialect)
}

function makeKnown(dialect: CustomDialect): void {
  const hasType = (type: SchemaType): boolean => dialect.types[type] !== undefined
  const members = Object.getOwnPropertyDescriptors({ ...sqlTexts(dialect.lexicon, dialect.quote), hasType, ...dialect })
  known[dialect.name as DialectName] = Object.create(absentMembers(dialect.name), members)
}

/** Members that a dialect may omit; reading an omitted one throws an error with its name. */
const absentMembers = (name: string): Readonly<Record<LaterMember, never>> => ({
  get reverse(): never {
    throw new OrmError([missingInDialect(name, 'reverse', 'reading a database')])
  },
  get alter(): never {
    throw new OrmError([missingInDialect(name, 'alter', 'migrations')])
  },
})

export type { DialectName } from '../model/index.js'
export {
  type AlterContext,
  type AlterRules,
  type AlterStatement,
  type Aspect,
  altersColumns,
  type ColumnChange,
  type ListChange,
  lostValues,
  type MadeType,
  type NameChange,
  onlyAddsValues,
  orderedRenames,
  type TableChange,
  type TypeLimits,
  type Wait,
  type Waiting,
} from './alter-rules.js'
export type {
  CatalogCheck,
  CatalogColumn,
  CatalogDomain,
  CatalogExclusion,
  CatalogForeignKey,
  CatalogIndex,
  CatalogIndexColumn,
  CatalogTable,
  CatalogValueType,
  CatalogView,
} from './catalog.js'
export { stringLiteral } from './clauses.js'
export type { Dialect, OwnTable, Script, SqlSettings } from './dialect.js'
export { type LengthLimit, lengthLimit } from './length-limit.js'
export { atLineStart, tokenAt } from './lex.js'
export type { Lexicon } from './lexicon.js'
export type { PartitionChange, SqlPart } from './partitions.js'
export { nativeType } from './reverse-rules.js'
export { namesOf, type Refusal, refusals, understand, withoutComments } from './safe-statements.js'
export { createObject, dropObject, mentioner, objectFacts, orderedObjects, queryText } from './script-objects.js'
export type { SeedRules } from './seed-rules.js'
export { type Statement, splitStatements } from './split-statements.js'
export { bareName, unquotedName, writtenName } from './sql-names.js'
export { isString, withoutParentheses } from './sql-text.js'
export { placedTokens, rewritten, significantTokens } from './sql-words.js'
export { terminated } from './terminated.js'
export { holdsUuidBytes, swapsUuids } from './uuid.js'
export type { Vendor } from './vendor.js'
export {
  adapterNames,
  inMemory,
  vendorOf,
  vendorOfAdapter,
  vendorOfWord,
} from './vendors.js'
