/** The import rules of the packages: the table of the architecture as data. An import that is not listed is an error. */

/** For each package, the Orm packages that it may import. */
export const packageRules: Readonly<Record<string, readonly string[]>> = {
  core: [],
  project: ['core'],
  database: ['core'],
  cli: ['core', 'project', 'database', 'studio'],
  gulp: ['core', 'project', 'database'],
  grunt: ['core', 'project', 'database'],
  rollup: ['core', 'project', 'database'],
  'language-server': ['core', 'project', 'database'],
  studio: ['core', 'project', 'database'],
}

/** One folder or file of a package's `src`. */
export interface Layer {
  /** `*` stands for any folder name. */
  readonly path: string
  /** Earlier layers in the table that this one must not import. */
  readonly not?: readonly string[]
  /** npm packages and Node modules that only the layers listing them may import. */
  readonly external?: readonly string[]
  /** Whether the folders inside must not import each other. */
  readonly apart?: boolean
}

/** Starts with the lowest layer: each layer may import itself and earlier ones. */
const coreLayers: readonly Layer[] = [
  { path: 'errors' },
  { path: 'escape' },
  { path: 'files.ts', not: ['errors', 'escape'] },
  { path: 'php-runner.ts', not: ['errors', 'escape', 'files.ts'] },
  { path: 'modules.ts', not: ['errors', 'escape', 'php-runner.ts'], external: ['node:module'] },
  { path: 'xml', external: ['saxes', 'xmlbuilder2', 'xmlbuilder2/lib/interfaces.js', 'node:module'] },
  { path: 'model', not: ['xml'] },
  { path: 'settings', not: ['xml'] },
  { path: 'dialects', not: ['xml'], apart: true },
  { path: 'options.ts', not: ['files.ts', 'php-runner.ts', 'xml'] },
  { path: 'schema' },
  { path: 'config', not: ['schema'], external: ['yaml', 'jsonc-parser', 'php-parser', 'node:module'] },
  { path: 'seeds', not: ['xml'] },
  { path: 'php', not: ['xml', 'seeds'] },
  { path: 'behaviors', apart: true, external: ['node:module', 'php-parser'] },
  { path: 'evolve' },
  { path: 'outputs', external: ['lodash.template', 'node:module', 'node:vm'] },
  { path: 'compile' },
  { path: 'stream', external: ['vinyl', 'through2', 'node:stream'] },
  { path: 'entries/host.ts', external: ['node:fs/promises', 'node:child_process', 'node:os'] },
  { path: 'entries' },
]

/** The layers of `packages/database/src`, in the same order. */
const databaseLayers: readonly Layer[] = [
  { path: 'session' },
  { path: 'dialects', apart: true },
  { path: 'connect' },
  { path: 'introspect' },
  { path: 'execute' },
  { path: 'lists' },
  { path: 'browse' },
  { path: 'seeds' },
  { path: 'migrations' },
  { path: 'insert' },
  { path: 'index.ts' },
]

export const layers: Readonly<Record<string, readonly Layer[]>> = { core: coreLayers, database: databaseLayers }

/** Node modules without side effects, which every layer of core may import. */
export const pureModules: readonly string[] = ['node:crypto', 'node:path', 'node:url', 'node:util']

/** Globals that core must not use. It gets its input from the caller and returns its output. */
export const forbiddenGlobals: readonly string[] = ['process', 'console']

/** Vendor names in code, which are only allowed in these places. All other code asks for a capability. */
export const vendorNames = /mysql|mariadb|pgsql|postgres|sqlite|mssql|sqlsrv|sql ?server|oracle|\boci\b|dblib|innodb/i

export const vendorFolders: readonly string[] = [
  'packages/core/src/dialects/',
  'packages/database/src/dialects/',
  'packages/core/src/model/dialect-name.ts',
  // How each database stores each column type.
  'packages/core/src/model/types/',
  // The text of docs/errors.md.
  'packages/core/src/errors/explanations.ts',
]

/** Third-party names that contain a vendor name, by file. */
export const foreignNames: Readonly<Record<string, readonly string[]>> = {
  // Class names of the library that projects migrate from.
  'packages/core/src/config/propel-names.ts': ['MssqlPropelPDO', 'MssqlOrmPDO'],
}
