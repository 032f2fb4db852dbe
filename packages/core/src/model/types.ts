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
] as const

export type SchemaType = (typeof schemaTypes)[number]

const known: ReadonlySet<string> = new Set(schemaTypes)

export const isSchemaType = (name: string): name is SchemaType => known.has(name)

/** Old names that still read as the type that took their place. */
export const legacyTypes: ReadonlyMap<string, SchemaType> = new Map([
  ['BU_DATE', 'DATE'],
  ['BU_TIMESTAMP', 'TIMESTAMP'],
])

/** Words that people bring from elsewhere, and what to write instead. */
export const typeSuggestions: ReadonlyMap<string, string> = new Map([
  ['INT', 'INTEGER'],
  ['INT4', 'INTEGER'],
  ['TEXT', 'LONGVARCHAR'],
  ['STRING', 'VARCHAR'],
  ['BOOL', 'BOOLEAN'],
  ['BIT', 'BOOLEAN'],
  ['NUMBER', 'NUMERIC'],
  ['BYTEA', 'BLOB'],
  ['JSONB', 'JSON" with sqlType="jsonb'],
  ['DOUBLE PRECISION', 'DOUBLE'],
  ['YEAR', 'SMALLINT'],
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
  ['DATETIMETZ', 'TIMESTAMP'],
])

const group = (...types: SchemaType[]): ReadonlySet<SchemaType> => new Set(types)

export const integerTypes = group('TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT')
export const decimalTypes = group('DECIMAL', 'NUMERIC')
export const floatTypes = group('REAL', 'FLOAT', 'DOUBLE')
export const numericTypes: ReadonlySet<SchemaType> = new Set([...integerTypes, ...decimalTypes, ...floatTypes])
export const temporalTypes = group('DATE', 'TIME', 'DATETIME', 'TIMESTAMP')
/** Their defaults are quoted. */
export const textTypes: ReadonlySet<SchemaType> = new Set([
  ...group('CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'JSON'),
  ...temporalTypes,
])
export const lobTypes = group('VARBINARY', 'LONGVARBINARY', 'BLOB', 'OBJECT', 'GEOMETRY')
export const booleanTypes = group('BOOLEAN', 'BOOLEAN_EMU')
/** Types with a `valueSet`. */
export const valueSetTypes = group('ENUM', 'SET')
