import {
  characterTypes,
  type MethodRules,
  numericTypes,
  oneColumn,
  type Platform,
  rangeTypes,
  type SchemaType,
  temporalTypes,
} from '../../model/index.js'

const types = (...names: readonly SchemaType[]): ReadonlySet<SchemaType> => new Set(names)

/** Types with a built-in order. */
const plain: readonly SchemaType[] = [
  ...characterTypes,
  ...numericTypes,
  ...temporalTypes,
  ...(['BINARY', 'VARBINARY', 'LONGVARBINARY', 'BLOB', 'OBJECT', 'BOOLEAN_EMU', 'ENUM', 'SET', 'ARRAY'] as const),
  ...(['UUID', 'UUID_BINARY', 'YEAR', 'INTERVAL', 'INET', 'CIDR', 'MACADDR'] as const),
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

/**
 * The properties of the server's access methods (pg_indexam_has_property), and the types with a default class in pg_opclass.
 * Types without any order are rejected for every method.
 */
export const methodRules: NonNullable<Platform['indexes']['methodRules']> = {
  btree: everything,
  hash: {
    ...oneColumn,
    exclusions: 'equal',
    types: types(...plain, ...rangeTypes, 'BOOLEAN', 'HSTORE', 'ENUM_NATIVE', 'GEOMETRY'),
    arrays: true,
  },
  gin: {
    ...oneColumn,
    severalColumns: true,
    types: types('HSTORE'),
    arrays: true,
    extension: { name: 'btree_gin', types: types(...plain, ...bits, 'BOOLEAN', 'ENUM_NATIVE') },
  },
  gist: {
    ...oneColumn,
    severalColumns: true,
    covering: true,
    exclusions: true,
    types: types(...rangeTypes, 'HSTORE', 'GEOMETRY'),
    extension: { name: 'btree_gist', types: types(...plain, ...bits, 'BOOLEAN', 'ENUM_NATIVE') },
  },
  brin: { ...oneColumn, severalColumns: true, types: types(...plain, ...bits, ...rangeTypes, 'GEOMETRY') },
  spgist: {
    ...oneColumn,
    covering: true,
    exclusions: true,
    types: types(...rangeTypes, 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'ARRAY', 'INET', 'CIDR', 'CITEXT', 'GEOMETRY'),
  },
}
