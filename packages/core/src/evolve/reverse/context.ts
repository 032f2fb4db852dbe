import type { Config } from '../../config/index.js'
import type { CatalogTable, Dialect } from '../../dialects/index.js'
import type { Extension, Sequence } from '../../model/index.js'
import type { Expressions } from './expressions.js'

export interface ReverseOptions {
  /** The `name` attribute of the `<database>`. */
  readonly database: string
  readonly namespace?: string
  /** Extensions of the server. */
  readonly extensions?: readonly Extension[]
  /** Sequences that belong to no column. */
  readonly sequences?: readonly Sequence[]
  /** Whether views become read-only tables without their SQL. @default false */
  readonly viewsAsTables?: boolean
  readonly config: Pick<Config, 'adapters' | 'excludeTables' | 'migrations'>
}

/** The shared context of a reverse. */
export interface ReverseContext {
  readonly dialect: Dialect
  readonly config: ReverseOptions['config']
  /** The tables of the schema by `idOf()`. */
  readonly known: ReadonlyMap<string, CatalogTable>
  readonly notice: (text: string) => void
  readonly expressions: Expressions
}
