import type { Diagnostic } from '../errors/index.js'
import {
  type Check,
  type Column,
  concernsColumn,
  type Exclusion,
  type Extension,
  type ForeignKey,
  type Index,
  type ReferentialAction,
  type Table,
  tellingMethod,
} from '../model/index.js'
import type { Lexicon } from './lexicon.js'
import type { PartitionChange, SqlPart } from './partitions.js'
import type { Script } from './script.js'
import type { SequenceStatements } from './sequence-statements.js'
import { significantTokens } from './sql-words.js'
import type { SqlSettings } from './vendors.js'

/** How a vendor changes existing tables. The order of the statements is decided elsewhere. */
export interface AlterRules {
  /** Returns what the server stores for a column; equivalent definitions give equal facts. */
  columnFacts(column: Column, table: Table, settings: SqlSettings): ColumnFacts
  /** Returns by name what the server stores for a table besides columns and keys, such as its engine. */
  tableFacts(table: Table, settings: SqlSettings): Readonly<Record<string, string>>
  /** Returns the primary key columns in the order used in SQL. */
  primaryKey(table: Table): readonly string[]
  /** Returns the properties of an index, other than its columns, whose change requires a new index. */
  indexFacts(index: Index): string
  /** Referential actions that are equivalent to having none. */
  readonly noAction: readonly ReferentialAction[]
  /** Objects whose names the server does not store, so that renaming them changes nothing. */
  readonly nameless: readonly ('unique' | 'foreign key')[]
  /** Whether foreign keys can be renamed in place; `alterTable` does that together with the indexes. */
  readonly renamesForeignKeys: boolean
  /** Whether a foreign key column can only be renamed in a statement that changes nothing else. */
  readonly renamesKeyColumnsAlone: boolean
  /** Whether a stored generated column can become a plain column and keep its values. */
  readonly keepsGeneratedValues: boolean
  /** Returns whether the server rejects a change of a table while these columns belong to a foreign key. */
  disturbsKey(change: TableChange, columns: readonly string[]): boolean
  tableName(table: Table): string
  /** Returns the option in the catalog that a vendor parameter sets, if parameters have several names. */
  optionOf?(parameter: string): string
  readonly costs: Costs
  /** Drops an existing table, and the objects that only this table uses. */
  dropTable(table: Table, script: Script): readonly string[]
  /** Creates a table; its foreign keys are only included if they cannot be added later. */
  createTable(table: Table, script: Script): readonly string[]
  /** Renames the table and the objects that the server named after it. If tables swap names, a table is renamed in two steps. */
  renameTable(before: Table, after: Table, change: TableChange): readonly string[]
  /** Returns no statements if a foreign key can never be separated from its table. */
  dropForeignKey(table: Table, key: ForeignKey): readonly string[]
  addForeignKey(table: Table, key: ForeignKey, how: How): readonly string[]
  alterTable(change: TableChange, context: AlterContext): AlterPhases
  /** Returns the parts of a partitioned table, in their significant order. Absent if the vendor has no partitioned tables. */
  partsOf?(table: Table, settings: SqlSettings): readonly SqlPart[]
  /** Returns a query that fails if a text does not fit the number type that its column gets. Its condition finds the rows. */
  misfits?(text: TextColumn): string
  /** Returns the reasons why the server cannot make a change. */
  obstacles?(change: TableChange): Diagnostic[]
  /** Creates an extension, if the vendor has extensions. */
  createExtension?(extension: Extension): string
  /** Statements for shared sequences, if the vendor has sequences. */
  readonly sequences?: SequenceStatements
  /**
   * Returns new type names by old ones, as used in column facts: the types that are named after something that was renamed.
   * `columns` are the columns that exist before and after.
   */
  renamedTypes?(
    columns: readonly (readonly [before: Column, after: Column])[],
    before: readonly Table[],
    after: readonly Table[],
  ): ReadonlyMap<string, string>
  /** Changes the types that columns share: statements before the first column changes, and after the last one. */
  sharedTypes?(changed: readonly TableChange[], context: AlterContext): readonly [before: string[], after: string[]]
  /** Returns the types that must be created for the columns of these tables, by the name that column facts use. */
  madeTypes?(tables: readonly Table[]): ReadonlyMap<string, MadeType>
  /** Returns statements to add before and after all statements of a migration, if these statements need them. */
  around?(statements: readonly string[]): readonly [before: string[], after: string[]]
}

/** A column with texts that become numbers. */
export interface TextColumn {
  /** The table and the column, as SQL writes their names. */
  readonly table: string
  readonly field: string
  readonly after: Column
  /** Whether the new type has integers only. */
  readonly isWhole: boolean
  /** The numbers next to the range of the new type on both sides, if the range is limited. */
  readonly beyond: readonly [below: string, above: string] | undefined
}

/** A type as shown in messages: `domain` and `shop.positive`. */
export interface MadeType {
  readonly kind: string
  readonly name: string
}

/** The effect of changes on existing rows; types are in canonical form. */
export interface Costs {
  /** Whether the server enforces that values match the column type. */
  readonly enforcesTypes: boolean
  readonly limits: TypeLimits
  /** Returns whether the type change makes the server rewrite the whole table, which blocks other sessions. */
  rewrites(from: string, to: string): boolean
  /** The locks that a change takes, by kind of change; other changes block nobody. */
  readonly waits: Readonly<Partial<Record<Waiting, Wait>>>
  /** Returns whether a new value for a table option makes the server rewrite the table. */
  rewritesFor?(option: string): boolean
  /** Returns whether adding a column with this default makes the server write every row. */
  fillsEachRow(value: string | undefined, autoIncrement: boolean): boolean
}

/** Capacities of types whose names have different meanings on other servers. */
export interface TypeLimits {
  /** The default number of fraction digits of seconds. */
  readonly secondDigits: number
  /** The capacity of TEXT and BLOB, if there are longer types. */
  readonly text?: number
  /** Whether TIMESTAMP has a smaller range of years than other types. */
  readonly timestampsEnd?: true
  readonly tinyintIsUnsigned?: true
}

export type Waiting = 'index' | 'foreign key' | 'NOT NULL' | 'primary key' | 'engine' | 'option'

export interface Wait {
  /** The lock, and what the server does while holding it. */
  readonly lock: string
  /** What to do instead. */
  readonly instead: string
  /** Whether `--online` writes statements that block nobody. */
  readonly online?: true
}

export interface ColumnFacts {
  readonly type: string
  /** The default as written in SQL. */
  readonly default?: string
  readonly required: boolean
  readonly autoIncrement: boolean
  /** The identity options. */
  readonly identity?: string
  /** The expression of a generated column. */
  readonly generated?: string
  /** The conditions of the column's domain. */
  readonly domain?: string
  /** Character set, collation and similar options. */
  readonly options?: string
  readonly comment?: string
}

/** Whether to write statements in a non-blocking form, if there is one. */
export interface How {
  readonly online: boolean
}

export interface AlterContext extends How {
  readonly before: Script
  readonly after: Script
  /** New type names by old names. */
  readonly renamedTypes: ReadonlyMap<string, string>
}

/** Statements for one table, by phase; each phase runs for all tables before the next one starts. */
export interface AlterPhases {
  /** Drops indexes; the statements use the old names. */
  readonly dropIndexes: readonly AlterStatement[]
  /** Renames indexes, and columns that other tables depend on; the table itself already has its new name. */
  readonly rename: readonly NameChange[]
  /** Changes columns, the primary key and options. */
  readonly change: readonly AlterStatement[]
  /** Creates indexes. */
  readonly createIndexes: readonly AlterStatement[]
}

/** A rename. Objects in the same scope may swap their names, even across tables. */
export interface NameChange {
  readonly scope: string
  readonly from: string
  readonly to: string
  readonly statement: (from: string, to: string) => string
}

/** Returns the renames of objects in one scope. */
export const nameChanges = (
  scope: string,
  pairs: readonly (readonly [before: { readonly name: string }, after: { readonly name: string }])[],
  statement: NameChange['statement'],
): NameChange[] => pairs.map(([before, after]) => ({ scope, from: before.name, to: after.name, statement }))

/** A statement, with the data that it deletes. */
export type AlterStatement = string | { readonly text: string; readonly loses: readonly string[] }

export type Aspect = 'name' | keyof ColumnFacts | 'values'

/** A column that exists before and after the change. */
export interface ColumnChange {
  readonly before: Column
  readonly after: Column
  /** The properties that differ; empty for an unchanged column. */
  readonly aspects: ReadonlySet<Aspect>
  /** New names of ENUM and SET values by old names. */
  readonly renamedValues: ReadonlyMap<string, string>
}

/** Changes to a list of named objects of a table. */
export interface ListChange<T> {
  readonly added: readonly T[]
  readonly dropped: readonly T[]
  readonly renamed: readonly (readonly [before: T, after: T])[]
}

/** A table that exists before and after the change. */
export interface TableChange {
  readonly before: Table
  readonly after: Table
  readonly addedColumns: readonly Column[]
  readonly droppedColumns: readonly Column[]
  /** All columns that exist before and after, in the new order. */
  readonly columns: readonly ColumnChange[]
  readonly changesPrimaryKey: boolean
  readonly uniques: ListChange<Index>
  readonly indexes: ListChange<Index>
  readonly checks: ListChange<Check>
  readonly exclusions: ListChange<Exclusion>
  readonly foreignKeys: ListChange<ForeignKey>
  /** Set if the partitions differ. */
  readonly partition?: PartitionChange
  /** Table facts that differ; a value is absent on the side that does not have the fact. */
  readonly facts: ReadonlyMap<string, { readonly before?: string; readonly after?: string }>
}

/** Returns whether values can be added to a native type in place, without changing rows. */
export const onlyAddsValues = (before: readonly string[], after: readonly string[]): boolean =>
  before.join('\0') === after.filter((value) => before.includes(value)).join('\0')

/** Returns whether a change affects these aspects of the columns with these old names. */
export const altersColumns = (
  { columns }: TableChange,
  names: readonly string[],
  aspects: readonly Aspect[],
): boolean =>
  columns.some((column) => names.includes(column.before.name) && aspects.some((aspect) => column.aspects.has(aspect)))

/** Returns a statement that drops columns, with the data that it deletes. */
export function losing(text: string, columns: readonly Column[], quote: (name: string) => string): AlterStatement {
  // The server can compute generated values again.
  const written = columns.filter(({ generated }) => !generated)
  return written.length === 0 ? text : { text, loses: written.map(({ name }) => lostValues(name, quote)) }
}

export const lostValues = (column: string, quote: (name: string) => string): string => `the values of ${quote(column)}`

/**
 * Orders renames so that no new name is taken at that time, not even in another case, which some servers ignore; a cycle is broken
 * by a temporary name. The third name is the original one.
 */
export function orderedRenames(
  renames: readonly (readonly [from: string, to: string])[],
): [from: string, to: string, origin: string][] {
  const steps: [string, string, string][] = []
  let open: [string, string, string][] = renames.map(([from, to]) => [from, to, from])
  while (open.length > 0) {
    const isFree = (step: (typeof open)[number]): boolean =>
      open.every((other) => other === step || other[0].toLowerCase() !== step[1].toLowerCase())
    const ready = open.filter(isFree)
    if (ready.length > 0) {
      steps.push(...ready)
      open = open.filter((step) => !ready.includes(step))
    } else {
      const [[from, to, origin], ...rest] = open as [[string, string, string], ...[string, string, string][]]
      // The name is short, so that no server truncates it.
      const between = `${[...from].slice(0, 12).join('')}__old`
      steps.push([from, between, origin])
      open = [...rest, [between, to, origin]]
    }
  }
  return steps
}

/** Returns a number in canonical form, and other SQL unchanged. */
export function plainSql(text: string | undefined): string | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text ?? '') ?? []
  if (sign === undefined) return text
  const [digits, decimals] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')]
  return `${sign === '-' ? '-' : ''}${digits}${decimals && `.${decimals}`}`
}

/** Returns the identity options of a column in canonical form; undefined for other columns. */
export const identityFact = ({ identity }: Column): string | undefined =>
  identity && `${identity.mode} ${identity.start ?? 1} ${identity.increment ?? 1}`

/** Returns the generated expression of a column in canonical form; undefined for other columns. */
export const generatedFact = ({ generated }: Column, lexicon: Lexicon): string | undefined =>
  generated &&
  `${generated.stored ? 'STORED' : 'VIRTUAL'} ${significantTokens(generated.expression, lexicon).join(' ')}`

/** Returns the properties of an index, other than its columns, in canonical form. */
export const indexFacts = (index: Index, lexicon: Lexicon): string => {
  const spelled = (text: string | undefined): string | undefined => text && significantTokens(text, lexicon).join(' ')
  const columns = index.columns.map(({ expression, order, nulls, opclass, collate }) => [
    spelled(expression),
    order,
    nulls,
    opclass,
    collate,
  ])
  const { unique, deferrable, nullsNotDistinct } = index
  return JSON.stringify([unique, deferrable, nullsNotDistinct, columns, spelled(index.where), tellingMethod(index)])
}

/** The keys that a change adds; `droppedOf` returns the keys that it drops. */
export const addedOf = ({ uniques, indexes }: TableChange) => ({ uniques: uniques.added, indexes: indexes.added })
export const droppedOf = ({ uniques, indexes }: TableChange) => ({ uniques: uniques.dropped, indexes: indexes.dropped })

/** Orders columns so that they can be dropped: generated columns first, because they read other columns. */
export const generatedFirst = (columns: readonly Column[]): Column[] =>
  [...columns].sort((a, b) => Number(b.generated !== undefined) - Number(a.generated !== undefined))

/** Drops undefined facts. */
export const factsOf = (facts: { readonly [K in keyof ColumnFacts]: ColumnFacts[K] | undefined }): ColumnFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as unknown as ColumnFacts

/** Returns whether a column is, or may be, in one of these indexes. */
export const isIn = (column: Column, indexes: readonly Index[]): boolean =>
  indexes.some((index) => concernsColumn(index, column.name))
