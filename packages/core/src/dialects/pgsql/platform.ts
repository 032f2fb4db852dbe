import {
  columnTypes,
  decimalTypes,
  floatTypes,
  type Platform,
  partitionTypes,
  type SchemaType,
  singlePrecisionLimit,
  typeFacts,
  usualPlatform,
} from '../../model/index.js'
import { methodRules } from './index-methods.js'
import { reservedWords } from './reserved-words.js'

/** Functions that are not IMMUTABLE, and words that call one. */
const changing = new Set(
  `now current_timestamp current_date current_time localtime localtimestamp clock_timestamp statement_timestamp
  transaction_timestamp timeofday random setseed gen_random_uuid uuid_generate_v1 uuid_generate_v4 uuid_generate_v7
  nextval currval lastval current_user session_user current_role current_schema current_database current_setting
  pg_backend_pid txid_current`.split(/\s+/),
)

/** Matches the built-in types, and their arrays and ranges. */
const ownTypes = new RegExp(
  `^_?(?:${[
    'aclitem any\\w* bit bool box bpchar bytea char cid cidr circle cstring date event_trigger fdw_handler float[48] gtsvector',
    'index_am_handler inet int[248] int2vector internal interval json jsonb jsonpath language_handler line lseg macaddr8?',
    'money name numeric oid oidvector path point polygon record refcursor reg(?:class|collation|config|dictionary|namespace)',
    'reg(?:oper|operator|proc|procedure|role|type) table_am_handler text tid time timestamp timestamptz timetz trigger',
    'tsm_handler tsquery tsvector txid_snapshot unknown uuid varbit varchar void xid8? xml',
    '(?:date|int[48]|num|ts|tstz)(?:multi)?range',
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
)

/**
 * Returns the rank of a numeric type. A foreign key can reference a type of the same or a higher rank, to which the server
 * converts implicitly.
 */
const rankOf = (type: SchemaType): number => (floatTypes.has(type) ? 2 : decimalTypes.has(type) ? 1 : 0)

export const platform: Platform = {
  ...usualPlatform,
  ...typeFacts('pgsql'),
  refusesReference(local, foreign) {
    const [own, other] = [columnTypes[local], columnTypes[foreign]]
    return (
      (own.moment === 'time') !== (other.moment === 'time') ||
      (other.ignoresCase && !own.ignoresCase) ||
      (own.ignoresCase && foreign === 'CHAR') ||
      rankOf(local) > rankOf(foreign)
    )
  },
  deferrable: ['foreign key', 'unique'],
  padsChar: true,
  matchFull: true,
  nullsNotDistinct: true,
  exclusions: true,
  materializedViews: true,
  tableKinds: ['unlogged'],
  partitions: {
    ...partitionTypes('pgsql'),
    foreignKeys: true,
    areTables: true,
  },
  generatedColumns: ['stored'],
  refusesCall: ({ name }, use) => (use === 'stored' || use === 'index') && changing.has(name),
  indexes: {
    partial: true,
    expressions: true,
    covering: true,
    collations: true,
    operatorClasses: true,
    nulls: { usual: 'last', movable: true },
    methods: ['btree', 'hash', 'gin', 'gist', 'brin', 'spgist'],
    methodRules,
  },
  name: 'pgsql',
  identity: ['always', 'start', 'increment', 'negative'],
  identitiesAreIntegers: true,
  decimalCounter: 'BIGINT',
  columnAttributes: ['array', 'srid'],
  maxIdentifierLength: 63,
  extensions: true,
  domains: true,
  nativeEnums: {
    named: true,
    length: { limit: 63, unit: 'bytes' },
    setSize: Number.POSITIVE_INFINITY,
    sets: 'array',
    collated: false,
  },
  identifierUnit: 'bytes',
  defaultSchema: 'public',
  sequences: true,
  indexScope: 'schema',
  indexesAreLikeTables: true,
  foreignKeyScope: 'table',
  uniqueNames: 'of no constraint',
  lowersUnquotedNames: true,
  reservedWords,
  unusableNames: [
    // Before PHP 8.4, PDO reads a backslash as an escape, and considers such a name unfinished.
    { pattern: /\\(?:"|$)/, because: 'PHP drivers misread a backslash at the end of a name or before a quote' },
    {
      of: 'schema',
      pattern: /^(?:pg_|information_schema$)/,
      because: 'the server has its own tables there',
    },
    { of: 'type', pattern: ownTypes, because: 'the server has a type of that name, which it finds first' },
    {
      of: 'column',
      pattern: /^(?:tableoid|[cx]m(?:in|ax)|ctid)$/,
      because: 'every table has a system column of that name',
    },
  ],
  numberLimit: ({ type }) => (type === 'REAL' ? singlePrecisionLimit : undefined),
  convertsTimes: false,
  // Floats can be infinite.
  floatReader: 'fromPgsql',
  fractionDigits: ({ type, size, scale }) =>
    decimalTypes.has(type) ? (scale ?? (size === undefined ? null : 0)) : (size ?? null),
  vendorParameters: {
    table: new Map([
      ['schema', 'old schema'],
      ['UuidSwapFlag', 'boolean'],
    ]),
    'foreign-key': new Map([
      ['deferrable', 'boolean'],
      ['initiallyDeferred', 'boolean'],
    ]),
  },
}
