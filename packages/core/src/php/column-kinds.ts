import { isNativeType } from '../escape/index.js'
import type { Column, SchemaType } from '../model/index.js'
import { type RuntimeClass, runtimeClasses } from './runtime-names.js'

/** How PHP represents the values of a column. */
export type ColumnKind =
  | 'text'
  | 'binary'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'temporal'
  | 'instant'
  | 'interval'
  | 'map'
  | 'range'
  | 'list'
  | 'enum'
  | 'set'
  /** Values that are stored unchanged. */
  | 'native-enum'
  | 'native-set'
  | 'array'
  | 'object'
  | 'json'
  | 'lob'
  | 'uuid-binary'
  /** An object of the class that `phpType` names. */
  | 'instance'

const kinds: Readonly<Record<SchemaType, ColumnKind>> = {
  CHAR: 'text',
  VARCHAR: 'text',
  LONGVARCHAR: 'text',
  CLOB: 'text',
  NUMERIC: 'decimal',
  DECIMAL: 'decimal',
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'decimal',
  REAL: 'float',
  FLOAT: 'float',
  DOUBLE: 'float',
  BINARY: 'binary',
  VARBINARY: 'lob',
  LONGVARBINARY: 'lob',
  BLOB: 'lob',
  DATE: 'temporal',
  TIME: 'temporal',
  DATETIME: 'temporal',
  TIMESTAMP: 'temporal',
  BOOLEAN: 'boolean',
  BOOLEAN_EMU: 'boolean',
  ENUM: 'enum',
  SET: 'set',
  ENUM_NATIVE: 'native-enum',
  SET_NATIVE: 'native-set',
  ARRAY: 'array',
  OBJECT: 'object',
  JSON: 'json',
  GEOMETRY: 'lob',
  UUID: 'text',
  UUID_BINARY: 'uuid-binary',
  YEAR: 'integer',
  TIMESTAMPTZ: 'instant',
  INTERVAL: 'interval',
  INET: 'text',
  CIDR: 'text',
  MACADDR: 'text',
  CITEXT: 'text',
  HSTORE: 'map',
  BIT: 'text',
  VARBIT: 'text',
  INT4RANGE: 'range',
  INT8RANGE: 'range',
  NUMRANGE: 'range',
  TSRANGE: 'range',
  TSTZRANGE: 'range',
  DATERANGE: 'range',
}

/** Kinds whose property contains the value itself. A `phpType` can select another of them. */
const plain: ReadonlySet<ColumnKind> = new Set(['text', 'integer', 'decimal', 'float', 'boolean'])

const nativeKinds: Readonly<Record<string, ColumnKind>> = {
  string: 'decimal',
  int: 'integer',
  integer: 'integer',
  float: 'float',
  double: 'float',
  bool: 'boolean',
  boolean: 'boolean',
}

export function kindOf({ type: written, phpType, array }: Column, type: SchemaType = written): ColumnKind {
  if (array) return 'list'
  const kind = kinds[type]
  if (phpType === undefined || !plain.has(kind)) return kind
  if (!isNativeType(phpType)) return 'instance'
  const wanted = nativeKinds[phpType.toLowerCase()]
  // A text column already contains strings, so reading needs no cast.
  return wanted === undefined || (wanted === 'decimal' && kind === 'text') ? kind : wanted
}

const numberTypes: ReadonlySet<SchemaType> = new Set([
  'YEAR',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'NUMERIC',
  'DECIMAL',
  'REAL',
  'FLOAT',
  'DOUBLE',
])

/** Whether both the database and PHP treat the values of a column as numbers or numeric strings. */
export const isNumber = (column: Column): boolean =>
  numberTypes.has(column.type) && ['integer', 'decimal', 'float'].includes(kindOf(column))

const integerTypes: ReadonlySet<SchemaType> = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'ENUM', 'SET'])

/** Whether both the database and PHP treat the values of a column as integers. */
export const isInteger = (column: Column): boolean =>
  integerTypes.has(column.type) && rules[kindOf(column)].property.types === 'int'

/** PHP types, and the runtime classes among them. */
export interface TypeList {
  readonly types: string
  readonly classes: readonly RuntimeClass[]
}

const types = (list: string): TypeList => ({
  types: list,
  classes: list.split('|').filter((type): type is RuntimeClass => type in runtimeClasses),
})

/** Rules shared by all columns of a kind. */
export interface KindRules {
  /** Type of the property, without null. */
  readonly property: TypeList
  /** Types that the setter accepts, without null; `mixed` includes it. */
  readonly accepts: TypeList
  /** Types that the filter accepts, without null. */
  readonly filters: TypeList
  /** Runtime method that `filterByX()` calls. */
  readonly condition: string
}

const rules: Readonly<Record<ColumnKind, KindRules>> = {
  text: {
    property: types('string'),
    accepts: types('string|int|float|bool|Stringable'),
    filters: types('string|int|float|Stringable|array|Criteria'),
    condition: 'addUsingAlias',
  },
  binary: {
    property: types('string'),
    accepts: types('string'),
    filters: types('string|array|Criteria'),
    condition: 'addUsingAlias',
  },
  integer: {
    property: types('int'),
    accepts: types('int|float|string|bool'),
    filters: types('int|float|string|array|Criteria'),
    condition: 'addUsingAlias',
  },
  decimal: {
    property: types('string'),
    accepts: types('string|int|float|bool|Stringable'),
    filters: types('int|float|string|array|Criteria'),
    condition: 'addUsingAlias',
  },
  float: {
    property: types('float'),
    accepts: types('float|int|string|bool'),
    filters: types('int|float|string|array|Criteria'),
    condition: 'addUsingAlias',
  },
  boolean: {
    property: types('bool'),
    accepts: types('bool|int|float|string'),
    filters: types('bool|int|string|array|Criteria'),
    condition: 'conditionOnBoolean',
  },
  temporal: {
    property: types('DateTimeInterface|string'),
    accepts: types('DateTimeInterface|string|int|float|bool'),
    filters: types('DateTimeInterface|string|int|float|array|Criteria'),
    condition: 'addUsingAlias',
  },
  instant: {
    property: types('DateTimeInterface|string'),
    accepts: types('DateTimeInterface|string|int|float|bool'),
    filters: types('DateTimeInterface|string|int|float|array|Criteria'),
    condition: 'addUsingAlias',
  },
  interval: {
    property: types('string'),
    accepts: types('DateInterval|string'),
    filters: types('DateInterval|string|array|Criteria'),
    condition: 'conditionOnText',
  },
  map: {
    property: types('string'),
    accepts: types('array|string'),
    filters: types('array|string|Criteria'),
    condition: 'conditionOnText',
  },
  range: {
    property: types('string'),
    accepts: types('Range|string'),
    filters: types('Range|DateTimeInterface|string|int|float|array|Criteria'),
    condition: 'conditionOnText',
  },
  list: {
    property: types('string'),
    accepts: types('array|string'),
    filters: types('mixed'),
    condition: 'conditionOnList',
  },
  enum: {
    property: types('int'),
    accepts: types('string'),
    filters: types('string|array|Criteria'),
    condition: 'conditionOnEnum',
  },
  set: {
    property: types('int'),
    accepts: types('array|string'),
    filters: types('array|string|Criteria'),
    condition: 'conditionOnSet',
  },
  'native-enum': {
    property: types('string'),
    accepts: types('string'),
    filters: types('string|array|Criteria'),
    condition: 'conditionOnNativeEnum',
  },
  'native-set': {
    property: types('string'),
    accepts: types('array|string'),
    filters: types('array|string|Criteria'),
    condition: 'conditionOnNativeSet',
  },
  array: {
    property: types('string'),
    accepts: types('array'),
    filters: types('array|string|Criteria'),
    condition: 'conditionOnArray',
  },
  object: {
    property: types('mixed'),
    accepts: types('mixed'),
    filters: types('mixed'),
    condition: 'conditionOnObject',
  },
  json: {
    property: types('string'),
    accepts: types('mixed'),
    filters: types('string|array|Criteria'),
    condition: 'conditionOnJson',
  },
  lob: { property: types('mixed'), accepts: types('mixed'), filters: types('mixed'), condition: 'addUsingAlias' },
  'uuid-binary': {
    property: types('string'),
    accepts: types('string|Stringable'),
    filters: types('string|Stringable|array|Criteria'),
    condition: 'addUsingAlias',
  },
  instance: {
    property: types('mixed'),
    accepts: types('mixed'),
    filters: types('mixed'),
    condition: 'addUsingAlias',
  },
}

/** Types whose strings a server always returns in one form, however they were written. */
export const canonicalTexts: ReadonlySet<SchemaType> = new Set(['INET', 'CIDR', 'MACADDR', 'BIT', 'VARBIT'])

/** Kinds whose length in the database PHP can compute. */
export const measuredKinds: ReadonlySet<ColumnKind> = new Set(['text', 'binary', 'lob'])

export const rulesOf = (kind: ColumnKind): KindRules => rules[kind]

/** Whether the property contains what the getter returns. */
export const isStoredAsGiven = (kind: ColumnKind): boolean =>
  plain.has(kind) || kind === 'native-enum' || kind === 'binary' || kind === 'uuid-binary'
