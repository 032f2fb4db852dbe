import { dialectNames, type OptionName, optionTable } from 'orm-core/internal/options'
import type { FlagRule } from './command.js'

type Help = Pick<FlagRule, 'default' | 'help'>

/** Options that are not flags, and vendor options whose help is in the option table. */
type Silent = 'overrides' | { [Name in OptionName]: (typeof optionTable)[Name] extends Help ? Name : never }[OptionName]

/** Default and help of each flag. */
const texts: Readonly<Record<Exclude<OptionName, Silent>, Help>> = {
  configDir: {
    default: '.',
    help: 'directory of orm.<ext> (its conf/ and config/ are searched too), or the file itself',
  },
  schemaDir: { default: 'paths.schemaDir', help: 'directory of the *schema.xml files' },
  sqlDir: { default: 'paths.sqlDir', help: 'directory of sqldb.map and the SQL files' },
  outputDir: { default: 'the directory in the configuration', help: 'directory to write to' },
  outputFile: { default: 'config.php', help: 'name of the file to write' },
  loaderScriptDir: {
    default: 'paths.loaderScriptDir, else the output directory',
    help: 'directory of loadDatabase.php',
  },
  keepEnv: {
    default: 'off',
    help: "write %env.NAME% as getenv('NAME'), so that PHP reads it at runtime and no file contains the value",
  },
  connection: {
    default: 'the connections of the configuration',
    help: 'override a connection: name=adapter:key=value;…;user=u;password=p',
  },
  platform: {
    default: 'the adapter of the connection',
    help: `database to generate SQL for: ${dialectNames.join(', ')}`,
  },
  tablePrefix: { default: 'generator.tablePrefix', help: 'prefix of every table name' },
  overwrite: {
    default: 'off',
    help: 'replace files that Orm did not generate or that were edited since, and lines that you added to sqldb.map',
  },
  validate: { default: 'on', help: 'no effect: the schema is always checked' },
  recursive: { default: 'off', help: 'look for schema files in subdirectories too' },
  plugins: { default: 'on', help: 'load project behaviors and run orm.php (off: --no-plugins)' },
  ignoreUnknownBehaviors: {
    default: 'generator.ignoreUnknownBehaviors',
    help: 'ignore behaviors that do not exist, with one warning for each',
  },
  allowUnknownConstraints: {
    default: 'generator.allowUnknownConstraints',
    help: 'treat unknown `validate` constraints as Symfony constraints',
  },
  lenient: {
    default: 'generator.schema.strictness',
    help: 'accept mistakes in schemas that Propel does not notice, with a warning each',
  },
  strict: { default: 'off', help: 'treat warnings as errors' },
  keepGoing: { default: 'off', help: 'omit tables with errors and build the others, with exit code 6' },
  format: {
    default: 'text',
    help: 'format of the report: text for people, or one JSON document on standard output for tools; with --watch, one document per build, each on one line',
  },
  dryRun: { default: 'off', help: 'show what would be done, and change nothing' },
  check: { default: 'off', help: 'write nothing, and fail if a file is outdated' },
  watch: { default: 'off', help: 'keep running, and rebuild whenever a source changes' },
  safe: { default: 'off', help: 'run only statements that cannot lose rows' },
  to: { default: 'the latest; with migration:down, the one before it', help: 'target version' },
  lockTimeout: { default: '30', help: 'seconds to wait for another run, and for locked tables' },
  statementTimeout: { default: 'no limit', help: 'time limit of a statement, in seconds' },
  allowLoss: { default: 'off', help: 'delete rows without asking' },
  createDatabase: { default: 'off', help: 'create the database if it does not exist' },
  yes: { default: 'off', help: 'drop and change tables that contain rows without asking' },
}

/** Returns the flag of an option with its type, default and help. */
export const flagRule = (option: OptionName): FlagRule =>
  ({ ...optionTable[option], ...(texts as Partial<Record<OptionName, Help>>)[option] }) as FlagRule
