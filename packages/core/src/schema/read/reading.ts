import type { Diagnostic, Mark } from '../../errors/index.js'
import { nameShortened } from '../../errors/schema/key-errors.js'
import {
  type BoundPlatform,
  type DomainCheck,
  fittedName,
  type IdMethod,
  type NamingMethod,
  type ParameterValue,
  type Table,
  type VendorParameters,
  type Visibility,
} from '../../model/index.js'
import type { SchemaContext } from '../context.js'
import type { SchemaElement } from '../element.js'
import type { SchemaBehavior } from '../schema-behavior.js'
import type { Location } from './location.js'

/** The context for reading a part of a database. */
export interface Reading {
  readonly context: SchemaContext
  readonly platform: BoundPlatform
  /** The domains that its columns may use. */
  readonly domains: ReadonlyMap<string, DeclaredDomain>
  /** The sequences that its columns may use. The value is false for those that this database does not have. */
  readonly sequences: ReadonlyMap<string, boolean>
  /** The behaviors of `config_store` elements, by id. Undefined if the element has an error. */
  readonly stored: ReadonlyMap<string, StoredBehavior | undefined>
  /** The file settings of each table read so far, for what behaviors add to the table. */
  readonly inherited: Map<Table, TableSettings>
  /** Model parts that already have an error. Errors that follow from it are not reported. */
  readonly broken: Set<object>
  /** Reports a problem. Returns whether it counts as an error. */
  report(diagnostic: Diagnostic): boolean
  /** The number of errors reported so far. */
  errorCount(): number
}

/** A `<domain>`: the element with the settings for columns, and the checks of their values. */
export interface DeclaredDomain {
  readonly element: SchemaElement
  readonly name: string
  readonly schema?: string
  readonly checks: readonly DomainCheck[]
}

/** The contents of a `<behavior name="config_store">`, for `config_load`. */
export interface StoredBehavior {
  readonly element: SchemaElement
  readonly behavior: SchemaBehavior
  /** The name of the stored behavior. */
  readonly name: string
  readonly parameters: ReadonlyMap<string, ParameterValue>
  /** Returns the next number, for each use that needs its own id. */
  number(): number
}

/** Marks a part as broken, and its origin, by which the copies that behaviors make of the part are known. */
export function markBroken(part: { readonly origin: object }, { broken }: Pick<Reading, 'broken'>): void {
  broken.add(part)
  broken.add(part.origin)
}

/** Returns the SQL name of something declared here, and reports if the name had to be shortened. */
export function declaredName(
  name: string,
  at: Mark,
  { platform, report }: Pick<Reading, 'platform' | 'report'>,
): string {
  const fitted = fittedName(name, platform)
  if (fitted !== name) report(nameShortened(at, name, platform, fitted))
  return fitted
}

/** Returns the SQL name of something that is declared elsewhere. */
export const namedElsewhere = (name: string, { platform }: Pick<Reading, 'platform'>): string =>
  fittedName(name, platform)

/** Settings that tables inherit from the `<database>` in the same file. */
export interface FileSettings {
  readonly idMethod: IdMethod
  readonly namingMethod: NamingMethod
  readonly accessorVisibility: Visibility
  readonly mutatorVisibility: Visibility
  readonly stringFormat: string
  readonly namespace: string | undefined
  readonly package: string | undefined
  readonly schema: string | undefined
  /** Location of the classes of tables that have no namespace, package or schema. */
  readonly location: Location
  readonly tablePrefix: string
  readonly baseClass: string | undefined
  readonly baseQueryClass: string | undefined
  readonly heavyIndexing: boolean
  readonly identifierQuoting: boolean
  readonly vendor: VendorParameters
  readonly referenceOnly: boolean
}

/** Settings that the parts of a table inherit. */
export interface TableSettings {
  readonly file: FileSettings
  /** How PHP names are derived from column names. */
  readonly namingMethod: NamingMethod
  readonly columnPrefix: string
}
