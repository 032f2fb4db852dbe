import { type DialectName, dialectNames, isDialectName } from '../model/dialect-name.js'
import type { KeyRule, ValueOf } from '../settings/key-rules.js'
import { vendor as mssql } from './mssql/vendor.js'
import { vendor as mysql } from './mysql/vendor.js'
import { vendor as oracle } from './oracle/vendor.js'
import { vendor as pgsql } from './pgsql/vendor.js'
import { vendor as sqlite } from './sqlite/vendor.js'
import type { Vendor } from './vendor.js'

export { inMemory } from './sqlite/vendor.js'

/** The DSN used in documentation. */
export const exampleDsn = 'mysql:host=db1;dbname=bookstore'

/** The bundled vendors in the order shown to users. */
const bundled = [mysql, pgsql, sqlite, mssql, oracle] as const satisfies readonly (Vendor & { name: DialectName })[]

type Bundled = (typeof bundled)[number]

// The collections below are mutable, because every registered dialect is added to them.

const vendors = new Map<string, Vendor>()

/** The values that `adapter` of a connection accepts: names first, then aliases. */
export const adapterNames: string[] = []

/** The values accepted from users: names, aliases and other words for a vendor. */
export const adapterWords: string[] = []

type Sections = { readonly [V in Extract<Bundled, { readonly settings: object }> as V['name']]: V['settings'] }

/** The keys of `orm.database.adapters` by vendor. */
export const settingKeys = {} as Sections

/** Registers a vendor by its name. Whether a configuration accepts the name is decided elsewhere. */
export function addVendor(vendor: Vendor): void {
  vendors.set(vendor.name, vendor)
  if (!isDialectName(vendor.name)) dialectNames.push(vendor.name as DialectName)
}

/** Registers a vendor for every configuration. */
export function addVendorForAll(vendor: Vendor): void {
  const { name, aliases = [], words = [], settings } = vendor
  addVendor(vendor)
  adapterNames.splice(vendors.size - 1, 0, name)
  adapterNames.push(...aliases)
  adapterWords.push(name, ...aliases, ...words)
  if (settings) Object.assign(settingKeys, { [name]: settings })
}

for (const vendor of bundled) addVendorForAll(vendor)

/** The settings in `orm.database.adapters`. */
export type SqlSettings = { readonly [Name in keyof Sections]: ValueOf<Sections[Name]> }

/** PDO constructor options that only one vendor supports. */
export const pdoOptions: Readonly<Record<string, KeyRule>> = Object.assign(
  {},
  ...bundled.map((vendor) => ('pdoOptions' in vendor ? vendor.pdoOptions : {})),
)

/** Attributes of PDO drivers, by the constant's name without `PDO::`. */
export const pdoAttributes: readonly string[] = bundled.flatMap(({ pdoAttributes }) => pdoAttributes)

type Options = Extract<Bundled, { readonly options: object }>['options']

/** Command options that only concern one vendor. */
export const vendorOptions = Object.assign(
  {},
  ...bundled.map((vendor) => ('options' in vendor ? vendor.options : {})),
) as Options

export const vendorOf = (name: DialectName): Vendor => vendors.get(name)!

/** Returns the vendor for a connection's `adapter`. */
export const vendorOfAdapter = (adapter: string): DialectName | undefined =>
  [...vendors.values()].find(({ name, aliases }) => name === adapter || aliases?.includes(adapter))?.name as
    | DialectName
    | undefined

/** Returns the vendor that a user means by a word, such as `postgres` or `MariaDB`. */
export function vendorOfWord(word: string): DialectName | undefined {
  const lower = word.toLowerCase()
  const known = [...vendors.values()].find(({ words }) => words?.includes(lower))?.name as DialectName | undefined
  return vendorOfAdapter(lower) ?? known
}

/** Returns the vendor for the prefix of a DSN. It may be a PDO driver, because people copy existing DSNs. */
export const vendorOfDriver = (driver: string): DialectName | undefined =>
  vendorOfAdapter(driver) ??
  ([...vendors.values()].find(({ pdoDrivers }) => pdoDrivers.includes(driver))?.name as DialectName | undefined)

/** Returns the vendors that support an expression, if only few do. */
export const ownersOf = (expression: string): DialectName[] =>
  dialectNames.filter((name) => vendorOf(name).expressions.some((pattern) => pattern.test(expression)))
