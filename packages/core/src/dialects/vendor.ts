import type { KeyRule, MapRule, TextForm } from '../settings/key-rules.js'

/** What configurations need to know of a vendor. Small commands load this, and not the code that makes SQL. */
export interface Vendor {
  /** As `adapter` of connections and `<vendor type>` of schemas have it. */
  readonly name: string
  /** Other names that `adapter` takes, which the PHP runtime gets as they are. */
  readonly aliases?: readonly string[]
  /** What else people call it, in lower case: understood where a person is asked, and in hints. */
  readonly words?: readonly string[]
  /** PDO drivers whose data source names it takes; its own name is the form that `--connection` gives. */
  readonly pdoDrivers: readonly string[]
  /** The vendor's name of UTF-8, and the statement that a new project gets. */
  readonly utf8: { readonly charset: string; readonly query?: string }
  /** What a data source name consists of, for those who are asked for one. */
  readonly dsn: DsnParts
  /** How its parts are written: with blanks between them and quotes, or with braces. @default semicolons only */
  readonly dsnSyntax?: 'blanks' | 'braces'
  /** Whether its PDO drivers know `ATTR_EMULATE_PREPARES` and `ATTR_TIMEOUT`; others refuse the connection. */
  readonly takesPdoDefaults: boolean
  /** PDO constructor options of its own, by the name of their constant without `PDO::`. */
  readonly pdoOptions?: Readonly<Record<string, KeyRule>>
  /** Keys of `orm.database.adapters.<name>`. */
  readonly settings?: MapRule
  /** Options of commands that stand for one of these keys. */
  readonly options?: Readonly<Record<string, VendorOption>>
  /** Expressions in SQL that few other vendors know. */
  readonly expressions: readonly RegExp[]
}

export type DsnParts =
  | { readonly kind: 'file' }
  /** `user` is the one that a new server has. */
  | { readonly kind: 'server'; readonly port: number; readonly user: string }
  /** For each name of the adapter, an example with the address of its manual. */
  | { readonly kind: 'text'; readonly examples: Readonly<Record<string, string>> }

export interface VendorOption {
  readonly type: 'string'
  readonly help: string
  /** Where the configuration has it. */
  readonly default: string
  readonly vendor: string
  readonly setting: string
  readonly form: TextForm
}
