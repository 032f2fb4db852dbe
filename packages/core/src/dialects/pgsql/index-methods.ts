import { type MethodRules, type Platform, rangeTypes, type SchemaType } from '../../model/index.js'

const types = (...names: readonly SchemaType[]): ReadonlySet<SchemaType> => new Set(names)

/** Types with an order of their own. */
const plain: readonly SchemaType[] = [
  ...([
    'CHAR',
    'VARCHAR',
    'LONGVARCHAR',
    'CLOB',
    'NUMERIC',
    'DECIMAL',
    'TINYINT',
    'SMALLINT',
    'INTEGER',
    'BIGINT',
  ] as const),
  ...(['REAL', 'FLOAT', 'DOUBLE', 'BINARY', 'VARBINARY', 'LONGVARBINARY', 'BLOB', 'OBJECT', 'DATE', 'TIME'] as const),
  ...(['DATETIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'BOOLEAN_EMU', 'ENUM', 'SET', 'ARRAY', 'UUID', 'UUID_BINARY'] as const),
  ...(['YEAR', 'INTERVAL', 'INET', 'CIDR', 'MACADDR', 'CITEXT'] as const),
]

const bits = ['BIT', 'VARBIT'] as const

const everything: MethodRules = {
  unique: true,
  ordered: true,
  covering: true,
  severalColumns: true,
  exclusions: 'equal',
  arrays: true,
}

const nothing: MethodRules = {
  unique: false,
  ordered: false,
  covering: false,
  severalColumns: false,
  exclusions: false,
  arrays: false,
}

/**
 * What the server says of its access methods (pg_indexam_has_property), and the types for which pg_opclass has a default.
 * Types without an order at all are refused for every method.
 */
export const methodRules: NonNullable<Platform['indexes']['methodRules']> = {
  btree: everything,
  hash: {
    ...nothing,
    exclusions: 'equal',
    types: types(...plain, ...rangeTypes, 'BOOLEAN', 'HSTORE', 'ENUM_NATIVE', 'GEOMETRY'),
    arrays: true,
  },
  gin: {
    ...nothing,
    severalColumns: true,
    types: types('HSTORE'),
    arrays: true,
    extension: { name: 'btree_gin', types: types(...plain, ...bits, 'BOOLEAN', 'ENUM_NATIVE') },
  },
  gist: {
    ...nothing,
    severalColumns: true,
    covering: true,
    exclusions: true,
    types: types(...rangeTypes, 'HSTORE', 'GEOMETRY'),
    extension: { name: 'btree_gist', types: types(...plain, ...bits, 'BOOLEAN', 'ENUM_NATIVE') },
  },
  brin: { ...nothing, severalColumns: true, types: types(...plain, ...bits, ...rangeTypes, 'GEOMETRY') },
  spgist: {
    ...nothing,
    covering: true,
    exclusions: true,
    types: types(...rangeTypes, 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'ARRAY', 'INET', 'CIDR', 'CITEXT', 'GEOMETRY'),
  },
}
