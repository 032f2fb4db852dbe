import type { Config } from '../../config/index.js'
import type { CatalogTable, Dialect } from '../../dialects/index.js'
import type { Extension, Sequence } from '../../model/index.js'
import type { Expressions } from './expressions.js'

export interface ReverseOptions {
  /** `name` of the `<database>`. */
  readonly database: string
  readonly namespace?: string
  /** What the server has besides itself. */
  readonly extensions?: readonly Extension[]
  /** Sequences that belong to no column. */
  readonly sequences?: readonly Sequence[]
  /** Whether views become read-only tables without their SQL. @default false */
  readonly viewsAsTables?: boolean
  readonly config: Pick<Config, 'adapters' | 'excludeTables' | 'migrations'>
}

/** What every part of a reverse works with. */
export interface ReverseContext {
  readonly dialect: Dialect
  readonly config: ReverseOptions['config']
  /** The tables of the schema, by `idOf()`. */
  readonly known: ReadonlyMap<string, CatalogTable>
  readonly notice: (text: string) => void
  readonly expressions: Expressions
}
