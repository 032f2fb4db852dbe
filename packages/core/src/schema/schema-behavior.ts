import type { Diagnostic } from '../errors/index.js'
import type {
  BehaviorUse,
  BoundPlatform,
  Check,
  Column,
  ForeignKey,
  Index,
  ParameterValue,
  Table,
} from '../model/index.js'
import type { AttributeName, ElementName } from './language/index.js'

/** What reading a schema needs of a behavior. Which ones exist is handed in by the caller. */
export interface SchemaBehavior {
  readonly name: string
  /** Table modification order: lower ones first. @default 50 */
  readonly order?: number
  /** Whether a table may use it several times, each time with another `id`. */
  readonly multiple?: boolean
  /** The parameters that it knows, by name. */
  readonly parameters: Readonly<Record<string, BehaviorParameter>>
  /** Whether it takes parameters of any other name too. */
  readonly freeParameters?: boolean
  /** Runs once for a use at database level. Default: every table without a behavior of that id gets it. */
  modifyDatabase?(database: DatabaseEditor, use: BehaviorUse): void
  /** May change the table and its database, before anything is linked or validated. */
  modifyTable?(table: TableEditor, use: BehaviorUse): void
  /** What is wrong with the parameters of a table or database; each problem is reported once, where it is used. */
  checkParameters?(use: BehaviorUse, table: string | undefined): readonly Diagnostic[]
  /** Whether it can do its work: parameters that it needs are there. */
  isComplete?(use: BehaviorUse): boolean
}

export interface BehaviorParameter {
  /** Whether several `<parameter>` of this name add up, instead of the last one counting. */
  readonly repeatable?: boolean
  /** What counts when nobody gives it. */
  readonly default?: ParameterValue
  /** One text for all ways to write a value; the value as it is if it is wrong. */
  canonical?(value: ParameterValue): ParameterValue
}

/** Why a behavior was not found. */
export interface BehaviorTrace {
  /** Where it was looked for, besides the behaviors that are known. */
  readonly looked: string
  /** What to use instead of one that existed once. */
  readonly wayOut: string | undefined
  /** Why one that exists cannot be used. */
  readonly problem?: string | undefined
}

/** Where behaviors are found by the name that a schema gives. */
export interface BehaviorRegistry {
  readonly names: readonly string[]
  find(use: Pick<BehaviorUse, 'name' | 'origin'>): SchemaBehavior | undefined
  traceOf(use: Pick<BehaviorUse, 'name' | 'origin'>): BehaviorTrace
  /** Whether it is one of our own, which look at nothing but their tables and what keys link these to. */
  isBundled(use: Pick<BehaviorUse, 'name' | 'origin'>): boolean
  /** Whether a behavior was looked for outside of the library, found or not: the answer can change without the schema. */
  readonly hasSearched: boolean
}

/** Attributes of an element, as a schema would give them. */
export type AttributesOf<Name extends ElementName> = {
  readonly [Attribute in AttributeName<Name>]?: string | number | boolean
}

/** How a behavior changes a database. */
export interface DatabaseEditor {
  readonly name: string
  readonly platform: BoundPlatform
  readonly tables: readonly Table[]
  /** By the name as the schema gives it, without prefix, or by the full name. */
  findTable(name: string, schema?: string): Table | undefined
  edit(table: Table): TableEditor
  /** Adds a table that inherits what `like` inherits from its file; behaviors of the database apply to it too. */
  addTable(attributes: AttributesOf<'table'>, like: Table): TableEditor
  /** Adds the table unless there is one of that name. */
  ensureTable(attributes: AttributesOf<'table'>, like: Table): TableEditor
  /** Says that this table is not added now but may exist, so that migrations leave it alone. */
  omitTable(name: string, like: Table): void
}

/**
 * How a behavior changes a table. What it adds is read and checked like something that a person wrote at the place of
 * the `<behavior>` element, so it has the same defaults and the same diagnostics.
 */
export interface TableEditor {
  readonly table: Table
  readonly database: DatabaseEditor
  findColumn(name: string): Column | undefined
  addColumn(attributes: AttributesOf<'column'>): void
  /** Adds the column unless there is one of that name; undefined where it could not be read. */
  ensureColumn(attributes: AttributesOf<'column'>): Column | undefined
  /** Adds a column of another table, with changes. */
  copyColumn(column: Column, changes?: Partial<Column>): void
  removeColumn(name: string): void
  /** Adds an index of another table, under a generated name. */
  copyIndex(index: Index, changes?: Partial<Pick<Index, 'unique' | 'columns'>>): void
  /** Adds a check of another table, under a generated name unless the changes have one. */
  copyCheck(check: Check, changes?: Partial<Pick<Check, 'name'>>): void
  /** Adds a foreign key of another table, under a generated name unless the changes have one. Messages name the place of the original. */
  copyForeignKey(key: ForeignKey, changes?: Partial<ForeignKey>): void
  addIndex(columns: readonly string[], attributes?: AttributesOf<'index'>): void
  addUnique(columns: readonly string[], attributes?: AttributesOf<'unique'>): void
  addForeignKey(attributes: AttributesOf<'foreign-key'>, references: readonly AttributesOf<'reference'>[]): void
  /** Adds the foreign key unless one has the same columns and the same foreign table; undefined where it could not be read. */
  ensureForeignKey(
    attributes: AttributesOf<'foreign-key'>,
    references: readonly AttributesOf<'reference'>[],
  ): ForeignKey | undefined
  /** Says something that the user should know but that does not stop the build. */
  warn(message: string): void
  /** Uses a further behavior, which takes its turn like the others. Its id is its name unless another one is given. */
  addBehavior(use: Pick<BehaviorUse, 'name'> & Partial<Pick<BehaviorUse, 'id' | 'parameters'>>): void
  /** Gives a behavior of the table other parameters. */
  changeBehavior(id: string, parameters: ReadonlyMap<string, ParameterValue>): void
  removeBehavior(id: string): void
  /** Whether it has a behavior of that name. */
  hasBehavior(name: string): boolean
}
