import type { FindBehavior } from '../behaviors/index.js'
import type { Config } from '../config/index.js'
import type { Database } from '../model/index.js'

/** The compiled schemas and configuration, for the outputs. */
export interface Compiled {
  readonly config: Config
  readonly databases: readonly Database[]
  /** The schema files that the databases were compiled from. */
  readonly schemas: readonly string[]
  /** Names of tables that were omitted because of errors. */
  readonly leftOut: readonly string[]
  /** Whether behaviors of the project or of packages were used, whose code may read anything. */
  readonly usesModules: boolean
  /** Finds the behaviors that tables use. */
  readonly findBehavior: FindBehavior
}
