import type { Column, SchemaType } from '../model/index.js'
import { isNativeType } from './class-names.js'

/** How the values of a column live in PHP (model-api §2.3). */
export type ColumnKind =
  | 'text'
  | 'binary'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'temporal'
  | 'enum'
  | 'set'
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
  ARRAY: 'array',
  OBJECT: 'object',
  JSON: 'json',
  GEOMETRY: 'lob',
  UUID: 'text',
  UUID_BINARY: 'uuid-binary',
}

/** Kinds whose property is the value itself: a `phpType` can make another of them. */
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

export function kindOf({ type: written, phpType }: Column, type: SchemaType = written): ColumnKind {
  const kind = kinds[type]
  if (phpType === undefined || !plain.has(kind)) return kind
  if (!isNativeType(phpType)) return 'instance'
  const wanted = nativeKinds[phpType.toLowerCase()]
  // A text column is text already, and needs no cast when it is read.
  return wanted === undefined || (wanted === 'decimal' && kind === 'text') ? kind : wanted
}

/** What is the same for all columns of a kind. */
export interface KindRules {
  /** Type of the property, without null. */
  readonly property: string
  /** Types that the setter takes, without null; `mixed` includes it. */
  readonly accepts: string
  /** Types that the filter takes, without null. */
  readonly filters: string
  /** Runtime method behind `filterByX`. */
  readonly condition: string
}

const rules: Readonly<Record<ColumnKind, KindRules>> = {
  text: {
    property: 'string',
    accepts: 'string|int|float|bool|Stringable',
    filters: 'string|int|float|Stringable|array|Criteria',
    condition: 'conditionOnValue',
  },
  binary: { property: 'string', accepts: 'string', filters: 'string|array|Criteria', condition: 'conditionOnValue' },
  integer: {
    property: 'int',
    accepts: 'int|float|string|bool',
    filters: 'int|float|string|array|Criteria',
    condition: 'conditionOnRange',
  },
  decimal: {
    property: 'string',
    accepts: 'string|int|float|bool|Stringable',
    filters: 'int|float|string|array|Criteria',
    condition: 'conditionOnRange',
  },
  float: {
    property: 'float',
    accepts: 'float|int|string|bool',
    filters: 'int|float|string|array|Criteria',
    condition: 'conditionOnRange',
  },
  boolean: {
    property: 'bool',
    accepts: 'bool|int|float|string',
    filters: 'bool|int|string|array|Criteria',
    condition: 'conditionOnBoolean',
  },
  temporal: {
    property: 'DateTimeInterface|string',
    accepts: 'DateTimeInterface|string|int|float|bool',
    filters: 'DateTimeInterface|string|int|float|array|Criteria',
    condition: 'conditionOnRange',
  },
  enum: { property: 'int', accepts: 'string', filters: 'string|array|Criteria', condition: 'conditionOnEnum' },
  set: { property: 'int', accepts: 'array|string', filters: 'array|string|Criteria', condition: 'conditionOnSet' },
  array: {
    property: 'string',
    accepts: 'array',
    filters: 'array|string|Criteria',
    condition: 'conditionOnArray',
  },
  object: { property: 'mixed', accepts: 'mixed', filters: 'mixed', condition: 'conditionOnObject' },
  json: { property: 'string', accepts: 'mixed', filters: 'string|array|Criteria', condition: 'conditionOnValue' },
  lob: { property: 'mixed', accepts: 'mixed', filters: 'mixed', condition: 'conditionOnValue' },
  'uuid-binary': {
    property: 'string',
    accepts: 'string|Stringable',
    filters: 'string|Stringable|array|Criteria',
    condition: 'conditionOnValue',
  },
  instance: { property: 'mixed', accepts: 'mixed', filters: 'mixed', condition: 'conditionOnValue' },
}

export const rulesOf = (kind: ColumnKind): KindRules => rules[kind]

/** Whether the property holds what the getter gives. */
export const isStoredAsGiven = (kind: ColumnKind): boolean =>
  plain.has(kind) || kind === 'binary' || kind === 'uuid-binary'
