import { type DialectName, dialectNames, isDialectName } from '../model/dialect-name.js'
import type { KeyRule, ValueOf } from '../settings/key-rules.js'
import { vendor as mssql } from './mssql/vendor.js'
import { vendor as mysql } from './mysql/vendor.js'
import { vendor as oracle } from './oracle/vendor.js'
import { vendor as pgsql } from './pgsql/vendor.js'
import { vendor as sqlite } from './sqlite/vendor.js'
import type { Vendor } from './vendor.js'

export { inMemory } from './sqlite/vendor.js'

/** The data source name that documentation shows. */
export const exampleDsn = 'mysql:host=db1;dbname=bookstore'

/** The list of vendors, in the order in which people see them. */
const bundled = [mysql, pgsql, sqlite, mssql, oracle] as const satisfies readonly (Vendor & { name: DialectName })[]

type Bundled = (typeof bundled)[number]

// What follows grows with every dialect that is registered, so that the tables which hold it do.

const vendors = new Map<string, Vendor>()

/** What `adapter` of a connection may be: the names, then the other ones. */
export const adapterNames: string[] = []

/** What people may write for them: these, and the words that mean one. */
export const adapterWords: string[] = []

type Sections = { readonly [V in Extract<Bundled, { readonly settings: object }> as V['name']]: V['settings'] }

/** The keys of `orm.database.adapters`, by vendor. */
export const settingKeys = {} as Sections

/** Makes a vendor known by its name; which configurations take the name is another question. */
export function addVendor(vendor: Vendor): void {
  vendors.set(vendor.name, vendor)
  if (!isDialectName(vendor.name)) dialectNames.push(vendor.name as DialectName)
}

/** The same for every configuration. */
export function addVendorForAll(vendor: Vendor): void {
  const { name, aliases = [], words = [], settings } = vendor
  addVendor(vendor)
  adapterNames.splice(vendors.size - 1, 0, name)
  adapterNames.push(...aliases)
  adapterWords.push(name, ...aliases, ...words)
  if (settings) Object.assign(settingKeys, { [name]: settings })
}

for (const vendor of bundled) addVendorForAll(vendor)

/** `orm.database.adapters` of the configuration. */
export type SqlSettings = { readonly [Name in keyof Sections]: ValueOf<Sections[Name]> }

/** PDO constructor options that only one vendor has. */
export const pdoOptions: Readonly<Record<string, KeyRule>> = Object.assign(
  {},
  ...bundled.map((vendor) => ('pdoOptions' in vendor ? vendor.pdoOptions : {})),
)

type Options = Extract<Bundled, { readonly options: object }>['options']

/** Options of commands that are about one vendor. */
export const vendorOptions = Object.assign(
  {},
  ...bundled.map((vendor) => ('options' in vendor ? vendor.options : {})),
) as Options

export const vendorOf = (name: DialectName): Vendor => vendors.get(name)!

/** The vendor that `adapter` of a connection means. */
export const vendorOfAdapter = (adapter: string): DialectName | undefined =>
  [...vendors.values()].find(({ name, aliases }) => name === adapter || aliases?.includes(adapter))?.name as
    | DialectName
    | undefined

/** The vendor that people mean by a word: `postgres`, `MariaDB`. */
export function vendorOfWord(word: string): DialectName | undefined {
  const lower = word.toLowerCase()
  const known = [...vendors.values()].find(({ words }) => words?.includes(lower))?.name as DialectName | undefined
  return vendorOfAdapter(lower) ?? known
}

/** The same for the start of a data source name, which is a PDO driver: people copy what they have. */
export const vendorOfDriver = (driver: string): DialectName | undefined =>
  vendorOfAdapter(driver) ??
  ([...vendors.values()].find(({ pdoDrivers }) => pdoDrivers.includes(driver))?.name as DialectName | undefined)

/** The vendors that know an expression, where only few do. */
export const ownersOf = (expression: string): DialectName[] =>
  dialectNames.filter((name) => vendorOf(name).expressions.some((pattern) => pattern.test(expression)))
