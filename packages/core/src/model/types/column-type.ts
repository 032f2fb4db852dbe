import type { DialectName } from '../dialect-name.js'

/** A column type: everything that differs between types. Each property answers what some part of the program asks. */
export interface ColumnType {
  readonly family: TypeFamily
  /** How PHP represents the values, unless the column names a PHP type. */
  readonly kind: ColumnKind
  /** Names of the type in older schemas. */
  readonly legacyNames?: readonly string[]
  /** Names of the type in other tools and databases, with the attribute that a schema needs besides the type. */
  readonly foreignNames?: Readonly<Record<string, string>>
  /** The type of a column with `native="true"`. */
  readonly native?: 'ENUM_NATIVE' | 'SET_NATIVE'
  /** How each database stores the type; absent where it has no such type. */
  readonly sql: Readonly<Partial<Record<DialectName, SqlForm>>>

  /** Whether values are so large that they have no default and are not compared. */
  readonly isLarge?: true
  /** Whether indexes on some databases need the size of a prefix. */
  readonly isLong?: true
  /** Whether the type is a bad primary key on all databases, or on those that do not index long texts. */
  readonly badKey?: 'everywhere' | 'without long indexes'
  /** The type that a foreign key may use instead. */
  readonly comparesAs?: string
  /** Whether columns of different sizes have different types. */
  readonly comparesSize?: true
  /** Whether the size limits values also where the SQL type has none. */
  readonly limitsLength?: true
  /** Whether the database compares values without regard to case. */
  readonly ignoresCase?: true
  /** Whether the database cannot find rows by comparing values. */
  readonly comparesBadly?: true
  /** Whether a value that was read may differ from the stored one. */
  readonly isInexact?: true

  /** The number of bits of an integer. */
  readonly bits?: 8 | 16 | 32 | 64
  /** Whether the database stores integers. */
  readonly storesIntegers?: true
  /** Whether values have fraction digits that the database may cut off. */
  readonly hasFraction?: true
  readonly moment?: 'date' | 'time' | 'datetime' | 'instant'

  /** What a literal must look like, for messages about wrong defaults. */
  readonly hint?: string
  /** An array of such values; absent if arrays cannot have them. */
  readonly arrayExample?: string
  /** Returns whether a string is a literal of the type; absent if sizes and lists of values decide. */
  readonly accepts?: (text: string) => boolean
  /** Returns a literal in the form that servers return; undefined if the string is not a literal of the type. */
  readonly canonical?: (text: string) => string | undefined
  /** How SQL contains a literal, if not as a string. */
  readonly literal?: LiteralForm
  /** Words and calls that mean an expression when they are written as a literal default. */
  readonly expressions?: 'time' | 'uuid'
  /** Whether an expression for the current time can be a default. */
  readonly takesNow?: true

  /** The method of the runtime that checks a string and returns its canonical form. */
  readonly phpCheck?: readonly [className: 'NetworkValue', method: string]
  /** How many different values factories have: the column with most of them makes the rows of a key different. */
  readonly variety?: number
  /** The value that factories use. */
  readonly sample?: string
  /** Whether dumps invent values if the name of the column says that it contains secrets. */
  readonly isMasked?: true
  /** Whether values can be any text, so that only people know whether it is a secret. */
  readonly holdsAnyText?: true
  /** What the studio shows. */
  readonly shownAs?: ShownKind
}

/** A type that every database has. */
export interface CommonType extends ColumnType {
  readonly sql: Readonly<Record<DialectName, SqlForm>>
}

/** The facts that types share with similar ones. */
export type SharedFacts = Omit<ColumnType, 'sql'>

export type TypeFamily =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'year'
  | 'bytes'
  | 'object'
  | 'geometry'
  | 'temporal'
  | 'interval'
  | 'boolean'
  | 'choice'
  | 'native choice'
  | 'list'
  | 'map'
  | 'json'
  | 'uuid'
  | 'network'
  | 'bits'
  | 'range'

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

/** How SQL contains a literal: `plain` is the text itself, `digit` 0 or 1, and `position` and `mask` those of the values. */
export type LiteralForm =
  | 'number'
  | 'plain'
  | 'boolean'
  | 'digit'
  | 'position'
  | 'mask'
  | 'values'
  | 'list'
  | 'uuid'
  | 'bytes'
  | 'bits'
  | 'temporal'

/** Kind of values in a column, as shown to a user. */
export type ShownKind =
  | 'number'
  | 'text'
  | 'boolean'
  | 'enum'
  | 'set'
  | 'json'
  | 'date'
  | 'time'
  | 'datetime'
  | 'bytes'
  | 'uuid'

/** The SQL type of a column type. */
export interface SqlType {
  readonly name: string
  /** What follows the type name in parentheses; `digits` is the size with a scale of zero. */
  readonly takes?: 'size' | 'size and scale' | 'digits'
  /** Default size; if absent, a column without a size has no parentheses. */
  readonly defaultSize?: number
}

/** How a database stores a column type. */
export interface SqlForm extends SqlType {
  /** The size that the server gives a column without parentheses. */
  readonly ownSize?: number
  /** The largest size that the server accepts; a type without it ignores sizes. */
  readonly maxSize?: number
  /** The largest size that the server accepts in every character set, if smaller. */
  readonly safeSize?: number
  /** The type of columns that number themselves. */
  readonly serial?: string
  /** The words of the catalog that are read as this type. */
  readonly reads?: readonly string[]
  /** Why the type cannot be indexed. Values that are too long are only a warning, as schemas for several databases have them. */
  readonly notIndexed?: 'no order' | 'too long'
  /** The index methods that accept the type; absent if these are the ones for values with an order. */
  readonly indexes?: readonly string[]
  /** The length of a column of which a prefix can be indexed; `any` if it has no default size. */
  readonly prefixOf?: number | 'any'
  readonly refusesLiteralDefault?: true
  /** Tables can be partitioned by hash, unless this forbids it; only `by all` types also by range and list. */
  readonly partitions?: 'by all' | 'not by hash' | 'never'
}

/** The index methods of PostgreSQL for values with an order; `btree_gin` and `btree_gist` are extensions. */
export const ordered = ['hash', 'btree_gin', 'btree_gist', 'brin'] as const

/** How MySQL stores texts of any length. */
export const longText = {
  indexes: ['fulltext'],
  prefixOf: 'any',
  refusesLiteralDefault: true,
  partitions: 'not by hash',
} as const

export const unlimited = Number.POSITIVE_INFINITY

/** Returns a type from its facts and from how each database stores it. */
export const columnType =
  (facts: SharedFacts) =>
  <Sql extends ColumnType['sql']>(sql: Sql) => ({ ...facts, sql })
