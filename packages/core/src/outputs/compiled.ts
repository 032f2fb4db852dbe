import type { FindBehavior } from '../behaviors/index.js'
import type { Config } from '../config/index.js'
import type { Database } from '../model/index.js'

/** What the compiler makes of schemas and configuration, for the outputs. */
export interface Compiled {
  readonly config: Config
  readonly databases: readonly Database[]
  /** The schema files that they are made from. */
  readonly schemas: readonly string[]
  /** Names of tables with errors that the build goes on without. */
  readonly leftOut: readonly string[]
  /** Whether behaviors of the project or of packages took part, whose code may read anything. */
  readonly usesModules: boolean
  /** The behaviors that tables use. */
  readonly findBehavior: FindBehavior
}
