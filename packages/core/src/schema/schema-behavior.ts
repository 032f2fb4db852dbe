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

/** The part of a behavior that schema reading needs. The caller passes in which behaviors exist. */
export interface SchemaBehavior {
  readonly name: string
  /** Order in which behaviors modify tables: lower ones first. @default 50 */
  readonly order?: number
  /** Whether a table may use the behavior several times, each time with a different `id`. */
  readonly multiple?: boolean
  /** The declared parameters, by name. */
  readonly parameters: Readonly<Record<string, BehaviorParameter>>
  /** Whether the behavior also accepts parameters with any other name. */
  readonly freeParameters?: boolean
  /** Runs once for a use at database level. Without it, every table that has no behavior with that id gets the behavior. */
  modifyDatabase?(database: DatabaseEditor, use: BehaviorUse): void
  /** Runs before anything is linked or validated. May change the table and its database. */
  modifyTable?(table: TableEditor, use: BehaviorUse): void
  /** Returns the problems with the parameters of a table or database. Each is reported once, at the use. */
  checkParameters?(use: BehaviorUse, table: string | undefined): readonly Diagnostic[]
  /** Whether all parameters that the behavior requires are set. */
  isComplete?(use: BehaviorUse): boolean
}

export interface BehaviorParameter {
  /** Whether several `<parameter>` with this name add up. If not, the last one counts. */
  readonly repeatable?: boolean
  /** Value if the schema does not set the parameter. */
  readonly default?: ParameterValue
  /** Returns one spelling for all ways to write a value, or a wrong value unchanged. */
  canonical?(value: ParameterValue): ParameterValue
}

/** Explains why a behavior was not found. */
export interface BehaviorTrace {
  /** The locations searched besides the known behaviors. */
  readonly looked: string
  /** Replacement for a behavior that no longer exists. */
  readonly wayOut: string | undefined
  /** Why an existing behavior cannot be used. */
  readonly problem?: string | undefined
}

/** Finds behaviors by the name in the schema. */
export interface BehaviorRegistry {
  readonly names: readonly string[]
  find(use: Pick<BehaviorUse, 'name' | 'origin'>): SchemaBehavior | undefined
  traceOf(use: Pick<BehaviorUse, 'name' | 'origin'>): BehaviorTrace
  /** Whether a behavior is bundled with Orm. Bundled ones read only their tables and the tables that keys link to them. */
  isBundled(use: Pick<BehaviorUse, 'name' | 'origin'>): boolean
  /** Whether a behavior was searched for outside of Orm, found or not: the result can change although the schema does not. */
  readonly hasSearched: boolean
}

/** Attributes of an element, as in a schema. */
export type AttributesOf<Name extends ElementName> = {
  readonly [Attribute in AttributeName<Name>]?: string | number | boolean
}

type GivenParameter = ParameterValue | number | boolean

/** Parameters by name, as in a schema; those that are missing get their defaults. */
export type GivenParameters = ReadonlyMap<string, GivenParameter> | Readonly<Record<string, GivenParameter>>

/** Lets a behavior change a database. */
export interface DatabaseEditor {
  readonly name: string
  readonly platform: BoundPlatform
  readonly tables: readonly Table[]
  /** Finds a table by the name in the schema, without prefix, or by the full name. */
  findTable(name: string, schema?: string): Table | undefined
  edit(table: Table): TableEditor
  /** Adds a table that inherits the same file settings as `like`. Behaviors of the database also apply to it. */
  addTable(attributes: AttributesOf<'table'>, like: Table): TableEditor
  /** Adds the table unless one with that name exists. */
  ensureTable(attributes: AttributesOf<'table'>, like: Table): TableEditor
  /** Marks a table as not added now but possibly existing, so that migrations do not drop it. */
  omitTable(name: string, like: Table): void
}

/**
 * Lets a behavior change a table. What the behavior adds is read and checked as if it were written in the schema at the
 * `<behavior>` element, with the same defaults and the same diagnostics.
 */
export interface TableEditor {
  readonly table: Table
  readonly database: DatabaseEditor
  findColumn(name: string): Column | undefined
  addColumn(attributes: AttributesOf<'column'>): void
  /** Adds the column unless one with that name exists. Returns undefined if it could not be read. */
  ensureColumn(attributes: AttributesOf<'column'>): Column | undefined
  /** Adds a copy of another table's column, with changes. */
  copyColumn(column: Column, changes?: Partial<Column>): void
  removeColumn(name: string): void
  /** Adds a copy of another table's index, under a generated name. */
  copyIndex(index: Index, changes?: Partial<Pick<Index, 'unique' | 'columns'>>): void
  /** Adds a copy of another table's check, under a generated name unless the changes contain one. */
  copyCheck(check: Check, changes?: Partial<Pick<Check, 'name'>>): void
  /** Adds a copy of another table's foreign key, named as in the changes or generated. Messages show the original's location. */
  copyForeignKey(key: ForeignKey, changes?: Partial<ForeignKey>): void
  addIndex(columns: readonly string[], attributes?: AttributesOf<'index'>): void
  addUnique(columns: readonly string[], attributes?: AttributesOf<'unique'>): void
  addForeignKey(attributes: AttributesOf<'foreign-key'>, references: readonly AttributesOf<'reference'>[]): void
  /** Adds the foreign key unless one has the same columns and foreign table. Returns undefined if it could not be read. */
  ensureForeignKey(
    attributes: AttributesOf<'foreign-key'>,
    references: readonly AttributesOf<'reference'>[],
  ): ForeignKey | undefined
  /** Reports a warning, which does not stop the build. */
  warn(message: string): void
  /** Reports that the behavior and another one of the table lose data together: an error, and a warning in lenient projects. */
  conflict(message: string, hint: string): void
  /** Adds a use of another behavior, which runs in its order like the others. Its id defaults to its name. */
  addBehavior(
    use: Pick<BehaviorUse, 'name'> &
      Partial<Pick<BehaviorUse, 'id' | 'origin'>> & { readonly parameters?: GivenParameters },
  ): void
  /** Replaces the parameters of a behavior of the table. */
  changeBehavior(id: string, parameters: GivenParameters): void
  removeBehavior(id: string): void
  /** Whether the table has a behavior with that name. */
  hasBehavior(name: string): boolean
}
