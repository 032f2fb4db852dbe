/** What the packages may import: the table of the architecture as data. An import that it does not name is an error. */

/** For each package, the packages of ours that it may import. */
export const packageRules: Readonly<Record<string, readonly string[]>> = {
  core: [],
  project: ['core'],
  database: ['core'],
  cli: ['core', 'project', 'database'],
  gulp: ['core', 'project', 'database'],
  grunt: ['core', 'project', 'database'],
  rollup: ['core', 'project', 'database'],
}

/** One folder or file of `packages/core/src`. */
export interface Layer {
  /** `*` stands for any one folder. */
  readonly path: string
  /** Layers above this one in the table that it nevertheless knows nothing of. */
  readonly not?: readonly string[]
  /** npm packages and node modules that only the layers naming them may import. */
  readonly external?: readonly string[]
  /** Whether the folders inside know nothing of each other. */
  readonly apart?: boolean
}

/** From the ground up: a layer imports itself and those before it. */
export const coreLayers: readonly Layer[] = [
  { path: 'escape' },
  { path: 'yaml.ts', external: ['yaml', 'node:module'] },
  { path: 'errors' },
  { path: 'files.ts', not: ['errors'], external: ['node:fs', 'node:fs/promises'] },
  { path: 'php-runner.ts', not: ['errors', 'files.ts'], external: ['node:child_process', 'node:os'] },
  // The kinds of keys, and what configurations have to know of each vendor; the rest of both comes later.
  { path: 'config/key-rules.ts' },
  { path: 'dialects/vendor.ts' },
  { path: 'dialects/*/vendor.ts' },
  { path: 'dialects/vendors.ts' },
  { path: 'options.ts', not: ['files.ts', 'php-runner.ts'] },
  { path: 'xml', external: ['saxes', 'node:module'] },
  { path: 'model', not: ['xml'] },
  { path: 'dialects', not: ['xml'], apart: true },
  { path: 'schema', not: ['dialects'] },
  { path: 'config', not: ['schema'], external: ['yaml', 'jsonc-parser', 'php-parser'] },
  { path: 'reverse' },
  { path: 'migrations', not: ['xml', 'schema', 'reverse'] },
  { path: 'diagram', not: ['xml', 'schema', 'config', 'dialects', 'reverse', 'migrations'] },
  { path: 'php', not: ['xml', 'reverse'] },
  { path: 'behaviors', apart: true, external: ['node:module', 'php-parser'] },
  { path: 'compile' },
  { path: 'entries/behavior.ts' },
  { path: 'entries/dialect.ts' },
  { path: 'stream', external: ['vinyl', 'through2', 'node:stream'] },
  { path: 'entries/internal-config.ts' },
  { path: 'entries/internal.ts', not: ['stream'] },
  { path: 'entries/public.ts' },
]

/** Node modules that compute and touch nothing: every layer of core may import them. */
export const pureModules: readonly string[] = ['node:crypto', 'node:path', 'node:url', 'node:util']

/** Globals that core must not use: it gets what it needs from its caller, and gives back what it has to say. */
export const forbiddenGlobals: readonly string[] = ['process', 'console']

/** Names of vendors, in code: only what is in these places may have them. Everything else asks for a capability. */
export const vendorNames = /mysql|mariadb|pgsql|postgres|sqlite|mssql|sqlsrv|sql ?server|oracle|\boci\b|dblib|innodb/i

export const vendorFolders: readonly string[] = [
  'packages/core/src/dialects/',
  'packages/database/src/dialects/',
  // The text of docs/errors.md.
  'packages/core/src/errors/explanations.ts',
]

/** Names that have a vendor in them but are those of somebody else, by file. */
export const foreignNames: Readonly<Record<string, readonly string[]>> = {
  // Classes of the library that projects come from.
  'packages/cli/src/commands/migrate-code.ts': ['MssqlPropelPDO', 'MssqlOrmPDO'],
}
