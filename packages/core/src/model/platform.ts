import type { Column } from './column.js'
import type { DialectName } from './dialect-name.js'
import type { ReferentialAction } from './foreign-key.js'
import type { Table } from './table.js'
import type { IndexMethod } from './table-index.js'
import type { TableKind } from './table-kind.js'
import type { SchemaType } from './types/index.js'

/** Capabilities of a vendor's partitioned tables. */
export interface PartitionRules {
  /** Column types that can be partitioned by range or list. */
  readonly types: readonly SchemaType[]
  /** Column types that cannot be partitioned by hash. */
  readonly notByHash: readonly SchemaType[]
  /** Column types that no partitioned table can have. */
  readonly notInParts?: readonly SchemaType[]
  /** Whether partitioned tables can have foreign keys and be referenced by them. */
  readonly foreignKeys: boolean
  /** Whether each part is a table with its own name, so that ranges may have gaps between them. */
  readonly areTables: boolean
}

/**
 * The facts about a vendor that the schema language needs: limits, capabilities and names of vendor parameters. Every dialect
 * provides them; the rest of a dialect, which generates SQL, is not needed to read and check a schema.
 */
export interface Platform {
  readonly name: DialectName
  readonly maxIdentifierLength: number
  readonly identifierUnit: 'characters' | 'bytes'
  /** Column attributes that only a few vendors support. */
  readonly columnAttributes?: readonly RareAttribute[]
  /** Whether tables can be in SQL schemas; `emulated` adds the schema to the table name. */
  readonly schemas: 'native' | 'emulated' | 'none'
  /** SQL schema of tables without an explicit schema. */
  readonly defaultSchema?: string
  /** Whether generated ids come from sequences, so that a sequence can be named. */
  readonly sequences: boolean
  /** Whether an index can cover a prefix of a column. */
  readonly indexPrefixes: boolean
  /**
   * Types whose columns can be indexed by a prefix, with the length of a column without a size, if any; undefined means every
   * type.
   */
  readonly prefixedTypes?: ReadonlyMap<SchemaType, number | undefined>
  /** Whether a key on long text or binary columns needs a prefix size. */
  readonly longKeysNeedSize: boolean
  /** Types that cannot be indexed, because their values have no order. */
  readonly unindexedTypes: readonly SchemaType[]
  /**
   * Types whose values are too long for an index. This is only a warning, because schemas for several vendors have such
   * indexes.
   */
  readonly tooLongForIndexes?: readonly SchemaType[]
  /** Whether the server rejects an index on the same columns as another index, a unique key or the primary key. */
  readonly refusesRepeatedIndexes?: true
  /** The scope in which index names must be unique. */
  readonly indexScope: NameScope
  /** Whether index names must also differ from table names. */
  readonly indexesAreLikeTables: boolean
  /** Constraints whose name a unique key cannot share: checks or any constraint of its table, or any constraint of the schema. */
  readonly uniqueNames?: 'of no check' | 'of no constraint' | 'of no constraint of the schema'
  /** Whether constraint names must also differ from table names. */
  readonly constraintsAreLikeTables?: true
  /** The scope in which foreign key names must be unique; `none` if foreign keys have no names in SQL. */
  readonly foreignKeyScope: NameScope
  /** What the server requires an auto-increment column to be in: `a key` is any key that starts with the column. */
  readonly autoIncrementNeeds?: 'the primary key' | 'a key'
  /** The integer type that the server gives to auto-increment columns of decimal types, unless a named sequence numbers them. */
  readonly decimalCounter?: SchemaType
  /** Whether identity columns are integers. */
  readonly identitiesAreIntegers?: true
  /** Whether only integers can auto-increment; otherwise decimal numbers without fraction digits can, too. */
  readonly countsIntegersOnly?: true
  /** Whether the server requires an index on the local columns of every foreign key. */
  readonly indexesForeignKeys: boolean
  /** The key or index required on the columns that a foreign key references. */
  readonly referencedColumns: 'unique' | 'indexed'
  /** Whether the type of a column must equal the type of the column it references. */
  readonly strictReferenceTypes: boolean
  /** Whether the server rejects a foreign key between these two similar types, such as INTEGER and DECIMAL. */
  readonly refusesReference?: (local: SchemaType, foreign: SchemaType) => boolean
  /** Whether the server rejects a foreign key between columns of different sizes. */
  readonly strictReferenceSizes?: true
  /** Whether the server considers two names equal that differ only in the case of non-ASCII letters. */
  readonly foldsAllLetters: boolean
  /** Whether tables whose names differ only in case are the same table. */
  readonly foldsTableNames?: true
  /** Whether unquoted names are looked up in lower case. */
  readonly lowersUnquotedNames: boolean
  /** Words that must be quoted to be names, in upper case. */
  readonly reservedWords: ReadonlySet<string>
  /** Whether names are never quoted, so that reserved words cannot be names. */
  readonly neverQuotes: boolean
  /** Names that cannot be used, even in quotes. */
  readonly unusableNames: readonly UnusableNames[]
  /** How each referential action is written in SQL; absent actions are omitted. */
  readonly onDelete: ActionSupport
  /** Whether the server rejects a foreign key that sets a required column to null; others notice when it does so. */
  readonly refusesSetNullOnRequired?: true
  readonly onUpdate: ActionSupport
  /** Whether the server rejects several cascade paths from one table to another. */
  readonly refusesSeveralCascadePaths: boolean
  /** Whether a unique key allows only one row with NULL. */
  readonly nullsAreEqual: boolean
  /** Default sizes of types without a size in the schema. */
  readonly defaultSizes: Readonly<Partial<Record<SchemaType, number>>>
  /** Types with a size, and the largest size that the server accepts; sizes of all other types are ignored. */
  readonly sizes: Readonly<Partial<Record<SchemaType, number>>>
  /** The largest size of a FLOAT without a scale, if different. */
  readonly plainFloatSize?: number
  /** The largest scale of a DECIMAL, if smaller than the size. */
  readonly largestScale?: number
  /** The scale above which the server of a DECIMAL must be a certain one. Floating point numbers cannot have a larger one. */
  readonly largeScales?: { readonly above: number; readonly need: string }
  /** How many bytes of columns a key can have. */
  readonly keyBytes?: KeyBytes
  /**
   * The largest sizes that the server accepts in every character set, if smaller, and the character set that causes the limit.
   */
  readonly safeSizes?: { readonly charset: string; readonly sizes: Readonly<Partial<Record<SchemaType, number>>> }
  /** The unit of text sizes, if not characters: `national` for NCHAR and similar types, `plain` for the other types. */
  readonly textUnits?: { readonly plain: TextUnit; readonly national: TextUnit }
  /** Types with a scale. */
  readonly scales: ReadonlySet<SchemaType>
  /** Types that cannot have a literal default. */
  readonly withoutLiteralDefault: ReadonlySet<SchemaType>
  /** Returns the number that decimal and floating point values must stay below, if their size does not say it. */
  readonly numberLimit?: (column: Pick<Column, 'type' | 'size' | 'scale'>) => number | undefined
  /** Whether the empty string is NULL. */
  readonly emptyStringIsNull?: true
  /** The range of years that TIMESTAMP supports, if limited. */
  readonly timestampYears?: readonly [first: number, last: number]
  /** Whether a TINYINT is a signed 8-bit integer. */
  readonly tinyintIsSigned: boolean
  /** Whether a TINYINT has no negative values. */
  readonly tinyintIsUnsigned?: true
  /** Whether `0000-00-00` is accepted as a date. */
  readonly takesZeroDate: boolean
  /** Whether the current time can be the default of a numeric column, and the current date that of a TIME column. */
  readonly convertsTimes: boolean
  /** Whether drivers return integers as strings. */
  readonly integersAreText: boolean
  /** Whether drivers return CLOB columns as streams. */
  readonly clobIsStream: boolean
  /** Methods of the runtime's NumberValue that convert the numbers that drivers return, if a cast is not enough. */
  readonly decimalReader?: string
  readonly floatReader?: string
  /** Method of the runtime's BitValue that converts the BIT values that drivers return, if they are not bit strings. */
  readonly bitReader?: string
  /** Returns the number of fraction digits that a column of numbers or times stores; null for all of them. */
  fractionDigits(column: Column): number | null
  /** Constraints that can be deferred; `referenced unique` is a unique key that a foreign key references. */
  readonly deferrable: readonly ('foreign key' | 'unique' | 'referenced unique')[]
  /** Whether foreign keys support MATCH FULL. */
  readonly matchFull: boolean
  /** Whether a unique key can treat NULL as a value like any other. */
  readonly nullsNotDistinct: boolean
  /** Whether exclusion constraints are supported. */
  readonly exclusions: boolean
  /** The options of an auto-increment column that a schema can set, and whether its numbers can be negative. */
  readonly identity: readonly ('always' | 'start' | 'increment' | 'negative')[]
  /** The supported kinds of generated columns, the default first. */
  readonly generatedColumns: readonly ('stored' | 'virtual')[]
  /** The generated columns that another generated column's expression can read: none, earlier ones, or all but itself. */
  readonly generatedFrom: 'none' | 'earlier' | 'acyclic'
  /** Whether a foreign key's action cannot change a column that a stored generated column reads. */
  readonly keysCannotChangeStored?: true
  /**
   * Returns the server that can neither store nor index a column with this expression, because the expression reads this
   * column.
   */
  refusesStoredRead?(expression: string, read: Column): string | undefined
  /** Whether a default can read earlier columns. */
  readonly defaultsFromColumns?: true
  /** Expressions that cannot read an auto-increment column. */
  readonly autoIncrementNotIn?: readonly SqlUse[]
  /** Returns whether the server rejects a call, or a word such as CURRENT_TIMESTAMP, in this use, because its value varies. */
  refusesCall?(call: SqlCall, use: SqlUse): boolean
  /** Supported kinds of tables. */
  readonly tableKinds?: readonly TableKind[]
  /** Rules for partitioned tables; absent if they are not supported. */
  readonly partitions?: PartitionRules
  /** Whether views can be materialized. */
  readonly materializedViews?: true
  /** Whether the vendor has `CREATE EXTENSION`. */
  readonly extensions?: true
  /** Whether a `<domain>` with checks becomes a database type; otherwise each table gets the checks. */
  readonly domains?: true
  /** Server versions that support shared sequences, if not all do. */
  readonly sequencesNeed?: string
  /** Rules for database types of ENUM and SET columns; absent if they are not supported. */
  readonly nativeEnums?: NativeEnumRules
  /** Index features. */
  readonly indexes: IndexSupport
  /** Server versions that support default expressions other than the current timestamp, if not all do. */
  readonly expressionDefaultsNeed?: string
  /** Server versions whose INSERT can return a generated key, if not all can; false if none can. */
  readonly madeKeysNeed?: string | false
  /** Whether a required TIMESTAMP column defaults to the current time if it has no other default. */
  readonly requiredTimestampsAreNow?: boolean
  /** Whether the server adds spaces at the end of a CHAR value or removes them, and comparisons ignore them. */
  readonly padsChar?: boolean
  /** Whether a timestamp can be updated with every UPDATE. */
  readonly timestampsOnUpdate?: boolean
  /** Supported vendor parameters, by element. */
  readonly vendorParameters: Readonly<Partial<Record<VendorElement, VendorParameterRules>>>
  /** The character sets and collations that the server knows, for vendor parameters that name them. */
  readonly charsets?: CharsetRules
}

interface NativeEnumRules {
  /** Whether types have names that columns share; otherwise the values are part of the column. */
  readonly named: boolean
  /** The maximum length of a value. */
  readonly length: { readonly limit: number; readonly unit: 'bytes' | 'characters' }
  /** The maximum number of values of a SET. */
  readonly setSize: number
  /** How the values of a SET are stored: as a comma-separated string, or as an array. */
  readonly sets: 'list' | 'array'
  /** Whether the server compares values by a collation, which may consider two values equal, and drops trailing spaces. */
  readonly collated: boolean
}

export type RareAttribute = 'array' | 'unsigned' | 'zerofill' | 'srid'

export interface IndexSupport {
  /** Whether an index can be limited to the rows that meet a condition. */
  readonly partial: boolean
  /** Whether an index can contain expressions; a string names the server versions that can, if not all do. */
  readonly expressions: boolean | string
  /** Whether an index can include the values of further columns. */
  readonly covering: boolean
  readonly collations: boolean
  readonly operatorClasses: boolean
  /** Where ascending order puts NULLs, and whether an index can put them at the other end. */
  readonly nulls: { readonly usual: 'first' | 'last'; readonly movable: boolean }
  readonly methods: readonly IndexMethod[]
  /** Restrictions of individual index methods. */
  readonly methodRules?: Readonly<Partial<Record<IndexMethod, MethodRules>>>
}

/** The features of one index method. */
export interface MethodRules {
  readonly unique: boolean
  /** Whether columns can have descending order, or NULLs at the other end. */
  readonly ordered: boolean
  readonly covering: boolean
  readonly severalColumns: boolean
  /** Whether the method supports exclusion constraints: with any operator, or with `=` only. */
  readonly exclusions: boolean | 'equal'
  /** Column types that need no operator class; all if absent. */
  readonly types?: ReadonlySet<SchemaType>
  readonly arrays: boolean
  /** An extension, and the types that it adds. */
  readonly extension?: { readonly name: string; readonly types: ReadonlySet<SchemaType> }
  /** Whether columns must be NOT NULL. */
  readonly needsValue?: true
  /** Whether a generated column must be stored. */
  readonly stored?: true
  /** Whether columns can only be indexed as a whole. */
  readonly whole?: true
}

/** Rules of a method whose indexes can only contain a single plain column. */
export const oneColumn: MethodRules = {
  unique: false,
  ordered: false,
  covering: false,
  severalColumns: false,
  exclusions: false,
  arrays: false,
}

/** The limits of keys in bytes, and how many bytes a character has. */
export interface KeyBytes {
  readonly primaryKey: number
  readonly index: number
  /** Whether the limits apply to a table with these vendor parameters. */
  isLimited(table: ReadonlyMap<string, string>): boolean
  /** Returns the most bytes of a character of a column, and the character set if that depends on it. */
  charactersOf(
    column: Pick<Column, 'type' | 'vendor'>,
    table: Pick<Table, 'vendor'>,
  ): { readonly width: number; readonly charset?: string }
}

export interface CharsetRules {
  readonly known: ReadonlySet<string>
  /** Names of the parameters; the first one that is set wins. */
  readonly charset: readonly string[]
  readonly collation: readonly string[]
  isCollation(name: string): boolean
  /** Returns whether the table's character set is also the one of the collation. */
  isShared(collation: string): boolean
  /** Returns whether the server accepts the character set and the collation together for one table or column. */
  fit(charset: string, collation: string): boolean
  /** Returns whether two names mean the same collation. */
  isSame(collation: string, other: string): boolean
  /** Returns whether the character set or collation turns text into bytes: the server silently changes the column's type. */
  isBytes(name: string): boolean
}

const everyAction: ActionSupport = {
  CASCADE: 'CASCADE',
  'SET NULL': 'SET NULL',
  RESTRICT: 'RESTRICT',
  'NO ACTION': 'NO ACTION',
  'SET DEFAULT': 'SET DEFAULT',
}

/** The number that floating point values of four bytes must stay below. */
export const singlePrecisionLimit = 3.4028235e38

/** Defaults shared by most vendors; each platform only lists its differences. */
export const usualPlatform = {
  identifierUnit: 'characters',
  schemas: 'native',
  sequences: false,
  indexPrefixes: false,
  longKeysNeedSize: false,
  indexesAreLikeTables: false,
  indexesForeignKeys: false,
  referencedColumns: 'unique',
  strictReferenceTypes: false,
  foldsAllLetters: false,
  lowersUnquotedNames: false,
  neverQuotes: false,
  onDelete: everyAction,
  onUpdate: everyAction,
  refusesSeveralCascadePaths: false,
  nullsAreEqual: false,
  tinyintIsSigned: false,
  takesZeroDate: false,
  convertsTimes: true,
  integersAreText: false,
  identity: [],
  deferrable: [],
  matchFull: false,
  nullsNotDistinct: false,
  exclusions: false,
  generatedColumns: ['stored', 'virtual'],
  generatedFrom: 'none',
  clobIsStream: false,
  indexes: {
    partial: false,
    expressions: false,
    covering: false,
    collations: false,
    operatorClasses: false,
    nulls: { usual: 'first', movable: false },
    methods: ['btree'],
  },
} satisfies Partial<Platform>

/** A unit of text lengths; `code units` are UTF-16 code units, and an emoji has two of them. */
export type TextUnit = 'characters' | 'code units' | 'bytes'

/** The use of an SQL expression in a schema. */
export type SqlUse = 'check' | 'stored' | 'virtual' | 'index' | 'default'

/** A function call in an expression: the name in lower case, and the arguments between the parentheses, if any. */
export interface SqlCall {
  readonly name: string
  readonly arguments?: string
}

/** The parts of an expression that a lexer can find. */
export interface SqlOutline {
  readonly calls: readonly SqlCall[]
  /** Words that may be column names; unquoted ones are in lower case. */
  readonly names: ReadonlySet<string>
  readonly hasQuery: boolean
  readonly hasWindow: boolean
}

/** How a vendor reads strings from a schema or catalog that become SQL verbatim. */
export interface SqlTexts {
  /** Returns a string in its normal form if it is exactly one SQL expression; otherwise undefined. */
  sqlExpression(text: string): string | undefined
  /** Returns a string in its normal form if it is exactly one SELECT; otherwise undefined. */
  sqlQuery(text: string): string | undefined
  /** Returns trusted SQL without the terminator of its last statement. */
  sqlStatement(text: string): string
  /** Turns a condition of a domain into one of a column by replacing `VALUE` with the column's name. */
  aboutColumn(expression: string, column: string): string
  /** Returns whether a string is exactly one SQL type. */
  isSqlType(text: string): boolean
  sqlOutline(expression: string): SqlOutline
  /** Returns the tables and views that a query reads, in lower case, with their schemas if the query names them. */
  sqlSources(query: string): ReadonlySet<string>
}

/** The settings in `orm.database.adapters`, by vendor. */
export type AdapterSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The vendor of a connection. */
export interface BoundPlatform extends Platform, SqlTexts {
  /** Returns whether columns of the type can be created. */
  hasType(type: SchemaType): boolean
  /** Returns whether the database enforces a table's foreign keys; otherwise they are omitted from SQL. Absent if it always does. */
  keepsForeignKeys?(table: Table, settings: AdapterSettings): boolean
  /** Returns the names of objects that the server creates automatically with a table, such as the index of its key. */
  impliedNames?(table: Table): readonly string[]
  /** Returns the name of the primary key constraint, if the dialect sets one. */
  primaryKeyName?(table: Table): string
  /** Returns the expression for the next number of a shared sequence; absent if sequences are not supported. */
  nextValue?(sequence: string): string
}

export interface UnusableNames {
  /** The kind of object that cannot have the name; if absent, every kind. */
  readonly of?: 'schema' | 'table' | 'type' | 'column' | 'index' | 'foreign key' | 'check'
  readonly pattern: RegExp
  /** Ends the sentence `name "x" cannot be used on mysql: …`. */
  readonly because: string
}

export type IdentifierLimit = Pick<Platform, 'maxIdentifierLength' | 'identifierUnit'>

/** Returns the length of a name in the vendor's unit. */
export const identifierLength = (name: string, { identifierUnit }: IdentifierLimit): number =>
  identifierUnit === 'bytes' ? Buffer.byteLength(name) : [...name].length

export type NameScope = 'table' | 'schema' | 'database' | 'none'

export type ActionSupport = Readonly<Partial<Record<ReferentialAction, ReferentialAction>>>

/** Elements that accept `<vendor>`; parameters of a database apply to its tables. */
export type VendorElement = 'table' | 'column' | 'foreign-key' | 'index' | 'unique'

/**
 * The value types of vendor parameters: a text is quoted, an option is an unquoted word or number, and `old schema` is the
 * former way to set the SQL schema of a table.
 */
export type VendorParameterRules = ReadonlyMap<string, 'text' | 'option' | 'table list' | 'boolean' | 'old schema'>
