import { vendorOptions } from './dialects/vendors.js'
import { badOption, unknownOption, wrongOptionType } from './errors/config-errors.js'
import { type Diagnostic, OrmError } from './errors/index.js'
import { isInShellHome } from './escape/index.js'
import { dialectNames } from './model/dialect-name.js'

interface OptionRule {
  /** A list is given by naming the option several times. */
  readonly type: 'string' | 'boolean' | 'number' | 'list'
  /** What a command does without the option. */
  readonly default: string
  readonly help: string
  /** The only values that there are. */
  readonly values?: readonly string[]
  /** Whether it names a directory. */
  readonly isPath?: true
}

/** Options that every host offers under the same name; the CLI derives its flags and help from this table. */
export const optionTable = {
  configDir: {
    type: 'string',
    isPath: true,
    default: '.',
    help: 'directory of orm.<ext> (its conf/ and config/ are searched too), or the file itself',
  },
  schemaDir: { type: 'string', isPath: true, default: 'paths.schemaDir', help: 'directory of the *schema.xml files' },
  sqlDir: { type: 'string', isPath: true, default: 'paths.sqlDir', help: 'directory of sqldb.map and the SQL files' },
  outputDir: {
    type: 'string',
    isPath: true,
    default: 'the directory in the configuration',
    help: 'directory to write to',
  },
  outputFile: { type: 'string', default: 'config.php', help: 'name of the file to write' },
  loaderScriptDir: {
    type: 'string',
    isPath: true,
    default: 'paths.loaderScriptDir, else the output directory',
    help: 'directory of loadDatabase.php',
  },
  keepEnv: {
    type: 'boolean',
    default: 'off',
    help: "write %env.NAME% as getenv('NAME'), so that PHP reads it at runtime and no file contains the value",
  },
  connection: {
    type: 'list',
    default: 'the connections of the configuration',
    help: 'override a connection: name=adapter:key=value;…;user=u;password=p',
  },
  platform: {
    type: 'string',
    default: 'the adapter of the connection',
    help: `database to generate SQL for: ${dialectNames.join(', ')}`,
  },
  ...vendorOptions,
  tablePrefix: { type: 'string', default: 'generator.tablePrefix', help: 'prefix of every table name' },
  overwrite: {
    type: 'boolean',
    default: 'off',
    help: 'replace files that Orm did not generate or that were edited since, and lines that you added to sqldb.map',
  },
  validate: { type: 'boolean', default: 'on', help: 'no effect: the schema is always checked' },
  recursive: { type: 'boolean', default: 'off', help: 'look for schema files in subdirectories too' },
  plugins: {
    type: 'boolean',
    default: 'on',
    help: 'load project behaviors and run orm.php (off: --no-plugins)',
  },
  ignoreUnknownBehaviors: {
    type: 'boolean',
    default: 'generator.ignoreUnknownBehaviors',
    help: 'ignore behaviors that do not exist, with one warning for each',
  },
  allowUnknownConstraints: {
    type: 'boolean',
    default: 'generator.allowUnknownConstraints',
    help: 'treat unknown `validate` constraints as Symfony constraints',
  },
  strict: { type: 'boolean', default: 'off', help: 'treat warnings as errors' },
  format: {
    type: 'string',
    values: ['text', 'json'],
    default: 'text',
    help: 'format of the report: text for people, or one JSON document on standard output for tools',
  },
  dryRun: { type: 'boolean', default: 'off', help: 'show what would be done, and change nothing' },
  check: { type: 'boolean', default: 'off', help: 'write nothing, and fail if a file is outdated' },
  watch: { type: 'boolean', default: 'off', help: 'keep running, and rebuild whenever a source changes' },
  safe: { type: 'boolean', default: 'off', help: 'run only statements that cannot lose rows' },
  to: {
    type: 'string',
    default: 'the latest; with migration:down, the one before it',
    help: 'target version',
  },
  lockTimeout: {
    type: 'number',
    default: '30',
    help: 'seconds to wait for another run, and for locked tables',
  },
  statementTimeout: { type: 'number', default: 'no limit', help: 'time limit of a statement, in seconds' },
  allowLoss: { type: 'boolean', default: 'off', help: 'delete rows without asking' },
  createDatabase: { type: 'boolean', default: 'off', help: 'create the database if it does not exist' },
  yes: { type: 'boolean', default: 'off', help: 'drop and change tables that contain rows without asking' },
} as const satisfies Record<string, OptionRule>

export type OptionName = keyof typeof optionTable

/** Options that are about one vendor. */
export const vendorOptionNames = Object.keys(vendorOptions) as (keyof typeof vendorOptions)[]

/** Options that go before what the configuration says, wherever a configuration is read. */
export const configOptionNames = [
  'connection',
  'platform',
  ...vendorOptionNames,
  'tablePrefix',
  'ignoreUnknownBehaviors',
  'allowUnknownConstraints',
] as const satisfies OptionName[]

/** The value of an option. */
interface OptionTypes {
  readonly string: string
  readonly boolean: boolean
  readonly number: number
  readonly list: readonly string[]
}

export type OrmOptions = { readonly [Name in OptionName]?: OptionTypes[(typeof optionTable)[Name]['type']] }

/** Throws an OrmError that names every unknown or mistyped option. */
export function checkOptions(given: object, allowed: readonly string[]): void {
  const problems: Diagnostic[] = []
  for (const [name, value] of Object.entries(given)) {
    if (!allowed.includes(name)) problems.push(unknownOption(name, allowed))
    else if (Object.hasOwn(optionTable, name) && value !== undefined) {
      const { type } = optionTable[name as OptionName]
      if (typeOfValue(value) !== type) problems.push(wrongOptionType(name, type, typeOfValue(value)))
      else if (isUnknownHome(name as OptionName, value)) problems.push(badOption(name, value, 'path'))
    }
  }
  if (problems.length > 0) throw new OrmError(problems)
}

/** Whether an option names a directory by what only a shell understands. */
export const isUnknownHome = (name: OptionName, value: unknown): value is string =>
  'isPath' in optionTable[name] && typeof value === 'string' && isInShellHome(value)

const typeOfValue = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? 'list' : typeof value
