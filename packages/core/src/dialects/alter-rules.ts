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

/** How a vendor changes tables that exist. The order of the statements is decided elsewhere. */
export interface AlterRules {
  /** What the server knows of a column, in one spelling for everything that is the same to it. */
  columnFacts(column: Column, table: Table, settings: SqlSettings): ColumnFacts
  /** What the server knows of a table besides columns and keys, such as its engine; by name. */
  tableFacts(table: Table, settings: SqlSettings): Readonly<Record<string, string>>
  /** The columns of the primary key in the order of SQL. */
  primaryKey(table: Table): readonly string[]
  /** What makes an index another one, besides its columns. */
  indexFacts(index: Index): string
  /** Referential actions that are the same as none. */
  readonly noAction: readonly ReferentialAction[]
  /** Things whose names the server does not keep, so that a new name changes nothing. */
  readonly nameless: readonly ('unique' | 'foreign key')[]
  /** Whether a foreign key can get another name as it is; `alterTable` does that along with the names of indexes. */
  readonly renamesForeignKeys: boolean
  /** Whether a column of a foreign key gets another name only in a statement that changes nothing else. */
  readonly renamesKeyColumnsAlone: boolean
  /** Whether a column that was generated and stored can become a plain one with the same values. */
  readonly keepsGeneratedValues: boolean
  /** Whether the server refuses a change of a table as long as these columns of it belong to a foreign key. */
  disturbsKey(change: TableChange, columns: readonly string[]): boolean
  tableName(table: Table): string
  /** The option of a table in the catalog that a vendor parameter is about, where these have several names. */
  optionOf?(parameter: string): string
  readonly costs: Costs
  /** Drops a table that is there, and what belongs to it alone. */
  dropTable(table: Table, script: Script): readonly string[]
  /** A new table; foreign keys only where they cannot be added later. */
  createTable(table: Table, script: Script): readonly string[]
  /** The table and what the server named after it. In a circle of names, a table goes there in two steps of one change. */
  renameTable(before: Table, after: Table, change: TableChange): readonly string[]
  /** Nothing where a foreign key is part of its table for good. */
  dropForeignKey(table: Table, key: ForeignKey): readonly string[]
  addForeignKey(table: Table, key: ForeignKey, how: How): readonly string[]
  alterTable(change: TableChange, context: AlterContext): AlterPhases
  /** The parts of a partitioned table, in the order that tells, where the vendor has such tables. */
  partsOf?(table: Table, settings: SqlSettings): readonly SqlPart[]
  /** Why the server cannot make a change. */
  obstacles?(change: TableChange): Diagnostic[]
  /** Makes a part of the server ready, where there are such. */
  createExtension?(extension: Extension): string
  /** Sequences that columns share, where there are such. */
  readonly sequences?: SequenceStatements
  /**
   * New names of types by old ones, as facts of columns have them: types that are named after what has another name now, given the
   * columns that are there before and after.
   */
  renamedTypes?(
    columns: readonly (readonly [before: Column, after: Column])[],
    before: readonly Table[],
    after: readonly Table[],
  ): ReadonlyMap<string, string>
  /** Types that columns share: statements before the first column changes, and after the last one has. */
  sharedTypes?(changed: readonly TableChange[], context: AlterContext): readonly [before: string[], after: string[]]
  /** Types that these tables make for their columns, by what facts of columns call them. */
  madeTypes?(tables: readonly Table[]): ReadonlyMap<string, MadeType>
  /** Statements before the first and after the last one of a migration, where these statements need them. */
  around?(statements: readonly string[]): readonly [before: string[], after: string[]]
}

/** A type as people call it: `domain` and `shop.positive`. */
export interface MadeType {
  readonly kind: string
  readonly name: string
}

/** The effect of changes on existing rows; types are canonical. */
export interface Costs {
  /** Whether a value must fit the type of its column. */
  readonly enforcesTypes: boolean
  readonly limits: TypeLimits
  /** Whether the server writes the whole table anew, while others wait. */
  rewrites(from: string, to: string): boolean
  /** What others wait for, by what changes; nobody waits for what is not named here. */
  readonly waits: Readonly<Partial<Record<Waiting, Wait>>>
  /** Whether another value of an option of a table makes the server write the table anew. */
  rewritesFor?(option: string): boolean
  /** Whether a new column with this default makes the server write every row. */
  fillsEachRow(value: string | undefined, autoIncrement: boolean): boolean
}

/** What types hold whose names mean something else on other servers. */
export interface TypeLimits {
  /** Digits of seconds where none are given. */
  readonly secondDigits: number
  /** How much TEXT and BLOB hold, where there are longer types. */
  readonly text?: number
  /** Whether TIMESTAMP has fewer years than other types. */
  readonly timestampsEnd?: true
  readonly tinyintIsUnsigned?: true
}

export type Waiting = 'index' | 'foreign key' | 'NOT NULL' | 'primary key' | 'engine' | 'option'

export interface Wait {
  /** The lock, and what the server does while it holds it. */
  readonly lock: string
  /** What to do about it. */
  readonly instead: string
  /** Whether `--online` writes a form that nobody waits for. */
  readonly online?: true
}

export interface ColumnFacts {
  readonly type: string
  /** As SQL writes it. */
  readonly default?: string
  readonly required: boolean
  readonly autoIncrement: boolean
  /** How the column counts. */
  readonly identity?: string
  /** How the server computes the value. */
  readonly generated?: string
  /** The conditions of its domain. */
  readonly domain?: string
  /** Character set, collation and such. */
  readonly options?: string
  readonly comment?: string
}

/** Whether statements are written in the form that lets others work meanwhile, where there is one. */
export interface How {
  readonly online: boolean
}

export interface AlterContext extends How {
  readonly before: Script
  readonly after: Script
  /** New names of types by old ones. */
  readonly renamedTypes: ReadonlyMap<string, string>
}

/** Statements for one table, by when they run: those of all tables together, one phase after the other. */
export interface AlterPhases {
  /** Indexes that go. Names of before. */
  readonly dropIndexes: readonly AlterStatement[]
  /** Indexes, and columns that other tables follow, with a new name; the table has its own new name already. */
  readonly rename: readonly NameChange[]
  /** Columns, primary key, options. */
  readonly change: readonly AlterStatement[]
  /** Indexes that come. */
  readonly createIndexes: readonly AlterStatement[]
}

/** A new name. Two things of one scope may take each other's names, also those of different tables. */
export interface NameChange {
  readonly scope: string
  readonly from: string
  readonly to: string
  readonly statement: (from: string, to: string) => string
}

/** New names of things of one scope. */
export const nameChanges = (
  scope: string,
  pairs: readonly (readonly [before: { readonly name: string }, after: { readonly name: string }])[],
  statement: NameChange['statement'],
): NameChange[] => pairs.map(([before, after]) => ({ scope, from: before.name, to: after.name, statement }))

/** A statement, with what of the rows is gone after it. */
export type AlterStatement = string | { readonly text: string; readonly loses: readonly string[] }

export type Aspect = 'name' | keyof ColumnFacts | 'values'

/** A column that is there before and after. */
export interface ColumnChange {
  readonly before: Column
  readonly after: Column
  /** What is different; empty for a column that stays as it is. */
  readonly aspects: ReadonlySet<Aspect>
  /** New names of ENUM and SET values by old ones. */
  readonly renamedValues: ReadonlyMap<string, string>
}

/** What becomes of named things of a table. */
export interface ListChange<T> {
  readonly added: readonly T[]
  readonly dropped: readonly T[]
  readonly renamed: readonly (readonly [before: T, after: T])[]
}

/** A table that is there before and after. */
export interface TableChange {
  readonly before: Table
  readonly after: Table
  readonly addedColumns: readonly Column[]
  readonly droppedColumns: readonly Column[]
  /** All columns that both have, in the order of after. */
  readonly columns: readonly ColumnChange[]
  readonly changesPrimaryKey: boolean
  readonly uniques: ListChange<Index>
  readonly indexes: ListChange<Index>
  readonly checks: ListChange<Check>
  readonly exclusions: ListChange<Exclusion>
  readonly foreignKeys: ListChange<ForeignKey>
  /** Set where its partitions are different. */
  readonly partition?: PartitionChange
  /** Facts of the table that are different; absent on the side that has none. */
  readonly facts: ReadonlyMap<string, { readonly before?: string; readonly after?: string }>
}

/** Whether a native type gets its values where it is, so that the rows stay as they are. */
export const onlyAddsValues = (before: readonly string[], after: readonly string[]): boolean =>
  before.join('\0') === after.filter((value) => before.includes(value)).join('\0')

/** Whether a change is about these aspects of these columns, which have their old names. */
export const altersColumns = (
  { columns }: TableChange,
  names: readonly string[],
  aspects: readonly Aspect[],
): boolean =>
  columns.some((column) => names.includes(column.before.name) && aspects.some((aspect) => column.aspects.has(aspect)))

/** A statement that drops columns, with what is lost. */
export function losing(text: string, columns: readonly Column[], quote: (name: string) => string): AlterStatement {
  // What the server computes, it can compute again.
  const written = columns.filter(({ generated }) => !generated)
  return written.length === 0 ? text : { text, loses: written.map(({ name }) => lostValues(name, quote)) }
}

export const lostValues = (column: string, quote: (name: string) => string): string => `the values of ${quote(column)}`

/**
 * Renames in an order in which no new name is taken; a circle is broken by a name in between. The third name is the
 * one that the thing had at first.
 */
export function orderedRenames(
  renames: readonly (readonly [from: string, to: string])[],
): [from: string, to: string, origin: string][] {
  const steps: [string, string, string][] = []
  let open: [string, string, string][] = renames.map(([from, to]) => [from, to, from])
  while (open.length > 0) {
    const isTaken = (name: string): boolean => open.some(([from]) => from === name)
    const ready = open.filter(([from, to]) => from === to || !isTaken(to))
    if (ready.length > 0) {
      steps.push(...ready)
      open = open.filter((step) => !ready.includes(step))
    } else {
      const [[from, to, origin], ...rest] = open as [[string, string, string], ...[string, string, string][]]
      // Short, so that no server cuts it off.
      const between = `${[...from].slice(0, 12).join('')}__old`
      steps.push([from, between, origin])
      open = [...rest, [between, to, origin]]
    }
  }
  return steps
}

/** A number in one spelling; other SQL as it is. */
export function plainSql(text: string | undefined): string | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text ?? '') ?? []
  if (sign === undefined) return text
  const [digits, decimals] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')]
  return `${sign === '-' ? '-' : ''}${digits}${decimals && `.${decimals}`}`
}

/** How an identity counts, in one spelling; undefined for others. */
export const identityFact = ({ identity }: Column): string | undefined =>
  identity && `${identity.mode} ${identity.start ?? 1} ${identity.increment ?? 1}`

/** How a column is generated, in one spelling; undefined for others. */
export const generatedFact = ({ generated }: Column, lexicon: Lexicon): string | undefined =>
  generated &&
  `${generated.stored ? 'STORED' : 'VIRTUAL'} ${significantTokens(generated.expression, lexicon).join(' ')}`

/** What an index is besides its columns, in one spelling. */
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

/** Keys that come with a change, and those that go. */
export const addedOf = ({ uniques, indexes }: TableChange) => ({ uniques: uniques.added, indexes: indexes.added })
export const droppedOf = ({ uniques, indexes }: TableChange) => ({ uniques: uniques.dropped, indexes: indexes.dropped })

/** Columns in an order in which they can be dropped: one that is generated reads others. */
export const generatedFirst = (columns: readonly Column[]): Column[] =>
  [...columns].sort((a, b) => Number(b.generated !== undefined) - Number(a.generated !== undefined))

/** Drops undefined facts. */
export const factsOf = (facts: { readonly [K in keyof ColumnFacts]: ColumnFacts[K] | undefined }): ColumnFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as unknown as ColumnFacts

/** Whether a column is, or may be, in an index of this list. */
export const isIn = (column: Column, indexes: readonly Index[]): boolean =>
  indexes.some((index) => concernsColumn(index, column.name))
