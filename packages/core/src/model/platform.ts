import type { Column } from './column.js'
import type { DialectName } from './dialect-name.js'
import type { ReferentialAction } from './foreign-key.js'
import type { Table } from './table.js'
import type { IndexMethod } from './table-index.js'
import type { TableKind } from './table-kind.js'
import type { SchemaType } from './types.js'

/** What a vendor's partitioned tables can do. */
export interface PartitionRules {
  /** Types of columns that ranges and lists can have. */
  readonly types: readonly SchemaType[]
  /** Types of columns that a hash cannot be of. */
  readonly notByHash: readonly SchemaType[]
  /** Types of columns that no table with parts can have. */
  readonly notInParts?: readonly SchemaType[]
  /** Whether they can have foreign keys, and be the target of some. */
  readonly foreignKeys: boolean
  /** Whether each part is a table with a name of its own, so that ranges may have gaps between them. */
  readonly areTables: boolean
}

/**
 * What the schema language needs to know of a vendor: limits, capabilities, names of vendor parameters. Every dialect
 * has these facts; the rest of a dialect, which makes SQL, is not needed to read and check a schema.
 */
export interface Platform {
  readonly name: DialectName
  readonly maxIdentifierLength: number
  readonly identifierUnit: 'characters' | 'bytes'
  /** Attributes of columns that only few vendors have. */
  readonly columnAttributes?: readonly RareAttribute[]
  /** Whether tables can be in SQL schemas; `emulated` puts the schema into the table name. */
  readonly schemas: 'native' | 'emulated' | 'none'
  /** SQL schema of tables that name none. */
  readonly defaultSchema?: string
  /** Whether native ids come from sequences, so that one can be named. */
  readonly sequences: boolean
  /** Whether an index can cover a prefix of a column. */
  readonly indexPrefixes: boolean
  /**
   * Types whose columns can be indexed by a prefix, with the length of a column that has no size, where there is one; every
   * type if undefined.
   */
  readonly prefixedTypes?: ReadonlyMap<SchemaType, number | undefined>
  /** Whether a key over long text or bytes needs a prefix size. */
  readonly longKeysNeedSize: boolean
  /** Types that no index can be over, as their values have no order. */
  readonly unindexedTypes: readonly SchemaType[]
  /** Types whose values are too long for an index: schemas for several vendors have such indexes, so it is a warning. */
  readonly tooLongForIndexes?: readonly SchemaType[]
  /** Whether the server refuses an index over the columns of another index, of a unique key or of the primary key. */
  readonly refusesRepeatedIndexes?: true
  /** Within what the names of indexes must differ. */
  readonly indexScope: NameScope
  /** Whether names of indexes must differ from those of tables, too. */
  readonly indexesAreLikeTables: boolean
  /** What a unique key cannot have the name of: a check or any other constraint of its table, or any constraint of the schema. */
  readonly uniqueNames?: 'of no check' | 'of no constraint' | 'of no constraint of the schema'
  /** Whether names of constraints must differ from those of tables, too. */
  readonly constraintsAreLikeTables?: true
  /** Within what the names of foreign keys must differ; `none` where they are not named in SQL. */
  readonly foreignKeyScope: NameScope
  /** Whether an auto-increment column must be in the primary key; elsewhere a unique key of its own is enough. */
  readonly autoIncrementNeedsPrimaryKey: boolean
  /** Whether only integers count; elsewhere decimal numbers without fraction digits do, too. */
  readonly countsIntegersOnly?: true
  /** Whether the server wants an index on the local columns of every foreign key. */
  readonly indexesForeignKeys: boolean
  /** What the columns that a foreign key points at must be. */
  readonly referencedColumns: 'unique' | 'indexed'
  /** Whether the type of a column must equal the type of the column it references. */
  readonly strictReferenceTypes: boolean
  /** Whether the server has no foreign key between columns of two types that are alike, such as INTEGER and DECIMAL. */
  readonly refusesReference?: (local: SchemaType, foreign: SchemaType) => boolean
  /** Whether the server refuses a foreign key between columns of different sizes. */
  readonly strictReferenceSizes?: true
  /** Whether two names that differ only in the case of letters outside ASCII are one to the server. */
  readonly foldsAllLetters: boolean
  /** Whether names that are not quoted are looked up in lower case. */
  readonly lowersUnquotedNames: boolean
  /** Words that are names only in quotes, in upper case. */
  readonly reservedWords: ReadonlySet<string>
  /** Whether names are never quoted, so that reserved words cannot be names. */
  readonly neverQuotes: boolean
  /** Names that cannot be used even in quotes. */
  readonly unusableNames: readonly UnusableNames[]
  /** How a referential action comes out in SQL; absent: left out. */
  readonly onDelete: ActionSupport
  readonly onUpdate: ActionSupport
  /** Whether the server refuses two cascading ways from one table to another. */
  readonly refusesSeveralCascadePaths: boolean
  /** Whether a unique key admits only one row with NULL. */
  readonly nullsAreEqual: boolean
  /** Sizes of types that the schema gives none. */
  readonly defaultSizes: Readonly<Partial<Record<SchemaType, number>>>
  /** Types whose size counts, with the largest that the server takes; size is ignored for all others. */
  readonly sizes: Readonly<Partial<Record<SchemaType, number>>>
  /** The largest size of a FLOAT without a scale, where that is another one. */
  readonly plainFloatSize?: number
  /** The largest scale, where that is less than the size. */
  readonly largestScale?: number
  /** The largest sizes that the server takes in every character set, where these are smaller, and the set of that limit. */
  readonly safeSizes?: { readonly charset: string; readonly sizes: Readonly<Partial<Record<SchemaType, number>>> }
  /** What the sizes of text types count, where these are not characters: NCHAR and the like, and the other types. */
  readonly textUnits?: { readonly plain: TextUnit; readonly national: TextUnit }
  /** Types that take a scale. */
  readonly scales: ReadonlySet<SchemaType>
  /** Types that take no literal default. */
  readonly withoutLiteralDefault: ReadonlySet<SchemaType>
  /** Years that TIMESTAMP holds, where these are not all. */
  readonly timestampYears?: readonly [first: number, last: number]
  /** Whether a TINYINT has 8 bits with a sign. */
  readonly tinyintIsSigned: boolean
  /** Whether a TINYINT has no negative values. */
  readonly tinyintIsUnsigned?: true
  /** Whether `0000-00-00` is a date. */
  readonly takesZeroDate: boolean
  /** Whether the present time can be the default of a column of numbers, and that of the day one of times. */
  readonly convertsTimes: boolean
  /** Whether drivers give integers as text. */
  readonly integersAreText: boolean
  /** Whether drivers give CLOB columns as streams. */
  readonly clobIsStream: boolean
  /** Methods of the runtime's NumberValue that read what drivers give for numbers, where a cast is not enough. */
  readonly decimalReader?: string
  readonly floatReader?: string
  /** Method of the runtime's BitValue that reads what drivers give for BIT columns, where that is not their bits. */
  readonly bitReader?: string
  /** Digits after the point that a column stores of a number or a time; null for as many as there are. */
  fractionDigits(column: Column): number | null
  /** What can be checked at the end of a transaction; `referenced unique`: also a unique key that a foreign key points at. */
  readonly deferrable: readonly ('foreign key' | 'unique' | 'referenced unique')[]
  /** Whether foreign keys have MATCH FULL. */
  readonly matchFull: boolean
  /** Whether a unique key can take NULL for a value like any other. */
  readonly nullsNotDistinct: boolean
  /** Whether there are exclusion constraints. */
  readonly exclusions: boolean
  /** What of an auto-increment column a schema can say. */
  readonly identity: readonly ('always' | 'start' | 'increment')[]
  /** Which kinds of generated columns there are, the usual one first. */
  readonly generatedColumns: readonly ('stored' | 'virtual')[]
  /** Which generated columns the expression of another one can read: none, those before it, or all but itself. */
  readonly generatedFrom: 'none' | 'earlier' | 'acyclic'
  /** Whether a foreign key cannot change a column that a stored one is computed of. */
  readonly keysCannotChangeStored?: true
  /** A server of the vendor that neither stores nor indexes a column with this expression, because of how it reads another one. */
  refusesStoredRead?(expression: string, read: Column): string | undefined
  /** Whether a default can read other columns, those before it. */
  readonly defaultsFromColumns?: true
  /** Where an auto-increment column cannot be read. */
  readonly autoIncrementNotIn?: readonly SqlUse[]
  /** Whether a call, or a word such as CURRENT_TIMESTAMP, is refused there, as it gives another value each time. */
  refusesCall?(call: SqlCall, use: SqlUse): boolean
  /** Kinds of tables. */
  readonly tableKinds?: readonly TableKind[]
  /** How tables are divided into parts; absent where they are not. */
  readonly partitions?: PartitionRules
  /** Whether a view can keep its rows. */
  readonly materializedViews?: true
  /** Whether parts of the server are made ready by `CREATE EXTENSION`. */
  readonly extensions?: true
  /** Whether a `<domain>` with checks is a type of the database; elsewhere each table has the checks. */
  readonly domains?: true
  /** Servers that sequences which columns share need, where others have none. */
  readonly sequencesNeed?: string
  /** Types of the database for ENUM and SET columns; absent where it has none. */
  readonly nativeEnums?: NativeEnumRules
  /** What indexes can be. */
  readonly indexes: IndexSupport
  /** Servers that default expressions other than the current timestamp need, where older ones refuse them. */
  readonly expressionDefaultsNeed?: string
  /** Servers that INSERT can return a key from, where others cannot; false: none can. */
  readonly madeKeysNeed?: string | false
  /** Whether a required TIMESTAMP column has the current time as its default, if it has no other. */
  readonly requiredTimestampsAreNow?: boolean
  /** Whether a timestamp can change with every UPDATE. */
  readonly timestampsOnUpdate?: boolean
  /** Vendor parameters that have an effect, by element. */
  readonly vendorParameters: Readonly<Partial<Record<VendorElement, VendorParameterRules>>>
  /** Where vendor parameters name character sets and collations: those that the server knows. */
  readonly charsets?: CharsetRules
}

interface NativeEnumRules {
  /** Whether types have names, and columns share them; elsewhere the values are part of the column. */
  readonly named: boolean
  /** The longest value. */
  readonly length: { readonly limit: number; readonly unit: 'bytes' | 'characters' }
  /** How many values a SET can have. */
  readonly setSize: number
  /** How the values of a SET are stored: as a list of texts with commas, or as an array. */
  readonly sets: 'list' | 'array'
  /** Whether the server compares values by a collation, to which these two may be one, and drops blanks at their ends. */
  readonly collated: boolean
}

export type RareAttribute = 'array' | 'unsigned' | 'zerofill' | 'srid'

export interface IndexSupport {
  /** Over the rows that meet a condition. */
  readonly partial: boolean
  /** Over expressions; a text names the servers that have them, where others have none. */
  readonly expressions: boolean | string
  /** With values of further columns. */
  readonly covering: boolean
  readonly collations: boolean
  readonly operatorClasses: boolean
  /** Where rows without a value are in ascending order, and whether an index can have them at the other end. */
  readonly nulls: { readonly usual: 'first' | 'last'; readonly movable: boolean }
  readonly methods: readonly IndexMethod[]
  /** What the indexes of a method can do, where that is not everything. */
  readonly methodRules?: Readonly<Partial<Record<IndexMethod, MethodRules>>>
}

/** What the indexes of one method can do. */
export interface MethodRules {
  readonly unique: boolean
  /** In descending order, and with NULL at the other end. */
  readonly ordered: boolean
  readonly covering: boolean
  readonly severalColumns: boolean
  /** Behind exclusion constraints: with any operator, or with `=` alone. */
  readonly exclusions: boolean | 'equal'
  /** Types of columns that need no operator class; all if absent. */
  readonly types?: ReadonlySet<SchemaType>
  readonly arrays: boolean
  /** What `CREATE EXTENSION` adds to the types. */
  readonly extension?: { readonly name: string; readonly types: ReadonlySet<SchemaType> }
  /** Whether columns must be NOT NULL. */
  readonly needsValue?: true
  /** Whether a generated column must be stored. */
  readonly stored?: true
  /** Whether columns are indexed as a whole. */
  readonly whole?: true
}

/** A method whose indexes can do nothing but hold one column. */
export const oneColumn: MethodRules = {
  unique: false,
  ordered: false,
  covering: false,
  severalColumns: false,
  exclusions: false,
  arrays: false,
}

export interface CharsetRules {
  readonly known: ReadonlySet<string>
  /** Names of the parameters; the first one that is given counts. */
  readonly charset: readonly string[]
  readonly collation: readonly string[]
  isCollation(name: string): boolean
  /** Whether the character set of a collation is that of the table. */
  isShared(collation: string): boolean
  /** Whether the server takes both for one table or column. */
  fit(charset: string, collation: string): boolean
  /** Whether two names mean one collation. */
  isSame(collation: string, other: string): boolean
  /** Whether text becomes bytes: the server gives the column another type without a word. */
  isBytes(name: string): boolean
}

const everyAction: ActionSupport = {
  CASCADE: 'CASCADE',
  'SET NULL': 'SET NULL',
  RESTRICT: 'RESTRICT',
  'NO ACTION': 'NO ACTION',
  'SET DEFAULT': 'SET DEFAULT',
}

/** What holds for most vendors, so that each of them says only what is different there. */
export const usualPlatform = {
  identifierUnit: 'characters',
  schemas: 'native',
  sequences: false,
  indexPrefixes: false,
  longKeysNeedSize: false,
  unindexedTypes: [],
  indexesAreLikeTables: false,
  autoIncrementNeedsPrimaryKey: false,
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
  scales: new Set<SchemaType>(['NUMERIC', 'DECIMAL']),
  withoutLiteralDefault: new Set<SchemaType>(),
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

/** What a server counts: `code units` are those of UTF-16, of which an emoji has two. */
export type TextUnit = 'characters' | 'code units' | 'bytes'

/** What an SQL expression of a schema is for. */
export type SqlUse = 'check' | 'stored' | 'virtual' | 'index' | 'default'

/** A function that an expression calls, with its name in lower case and the text between its brackets, if there are any. */
export interface SqlCall {
  readonly name: string
  readonly arguments?: string
}

/** What an expression consists of, as far as a lexer sees it. */
export interface SqlOutline {
  readonly calls: readonly SqlCall[]
  /** Names that may be those of columns; those without quotes in lower case. */
  readonly names: ReadonlySet<string>
  readonly hasQuery: boolean
  readonly hasWindow: boolean
}

/** How a vendor reads text of a schema or a catalog that becomes SQL as it is. */
export interface SqlTexts {
  /** A text as one SQL expression, in the form in which it is written; undefined if it is anything else, or more. */
  sqlExpression(text: string): string | undefined
  /** A text as one SELECT, in the form in which it is written; undefined if it is anything else, or more. */
  sqlQuery(text: string): string | undefined
  /** SQL that is trusted, without the end of its last statement. */
  sqlStatement(text: string): string
  /** The condition of a domain as one of a column: its name takes the place of `VALUE`. */
  aboutColumn(expression: string, column: string): string
  /** Whether a text is one SQL type. */
  isSqlType(text: string): boolean
  sqlOutline(expression: string): SqlOutline
  /** Names of the tables and views that a query reads, in lower case, with the schema where the query has it. */
  sqlSources(query: string): ReadonlySet<string>
}

/** The vendor of a connection. */
export interface BoundPlatform extends Platform, SqlTexts {
  /** Whether columns of the type can be created. */
  hasType(type: SchemaType): boolean
  /** Names of what the server makes by itself with a table, beside it, such as the index of its key. */
  impliedNames?(table: Table): readonly string[]
  /** The constraint that a primary key is, where the dialect gives it its name. */
  primaryKeyName?(table: Table): string
  /** The expression for the next number of a sequence that columns share; absent where there are none. */
  nextValue?(sequence: string): string
}

export interface UnusableNames {
  /** What they would name; all kinds of things if absent. */
  readonly of?: 'schema' | 'table' | 'type' | 'column' | 'index' | 'foreign key' | 'check'
  readonly pattern: RegExp
  /** Ends the sentence `name "x" cannot be used on mysql: …`. */
  readonly because: string
}

export type IdentifierLimit = Pick<Platform, 'maxIdentifierLength' | 'identifierUnit'>

/** How long a name is to a vendor. */
export const identifierLength = (name: string, { identifierUnit }: IdentifierLimit): number =>
  identifierUnit === 'bytes' ? Buffer.byteLength(name) : [...name].length

export type NameScope = 'table' | 'schema' | 'database' | 'none'

export type ActionSupport = Readonly<Partial<Record<ReferentialAction, ReferentialAction>>>

/** Elements that take `<vendor>`; parameters of a database are those of its tables. */
export type VendorElement = 'table' | 'column' | 'foreign-key' | 'index' | 'unique'

/**
 * What kind of value a parameter takes: a text is quoted, an option is a word or number that is not, `old schema` is the
 * former way to give the SQL schema of a table.
 */
export type VendorParameterRules = ReadonlyMap<string, 'text' | 'option' | 'table list' | 'boolean' | 'old schema'>
