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

/** What reading a part of a database needs to know and may do. */
export interface Reading {
  readonly context: SchemaContext
  readonly platform: BoundPlatform
  /** Domains that its columns may name. */
  readonly domains: ReadonlyMap<string, DeclaredDomain>
  /** Sequences that its columns may name; false for those that this database leaves out. */
  readonly sequences: ReadonlyMap<string, boolean>
  /** What `config_store` elements hold, by id; undefined for those with an error of their own. */
  readonly stored: ReadonlyMap<string, StoredBehavior | undefined>
  /** What each table read so far has from its file, for what behaviors add to it. */
  readonly inherited: Map<Table, TableSettings>
  /** Parts of the model with an error of their own: what follows from it is not reported. */
  readonly broken: Set<object>
  /** Returns whether it counts as an error. */
  report(diagnostic: Diagnostic): boolean
  /** How many errors were reported so far. */
  errorCount(): number
}

/** A `<domain>`: what columns take from it, and the conditions of their values. */
export interface DeclaredDomain {
  readonly element: SchemaElement
  readonly name: string
  readonly schema?: string
  readonly checks: readonly DomainCheck[]
}

/** What a `<behavior name="config_store">` holds for those that load it. */
export interface StoredBehavior {
  readonly element: SchemaElement
  readonly behavior: SchemaBehavior
  /** The name of that behavior. */
  readonly name: string
  readonly parameters: ReadonlyMap<string, ParameterValue>
  /** One number for each use that needs an id of its own. */
  number(): number
}

/** The SQL name for what is declared under a name. */
export function declaredName(
  name: string,
  at: Mark,
  { platform, report }: Pick<Reading, 'platform' | 'report'>,
): string {
  const fitted = fittedName(name, platform)
  if (fitted !== name) report(nameShortened(at, name, platform, fitted))
  return fitted
}

/** The SQL name of what another place declares. */
export const namedElsewhere = (name: string, { platform }: Pick<Reading, 'platform'>): string =>
  fittedName(name, platform)

/** What tables inherit from the `<database>` of the file that they are written in. */
export interface FileSettings {
  readonly idMethod: IdMethod
  readonly namingMethod: NamingMethod
  readonly accessorVisibility: Visibility
  readonly mutatorVisibility: Visibility
  readonly stringFormat: string
  readonly namespace: string | undefined
  readonly package: string | undefined
  readonly schema: string | undefined
  /** Where the classes of tables without a namespace, package or schema of their own go. */
  readonly location: Location
  readonly tablePrefix: string
  readonly baseClass: string | undefined
  readonly baseQueryClass: string | undefined
  readonly heavyIndexing: boolean
  readonly identifierQuoting: boolean
  readonly vendor: VendorParameters
  readonly referenceOnly: boolean
}

/** What the parts of a table inherit. */
export interface TableSettings {
  readonly file: FileSettings
  /** How the names of columns become PHP names. */
  readonly namingMethod: NamingMethod
  readonly columnPrefix: string
}
