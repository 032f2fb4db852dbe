import { isNativeType } from '../escape/index.js'
import { type Column, type ColumnKind, columnTypes, numberTypes, type SchemaType, typesWhere } from '../model/index.js'
import { type RuntimeClass, runtimeClasses } from './runtime-names.js'

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
  const { kind } = columnTypes[type]
  if (phpType === undefined || !plain.has(kind)) return kind
  if (!isNativeType(phpType)) return 'instance'
  const chosen = nativeKinds[phpType.toLowerCase()]
  // A text column already contains strings, so reading needs no cast.
  return chosen === undefined || (chosen === 'decimal' && kind === 'text') ? kind : chosen
}

/** Whether both the database and PHP treat the values of a column as numbers or numeric strings. */
export const isNumber = (column: Column): boolean =>
  numberTypes.has(column.type) && ['integer', 'decimal', 'float'].includes(kindOf(column))

/** Whether both the database and PHP treat the values of a column as integers. */
export const isInteger = (column: Column): boolean =>
  columnTypes[column.type].storesIntegers === true && rules[kindOf(column)].property.types === 'int'

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
export const canonicalTexts = typesWhere(({ kind, canonical }) => kind === 'text' && canonical)

/** Kinds whose length in the database PHP can compute. */
export const measuredKinds: ReadonlySet<ColumnKind> = new Set(['text', 'binary', 'lob'])

export const rulesOf = (kind: ColumnKind): KindRules => rules[kind]

/** Whether the property contains what the getter returns. */
export const isStoredAsGiven = (kind: ColumnKind): boolean =>
  plain.has(kind) || kind === 'native-enum' || kind === 'binary' || kind === 'uuid-binary'
