import {
  decimalTypes,
  indexedBy,
  oneColumn,
  type Platform,
  partitionTypes,
  prefixedTypes,
  singlePrecisionLimit,
  sizesOf,
  typeFacts,
  usualPlatform,
  type VendorParameterRules,
} from '../../model/index.js'
import { unscannableNames } from '../sql-names.js'
import { charsets, keyBytes } from './charsets.js'
import { reservedWords } from './reserved-words.js'

/** Table options, with their names in the schema language and in SQL. */
const tableOptions = [
  'Engine',
  'Type',
  'AutoIncrement',
  'AvgRowLength',
  'Charset',
  'Checksum',
  'Collate',
  'Connection',
  'DataDirectory',
  'DelayKeyWrite',
  'Delay_key_write',
  'IndexDirectory',
  'InsertMethod',
  'KeyBlockSize',
  'MaxRows',
  'MinRows',
  'PackKeys',
  'Pack_Keys',
  'RowFormat',
  'Union',
  'ENGINE',
  'AUTO_INCREMENT',
  'AVG_ROW_LENGTH',
  'CHARACTER SET',
  'CHECKSUM',
  'COLLATE',
  'CONNECTION',
  'DATA DIRECTORY',
  'DELAY_KEY_WRITE',
  'INDEX DIRECTORY',
  'INSERT_METHOD',
  'KEY_BLOCK_SIZE',
  'MAX_ROWS',
  'MIN_ROWS',
  'PACK_KEYS',
  'ROW_FORMAT',
  'UNION',
]

/**
 * Returns whether trailing spaces of a column could affect the expression's value. They cannot if it trims the column or
 * compares it with an operator.
 */
function readsBlanks(expression: string, column: string): boolean {
  const name = `(?<![\\w$.])(?:${escaped(column)}(?![\\w$])|\`${escaped(column.replaceAll('`', '``'))}\`)`
  const blind = [`\\br?trim\\s*\\(\\s*${name}\\s*\\)`, `${name}\\s*(?:[=<>]|!=|like\\b)`, `[=<>]\\s*${name}`]
  const rest = blind.reduce(
    (text, form) => text.replace(new RegExp(form, 'giu'), '0'),
    expression.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gsu, '0'),
  )
  return new RegExp(name, 'iu').test(rest)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Options whose values are not quoted. */
const unquoted = new Set([
  ...['Engine', 'Type', 'InsertMethod', 'PackKeys', 'Pack_Keys', 'RowFormat'],
  ...['ENGINE', 'INSERT_METHOD', 'PACK_KEYS', 'ROW_FORMAT'],
])

const kindOf = (option: string): 'text' | 'option' | 'table list' =>
  unquoted.has(option) ? 'option' : /^union$/i.test(option) ? 'table list' : 'text'

const indexParameters: VendorParameterRules = new Map([['Index_type', 'option']])

const yes = {
  CASCADE: 'CASCADE',
  'SET NULL': 'SET NULL',
  RESTRICT: 'RESTRICT',
  'NO ACTION': 'NO ACTION',
} as const

const ofPrimaryKey = {
  pattern: /^(?:primary|gen_clust_index)$/i,
  because: 'the server gives it to the primary key',
} as const

/** Functions whose value varies between calls or sessions. */
const changing = new Set(
  `now current_timestamp current_date current_time localtime localtimestamp sysdate curdate curtime utc_date utc_time
  utc_timestamp rand random_bytes uuid uuid_short user current_user session_user system_user current_role connection_id
  last_insert_id database found_rows row_count sleep get_lock release_lock`.split(/\s+/),
)

export const platform: Platform = {
  ...usualPlatform,
  ...typeFacts('mysql'),
  partitions: {
    ...partitionTypes('mysql'),
    foreignKeys: false,
    areTables: false,
  },
  generatedFrom: 'earlier',
  keysCannotChangeStored: true,
  refusesStoredRead: (expression, { name, type, sqlType }) =>
    /^char\b/i.test(sqlType ?? type) && readsBlanks(expression, name) ? 'MariaDB' : undefined,
  defaultsFromColumns: true,
  autoIncrementNotIn: ['check', 'stored', 'default'],
  // MariaDB accepts them in columns that are not stored.
  refusesCall: ({ name }, use) => use !== 'default' && use !== 'virtual' && changing.has(name),
  name: 'mysql',
  identity: ['start'],
  columnAttributes: ['unsigned', 'zerofill', 'srid'],
  maxIdentifierLength: 64,
  nativeEnums: {
    named: false,
    length: { limit: 255, unit: 'characters' },
    setSize: 63,
    sets: 'list',
    collated: true,
  },
  indexPrefixes: true,
  // https://dev.mysql.com/doc/refman/8.4/en/column-indexes.html
  prefixedTypes: prefixedTypes('mysql'),
  countsIntegersOnly: true,
  longKeysNeedSize: true,
  autoIncrementNeeds: 'a key',
  indexScope: 'table',
  foreignKeyScope: 'schema',
  uniqueNames: 'of no check',
  indexesForeignKeys: true,
  referencedColumns: 'indexed',
  strictReferenceTypes: true,
  foldsAllLetters: true,
  reservedWords,
  unusableNames: [
    unscannableNames,
    { pattern: /[\u{10000}-\u{10ffff}]/u, because: 'the server has no characters beyond U+FFFF in names' },
    { pattern: /\s$/, because: 'it ends with a blank' },
    {
      of: 'schema',
      pattern: /^(?:information|performance)_schema$/i,
      because: 'the server has its own tables there',
    },
    { of: 'index', ...ofPrimaryKey },
    // A foreign key creates an index with its name.
    { of: 'foreign key', ...ofPrimaryKey },
  ],
  // InnoDB rejects SET DEFAULT.
  onDelete: yes,
  refusesSetNullOnRequired: true,
  onUpdate: yes,
  plainFloatSize: 53,
  // For MariaDB; MySQL has 30.
  largestScale: 38,
  largeScales: { above: 30, need: 'MariaDB' },
  keyBytes,
  // A row has 65,535 bytes, and a character up to four.
  safeSizes: { charset: 'utf8mb4', sizes: sizesOf('mysql', ({ safeSize }) => safeSize) },
  numberLimit: ({ type, size = 0, scale }) =>
    type === 'FLOAT' && (size <= 24 || scale !== undefined) ? singlePrecisionLimit : undefined,
  timestampYears: [1970, 2037],
  tinyintIsSigned: true,
  takesZeroDate: true,
  // Drivers return a number.
  bitReader: 'fromMysql',
  fractionDigits: ({ type, size = 0, scale = 0 }) => (decimalTypes.has(type) ? scale : size),
  indexes: {
    ...usualPlatform.indexes,
    // See https://dev.mysql.com/doc/refman/8.4/en/create-index.html#create-index-functional-key-parts; MariaDB does not support
    // them.
    expressions: 'MySQL 8.0.13 or newer, and MariaDB has none',
    methods: ['btree', 'hash', 'fulltext', 'spatial'],
    methodRules: {
      fulltext: {
        ...oneColumn,
        severalColumns: true,
        types: indexedBy('mysql', 'fulltext'),
        stored: true,
      },
      spatial: { ...oneColumn, types: indexedBy('mysql', 'spatial'), needsValue: true, whole: true },
    },
  },
  expressionDefaultsNeed: 'mysql 8.0.13 or MariaDB 10.2.1',
  // See https://mariadb.com/kb/en/insertreturning/; MySQL has no RETURNING.
  madeKeysNeed: 'MariaDB 10.5 or newer',
  // See https://mariadb.com/kb/en/create-sequence/; MySQL has no sequences.
  sequencesNeed: 'MariaDB 10.3 or newer, and MySQL has none',
  requiredTimestampsAreNow: true,
  padsChar: true,
  timestampsOnUpdate: true,
  vendorParameters: {
    table: new Map([
      ...tableOptions.map((name) => [name, kindOf(name)] as const),
      ['UuidSwapFlag', 'boolean'] as const,
    ]),
    column: new Map([
      ['Charset', 'text'],
      ['Collation', 'text'],
      ['Collate', 'text'],
      ['Unsigned', 'boolean'],
    ]),
    index: indexParameters,
    unique: indexParameters,
  },
  charsets,
}
