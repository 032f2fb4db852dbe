import type { Vendor } from '../dialects/vendor.js'
import {
  adapterNames,
  adapterWords,
  exampleDsn,
  pdoAttributes,
  pdoOptions,
  settingKeys,
  vendorOfWord,
} from '../dialects/vendors.js'
import { catalogue } from '../errors/catalogue.js'
import { lintCodes } from '../errors/migration-errors.js'
import {
  boolean,
  free,
  integer,
  list,
  listOrMap,
  type MapRule,
  map,
  named,
  number,
  openMap,
  section,
  text,
  type ValueOf,
} from '../settings/key-rules.js'

/**
 * All configuration keys: the validator, the defaults, the types of `Config`, the JSON Schema for editors and the tables of
 * docs/configuration.md all come from this table.
 */

export const defaultConnectionClass = 'Orm\\Runtime\\Connection\\ConnectionWrapper'

const classname = text('class of the connection: ConnectionWrapper, DebugPDO, ProfilerConnectionWrapper or your own')
const user = text('user name')
const password = text('password; `%env.NAME%` keeps it out of the file')

/** Attributes of every PDO driver. */
const commonAttributes = [
  'AUTOCOMMIT',
  'PREFETCH',
  'TIMEOUT',
  'ERRMODE',
  'SERVER_VERSION',
  'CLIENT_VERSION',
  'SERVER_INFO',
  'CONNECTION_STATUS',
  'CASE',
  'CURSOR_NAME',
  'CURSOR',
  'PERSISTENT',
  'STATEMENT_CLASS',
  'FETCH_TABLE_NAMES',
  'FETCH_CATALOG_NAMES',
  'DRIVER_NAME',
  'STRINGIFY_FETCHES',
  'MAX_COLUMN_LEN',
  'EMULATE_PREPARES',
  'DEFAULT_FETCH_MODE',
  'DEFAULT_STR_PARAM',
].map((name) => `ATTR_${name}`)

const knownAttributes = [...commonAttributes, ...pdoAttributes]

/**
 * The spellings that PHP reads: the number of an attribute, a constant of PDO with or without its class, as in
 * `PDO::MYSQL_ATTR_SSL_CA` and `Pdo\Mysql::ATTR_SSL_CA`, one of a driver that Orm does not know, or of another class.
 */
const attributeNames = [
  '[0-9]+',
  `\\\\?(?:PDO::)?(?:${[...knownAttributes, '(?:FB|ODBC|CUBRID)_ATTR_[A-Z_]+'].join('|')})`,
  `\\\\?Pdo\\\\[A-Za-z]+::(?:${[...new Set(knownAttributes.map((name) => name.replace(/^[A-Z]+_(?=ATTR_)/, '')))].join('|')})`,
  '\\\\?(?!PDO::|Pdo\\\\)[A-Za-z_][\\w\\\\]*::\\w+',
]
const attributePattern = `^(?:${attributeNames.join('|')})$`

const options = openMap(
  'PDO constructor options, by the name of their constant without `PDO::`',
  {
    ATTR_PERSISTENT: boolean('keep the connection open between requests'),
    ...pdoOptions,
  },
  attributePattern,
  knownAttributes,
  free('any other option that a PDO driver has'),
)

const attributes = openMap(
  'attributes set after connecting; an empty map sets the defaults `ATTR_EMULATE_PREPARES: false`, `ATTR_TIMEOUT: 30`',
  {
    ATTR_EMULATE_PREPARES: boolean('let PDO insert the values itself'),
    ATTR_TIMEOUT: integer('seconds to wait', { minimum: 1 }),
    ORM_ATTR_CACHE_PREPARES: boolean('reuse the statement for the same SQL'),
    isSlowOnly: boolean('with the profiling connection: log slow statements only'),
  },
  attributePattern,
  knownAttributes,
  free('any other attribute that a PDO driver has'),
)

const settings = map('character set and statements of a new connection', {
  charset: text('character set; the default is UTF-8, by the name that the database uses for it'),
  queries: listOrMap('statements to run, in order', text('a statement'), { item: ['query'] }),
})

const replica = section('', {
  dsn: text('DSN of the replica', { required: true, filled: true }),
  weight: integer('how often this replica is picked, compared with the others; 1 if it is not set', { minimum: 1 }),
  user,
  password,
  classname,
  options,
  attributes,
  settings,
})

const connection = section('', {
  adapter: text('the database system; `generator.dialects` adds further ones', {
    values: adapterNames,
    words: adapterWords,
    meaning: vendorOfWord,
    open: true,
    required: true,
  }),
  classname: { ...classname, default: defaultConnectionClass },
  dsn: text(`PDO DSN, such as \`${exampleDsn}\`; only commands that connect need it`, {
    filled: true,
  }),
  user,
  password,
  options,
  attributes,
  settings,
  model_paths: list('no effect at runtime', text('a directory'), {
    default: ['src', 'vendor'],
    item: ['model_path'],
  }),
  replicas: list('servers to read from; an entry takes the keys that it does not set from the connection', replica, {
    optional: true,
    item: ['replica', 'slave'],
    alias: 'slaves',
  }),
  stickySeconds: number(
    'with replicas: how many seconds reads go to the primary after a write; 0 for none; if it is not set, until `Orm::reset()`',
    { minimum: 0 },
  ),
  stickyUntilReplicated: boolean(
    'with replicas, instead of `stickySeconds`: reads go to the primary after a write until the replica has the write',
  ),
  maxLag: number('with replicas: a replica that is more than this number of seconds behind is not read from', {
    minimum: 0,
  }),
})

const log = section('', {
  type: text('kind of log', { values: ['stream', 'rotating_file', 'syslog'] }),
  path: text('file to write to'),
  level: integer('lowest level that is written', { values: [100, 200, 250, 300, 400, 500, 550, 600] }),
  bubble: boolean('let other handlers see the message too'),
  max_files: integer('files to keep', { minimum: 0 }),
  facility: text('facility of syslog'),
  ident: text('identity of syslog'),
})

const detail = (what: string, name: string) =>
  map(what, {
    name: text('label', { default: name }),
    precision: integer('digits', { minimum: 0, default: 3 }),
    pad: integer('width', { minimum: 0, default: 8 }),
  })

const profiler = map('how statements are timed; the defaults apply if the section exists', {
  classname: text('class of the profiler', { default: '\\Orm\\Runtime\\Util\\Profiler' }),
  slowThreshold: number('seconds from which a statement is slow', { default: 0.1, alias: 'slowTreshold' }),
  innerGlue: text('between a label and its value', { default: ': ' }),
  outerGlue: text('between two details', { default: ' | ' }),
  details: map('the details to show, in this order; the others are not shown', {
    time: detail('duration', 'Time'),
    mem: detail('memory', 'Memory'),
    memDelta: detail('change of memory', 'Memory Delta'),
    memPeak: detail('peak of memory', 'Memory Peak'),
  }),
})

const template = section('', {
  template: text('the template file, relative to the directory of the configuration', { required: true, filled: true }),
  to: text('path of the generated file inside the project, itself a template', { required: true, filled: true }),
  per: text('what a file is generated for', { values: ['table', 'database'], default: 'table' }),
})

/** Propel builders are PHP classes, which the generator does not run. A custom one must not be ignored silently. */
const builder = (what: string, name: string) =>
  text(`builder of ${what}, which cannot be replaced: use a behavior`, {
    values: [name],
    classSuffix: '',
    instead: 'delete the key; a behavior changes generated classes',
  })

/** The switch of each lint rule, by its code without the prefix. */
const lintRules = Object.fromEntries(
  lintCodes.map((code) => {
    const help = catalogue[code].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
    return [
      code.slice('ORM-'.length),
      text(help, { values: ['off', 'warning', 'error'], default: 'warning', alias: code }),
    ]
  }),
)

export const configKeys = section('', {
  general: section('About the project', {
    project: text('project name, free text', { default: '' }),
    version: text('version printed in docblocks with `addTimeStamp`; the default is the version of the generator'),
  }),
  exclude_tables: list(
    'tables that database:reverse and migration:diff leave alone; `*` stands for any characters',
    text('a table name'),
    {
      default: [],
      item: ['exclude_table'],
    },
  ),
  paths: section(
    'Directories; relative paths are relative to the working directory. `~` is not expanded; write `%env.HOME%`',
    {
      projectDir: text('reserved', { default: '.', form: 'path' }),
      schemaDir: text('directory where `*schema.xml` is searched', { default: '.', form: 'path' }),
      outputDir: text('directory that contains the defaults below', { default: '.', form: 'path' }),
      phpDir: text('model classes', { default: 'generated-classes', form: 'path' }),
      phpConfDir: text('`config.php`', { default: 'generated-conf', form: 'path' }),
      loaderScriptDir: text('`loadDatabase.php`; the default is `phpConfDir`', { form: 'path' }),
      sqlDir: text('SQL files and `sqldb.map`', { default: 'generated-sql', form: 'path' }),
      migrationDir: text('migrations', { default: 'generated-migrations', form: 'path' }),
      composerDir: text('directory of `composer.lock` and `composer.json`, which name third-party behaviors', {
        default: null,
      }),
    },
  ),
  database: section('Databases', {
    connections: named('connections by name; at least one, no dot in a name', connection, { item: ['connection'] }),
    adapters: section('settings for all connections to one kind of database', settingKeys),
  }),
  migrations: section('Migrations', {
    tableName: text('table that records the applied migrations', { default: 'orm_migration' }),
    lint: section('what happens if a rule of the lint finds something', lintRules),
    samePhpName: boolean('a reversed column gets its column name as phpName', { default: false }),
    addVendorInfo: boolean('reversing adds vendor elements, such as the engine of a table', { default: false }),
    parserClass: text('no effect: the adapter determines how tables are read', { default: null }),
  }),
  seeds: section('Seeds', {
    masks: named(
      'values that `seed:dump` replaces, by the name of their column or by table and column; `*` stands for any characters',
      text('`text` and `email` invent a value, `empty` omits it, `keep` writes what the database has', {
        values: ['text', 'email', 'empty', 'keep'],
      }),
      { optional: true, item: ['mask'], label: 'column' },
    ),
  }),
  reverse: section('Importing an existing database', {
    connection: text('connection for database:reverse'),
    parserClass: text('no effect: the adapter determines how tables are read'),
  }),
  runtime: section('Contents of `config.php`', {
    keepEnv: boolean("write `%env.NAME%` as `getenv('NAME')`, as `--keep-env` does: builds do not need the password", {
      default: false,
    }),
    defaultConnection: text('default connection; the first one if it is not set'),
    connections: list('connections in `config.php`; the default is all', text('a connection name'), {
      optional: true,
      item: ['connection'],
    }),
    log: named('loggers by name; connections without their own logger use `defaultLogger`', log, {
      optional: true,
      item: ['logger'],
      label: 'name',
    }),
    profiler,
  }),
  generator: section('What the builds do', {
    defaultConnection: text('connection of commands that work on one connection; the default is the first'),
    connections: list('connections that commands work on; the default is all', text('a connection name'), {
      optional: true,
      item: ['connection'],
    }),
    tablePrefix: text('prefix of SQL table names', { form: 'SQL name' }),
    platformClass: text(
      'database to generate SQL for, also as the name of a class of Propel; null: that of each connection',
      {
        default: null,
        values: adapterNames,
        meaning: vendorOfWord,
        words: adapterWords,
        classSuffix: 'Platform',
      },
    ),
    targetPackage: text('package of tables without a package'),
    packageObjectModel: boolean('treat the schema files of one database as one schema', { default: true }),
    namespaceAutoPackage: boolean('use the namespace as the package, which is a directory', { default: true }),
    identifierQuoting: boolean('quote identifiers in the SQL of the runtime where a schema has no identifierQuoting', {
      default: false,
    }),
    recursive: boolean('search for schemas in subdirectories too', { default: false }),
    ignoreUnknownBehaviors: boolean('ignore behaviors that do not exist, with one warning for each', {
      default: false,
    }),
    ignoredBehaviors: list('names of behaviors that schemas use and that are ignored', text('a behavior'), {
      optional: true,
      item: ['ignoredBehavior'],
    }),
    allowUnknownConstraints: boolean('treat unknown `validate` constraints as Symfony constraints', {
      default: false,
    }),
    behaviors: listOrMap(
      'modules of third-party behaviors, by name or as a list: a path or a package',
      text('a module'),
      {
        item: ['behavior'],
      },
    ),
    outputs: listOrMap(
      'modules of your own outputs, by name or as a list: a path or a package',
      text('a module', { filled: true }),
      {
        item: ['output'],
      },
    ),
    templates: list('files that are generated from templates of lodash', template, { optional: true, item: ['file'] }),
    dialects: listOrMap(
      'modules of databases that are not bundled, by name or as a list; a connection names one as `adapter`',
      text('a module', { filled: true }),
      { item: ['dialect'] },
    ),
    schema: section('', {
      basename: text('reserved', { default: 'schema' }),
      autoPrefix: boolean('use the SQL schema as the prefix of the phpName', { default: false }),
      autoPackage: boolean('use the SQL schema as the package', { default: false }),
      autoNamespace: boolean('use the SQL schema as the namespace', { default: false }),
      merge: boolean('allow a table in several files of a database, and merge these declarations', { default: false }),
      strictness: text('`lenient` accepts mistakes that Propel does not notice, with a warning each', {
        values: ['normal', 'lenient'],
        default: 'normal',
      }),
      transform: boolean('no effect', { default: false }),
    }),
    dateTime: section('', {
      useDateTimeClass: boolean('no effect', { default: true }),
      dateTimeClass: text('class of date and time values', { default: 'DateTime', filled: true, form: 'PHP class' }),
      defaultTimeStampFormat: text('default `$format` of timestamp getters'),
      defaultTimeFormat: text('default `$format` of time getters'),
      defaultDateFormat: text('default `$format` of date getters'),
    }),
    objectModel: section('', {
      addGenericAccessors: boolean('generate `getByName()` and similar methods', { default: true }),
      addGenericMutators: boolean('generate `setByName()` and similar methods', { default: true }),
      emulateForeignKeyConstraints: boolean('execute `onDelete` in PHP', { default: false }),
      addClassLevelComment: boolean('generate docblocks for classes', { default: true }),
      defaultKeyType: text('default keys of `toArray()`', {
        default: 'phpName',
        values: ['phpName', 'camelName', 'colName', 'fieldName', 'num'],
      }),
      addSaveMethod: boolean('generate `save()` and `delete()`', { default: true }),
      namespaceMap: text('sub-namespace of the table maps', { default: 'Map', form: 'PHP namespace' }),
      addTimeStamp: boolean('print version and time in docblocks', { default: false }),
      addHooks: boolean('generate hooks such as `preSave()`', { default: true }),
      classPrefix: text('prefix of class names', { default: null, form: 'PHP identifier' }),
      useLeftJoinsInDoJoinMethods: boolean('use left joins in join methods', { default: true }),
      nativeReturnTypes: boolean(
        'declare the types of properties, accessors and relations in code; with false, in docblocks',
        {
          default: true,
        },
      ),
      checkLengths: boolean(
        'reject values that are longer than their columns when they are set, even on databases that truncate or store them',
        { default: false },
      ),
      refuseUnknownKeys: boolean(
        '`fromArray()` throws for keys that no column has; with false, it writes a notice to the log',
        {
          default: false,
        },
      ),
      generateCollections: boolean('generate a collection class for every model', { default: false }),
      generateFactories: boolean('generate a factory class for every model, which makes rows for tests and demos', {
        default: false,
      }),
      enumClasses: boolean('generate a backed enum for every ENUM column', { default: false }),
      objectClasses: list(
        'classes that OBJECT columns may be unserialized to, besides the phpType of the column; `any` for all classes',
        text('a class'),
        { default: [], item: ['objectClass'], word: 'any' },
      ),
      pluralizerClass: text('class that forms plurals, with or without its namespace', {
        default: '\\Orm\\Runtime\\Pluralizer\\StandardEnglishPluralizer',
        values: ['StandardEnglishPluralizer', 'StandardPluralizer', 'SimpleEnglishPluralizer'],
        classSuffix: '',
        instead: 'set refPhpName of foreign keys where a plural must be another one',
      }),
      entityNotFoundExceptionClass: text('class of the exception that `requireOne()` throws', {
        default: '\\Orm\\Runtime\\Exception\\EntityNotFoundException',
        filled: true,
        form: 'PHP class',
      }),
      builders: section('', {
        object: builder('base classes', 'ObjectBuilder'),
        objectstub: builder('stub classes', 'ExtensionObjectBuilder'),
        objectmultiextend: builder('inheritance classes', 'MultiExtendObjectBuilder'),
        query: builder('query classes', 'QueryBuilder'),
        querystub: builder('query stubs', 'ExtensionQueryBuilder'),
        queryinheritance: builder('inheritance queries', 'QueryInheritanceBuilder'),
        queryinheritancestub: builder('inheritance query stubs', 'ExtensionQueryInheritanceBuilder'),
        tablemap: builder('table maps', 'TableMapBuilder'),
        interface: builder('interfaces', 'InterfaceBuilder'),
        datasql: text('reserved'),
      }),
    }),
  }),
})

/** Returns the keys of a configuration with further dialects. */
export function keysWith(vendors: readonly Vendor[]): typeof configKeys {
  if (vendors.length === 0) return configKeys
  const names = vendors.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  const words = vendors.flatMap((vendor) => vendor.words ?? [])
  const own = vendors.flatMap(({ name, settings }): [string, MapRule][] => (settings ? [[name, settings]] : []))
  const { database } = configKeys.keys
  const adapter = {
    ...connection.keys.adapter,
    values: [...adapterNames, ...names],
    words: [...adapterWords, ...names, ...words],
  }
  const connections = {
    ...database.keys.connections,
    others: { ...connection, keys: { ...connection.keys, adapter } },
  }
  const adapters = { ...database.keys.adapters, keys: { ...settingKeys, ...Object.fromEntries(own) } }
  const keys = { ...configKeys.keys, database: { ...database, keys: { connections, adapters } } }
  return { ...configKeys, keys }
}

/** The type of a configuration after checking, including defaults. */
export type ConfigTree = ValueOf<typeof configKeys>
