import type { KeyRule, MapRule, TextForm } from '../settings/key-rules.js'

/** What configurations need to know about a vendor. Small commands only load this, not the code that generates SQL. */
export interface Vendor {
  /** The name used for `adapter` of connections and `<vendor type>` of schemas. */
  readonly name: string
  /** Other names that `adapter` accepts; the PHP runtime gets them unchanged. */
  readonly aliases?: readonly string[]
  /** Other words for the vendor, in lower case; accepted in prompts and used in hints. */
  readonly words?: readonly string[]
  /** PDO drivers whose DSNs the vendor accepts; its own name is the form that `--connection` uses. */
  readonly pdoDrivers: readonly string[]
  /** The vendor's name for UTF-8, and the statement that a new project gets. */
  readonly utf8: { readonly charset: string; readonly query?: string }
  /** The parts of a DSN, for prompts. */
  readonly dsn: DsnParts
  /** The syntax of DSN parts: separated by spaces and quoted, or in braces. @default semicolons only */
  readonly dsnSyntax?: 'blanks' | 'braces'
  /** Whether its PDO drivers support `ATTR_EMULATE_PREPARES` and `ATTR_TIMEOUT`; other drivers reject the connection. */
  readonly takesPdoDefaults: boolean
  /** Its own PDO constructor options, by the constant's name without `PDO::`. */
  readonly pdoOptions?: Readonly<Record<string, KeyRule>>
  /** The attributes of its PDO drivers, by the constant's name without `PDO::`. */
  readonly pdoAttributes?: readonly string[]
  /** Keys of `orm.database.adapters.<name>`. */
  readonly settings?: MapRule
  /** Command options that set one of these keys. */
  readonly options?: Readonly<Record<string, VendorOption>>
  /** SQL expressions that few other vendors support. */
  readonly expressions: readonly RegExp[]
}

export type DsnParts =
  | { readonly kind: 'file' }
  /** `user` is the default user of a new server. */
  | { readonly kind: 'server'; readonly port: number; readonly user: string }
  /** Example DSNs with links to the manual, by adapter name. */
  | { readonly kind: 'text'; readonly examples: Readonly<Record<string, string>> }

export interface VendorOption {
  readonly type: 'string'
  readonly help: string
  /** The configuration key that provides the default. */
  readonly default: string
  readonly vendor: string
  readonly setting: string
  readonly form: TextForm
}
