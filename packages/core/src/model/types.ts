/** Types that not every vendor has. */
export const rareTypes = [
  'YEAR',
  'TIMESTAMPTZ',
  'INTERVAL',
  'INET',
  'CIDR',
  'MACADDR',
  'CITEXT',
  'HSTORE',
  'BIT',
  'VARBIT',
  'INT4RANGE',
  'INT8RANGE',
  'NUMRANGE',
  'TSRANGE',
  'TSTZRANGE',
  'DATERANGE',
] as const

/** Column types of the schema language, independent of any vendor. */
export const schemaTypes = [
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
  'REAL',
  'FLOAT',
  'DOUBLE',
  'BINARY',
  'VARBINARY',
  'LONGVARBINARY',
  'BLOB',
  'DATE',
  'TIME',
  'DATETIME',
  'TIMESTAMP',
  'BOOLEAN',
  'BOOLEAN_EMU',
  'ENUM',
  'SET',
  'ARRAY',
  'OBJECT',
  'JSON',
  'GEOMETRY',
  'UUID',
  'UUID_BINARY',
  ...rareTypes,
] as const

/** ENUM and SET columns with a native database type that stores strings: `native="true"`. */
const nativeTypes = ['ENUM_NATIVE', 'SET_NATIVE'] as const

export type SchemaType = (typeof schemaTypes)[number] | (typeof nativeTypes)[number]

export type RareType = (typeof rareTypes)[number]

const known: ReadonlySet<string> = new Set(schemaTypes)

/** Returns whether a schema can use the type name. */
export const isSchemaType = (name: string): name is (typeof schemaTypes)[number] => known.has(name)

/** Returns whether a column of the model can have the type. */
export const isColumnType = (name: string): name is SchemaType =>
  known.has(name) || (nativeTypes as readonly string[]).includes(name)

/** Returns a type as written in schemas; `native` is true for a database type. */
export const writtenType = (
  type: SchemaType,
): { readonly type: (typeof schemaTypes)[number]; readonly native: boolean } =>
  type === 'ENUM_NATIVE' || type === 'SET_NATIVE'
    ? { type: type === 'ENUM_NATIVE' ? 'ENUM' : 'SET', native: true }
    : { type, native: false }

/** Returns a type as shown in messages. */
export const shownType = (type: SchemaType): string => {
  const written = writtenType(type)
  return written.native ? `native ${written.type}` : written.type
}

/** Legacy type names and the types that replace them. */
export const legacyTypes: ReadonlyMap<string, SchemaType> = new Map([
  ['BU_DATE', 'DATE'],
  ['BU_TIMESTAMP', 'TIMESTAMP'],
])

/** Type names from other tools and databases, and what to write instead. */
export const typeSuggestions: ReadonlyMap<string, string> = new Map([
  ['INT', 'INTEGER'],
  ['INT4', 'INTEGER'],
  ['TEXT', 'LONGVARCHAR'],
  ['STRING', 'VARCHAR'],
  ['BOOL', 'BOOLEAN'],
  ['NUMBER', 'NUMERIC'],
  ['BYTEA', 'BLOB'],
  ['JSONB', 'JSON" with sqlType="jsonb'],
  ['DOUBLE PRECISION', 'DOUBLE'],
  ['INT2', 'SMALLINT'],
  ['INT8', 'BIGINT'],
  ['MEDIUMINT', 'INTEGER'],
  ['LONG', 'BIGINT'],
  ['SERIAL', 'INTEGER" with autoIncrement="true'],
  ['BIGSERIAL', 'BIGINT" with autoIncrement="true'],
  ['MONEY', 'DECIMAL'],
  ['TINYTEXT', 'VARCHAR'],
  ['MEDIUMTEXT', 'LONGVARCHAR'],
  ['LONGTEXT', 'CLOB'],
  ['TINYBLOB', 'VARBINARY'],
  ['MEDIUMBLOB', 'LONGVARBINARY'],
  ['LONGBLOB', 'BLOB'],
  ['IMAGE', 'BLOB'],
  ['PHP_ARRAY', 'ARRAY'],
  ['SERIALIZED', 'OBJECT'],
  ['GUID', 'UUID'],
  ['CHARACTER VARYING', 'VARCHAR'],
  ['DATETIMETZ', 'TIMESTAMPTZ'],
  ['DATETIMEOFFSET', 'TIMESTAMPTZ'],
  ['MACADDR8', 'VARCHAR" with sqlType="macaddr8'],
  ['BIT VARYING', 'VARBIT'],
])

const group = (...types: SchemaType[]): ReadonlySet<SchemaType> => new Set(types)

export const integerTypes = group('TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT')
export const decimalTypes = group('DECIMAL', 'NUMERIC')
export const floatTypes = group('REAL', 'FLOAT', 'DOUBLE')
export const numericTypes: ReadonlySet<SchemaType> = new Set([...integerTypes, ...decimalTypes, ...floatTypes])
export const temporalTypes = group('DATE', 'TIME', 'DATETIME', 'TIMESTAMP', 'TIMESTAMPTZ')
/** Types for free text. */
export const characterTypes = group('CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'CITEXT')
/** Types whose defaults are quoted. */
export const textTypes: ReadonlySet<SchemaType> = new Set([...characterTypes, 'JSON', ...temporalTypes])
export const lobTypes = group('VARBINARY', 'LONGVARBINARY', 'BLOB', 'OBJECT', 'GEOMETRY')
export const booleanTypes = group('BOOLEAN', 'BOOLEAN_EMU')
/** Types with a `valueSet`. */
export const valueSetTypes = group('ENUM', 'SET', 'ENUM_NATIVE', 'SET_NATIVE')
/** Types whose values the database itself checks. */
export const nativeValueTypes = group('ENUM_NATIVE', 'SET_NATIVE')
export const rangeTypes = group('INT4RANGE', 'INT8RANGE', 'NUMRANGE', 'TSRANGE', 'TSTZRANGE', 'DATERANGE')
/** Element types that arrays can have. */
export const elementTypes: ReadonlySet<SchemaType> = new Set([
  ...numericTypes,
  ...temporalTypes,
  ...group(
    'CHAR',
    'VARCHAR',
    'LONGVARCHAR',
    'CLOB',
    'CITEXT',
    'BOOLEAN',
    'UUID',
    'INTERVAL',
    'INET',
    'CIDR',
    'MACADDR',
  ),
])
