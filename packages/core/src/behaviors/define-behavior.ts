import type { ParameterValue, Table } from '../model/index.js'
import type { PhpClass } from '../php/code/php-class.js'
import type { DatabaseEditor, TableEditor } from '../schema/index.js'
import type { Parameter, Values } from './behavior-parameters.js'
import { checkParts, type objectHooks, type queryHooks } from './behavior-parts.js'
import type { ClassBuilder, Member } from './class-builder.js'
import type { Php } from './php.js'
import type { TableView } from './table-view.js'

type Parameters = Readonly<Record<string, Parameter>>

/** What hooks that generate code receive. */
export interface CodeContext<P extends Parameters = Parameters> {
  readonly table: TableView
  readonly params: Values<P>
  /** All parameters as in the schema, including those with other names if the behavior accepts them. */
  readonly given: ReadonlyMap<string, ParameterValue>
  /** Further attributes of `<parameter>` elements, besides name and value, by parameter name. */
  readonly attributes: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** The id of this use. */
  readonly id: string
  /** Builds members of the class under construction and imports what they mention. */
  readonly cls: ClassBuilder
}

/** Adds members to a class. */
type MemberHook<P extends Parameters> = (context: CodeContext<P>) => readonly Member[]

/** Adds statements to a hook of a class. */
type CodeHook<P extends Parameters> = (context: CodeContext<P>) => Php | null

/** Changes a finished class. */
type FilterHook<P extends Parameters> = (php: PhpClass, context: CodeContext<P>) => void

interface ClassHooks<P extends Parameters> {
  readonly constants?: MemberHook<P>
  readonly attributes?: MemberHook<P>
  readonly methods?: MemberHook<P>
  /** Fully qualified names of traits. */
  readonly traits?: (context: CodeContext<P>) => readonly string[]
  /** Fully qualified names of interfaces. */
  readonly interfaces?: (context: CodeContext<P>) => readonly string[]
  /** Fully qualified name of the parent class. At most one behavior of a table may return one. */
  readonly parentClass?: (context: CodeContext<P>) => string | null
  readonly filter?: FilterHook<P>
}

type CodeHooks<P extends Parameters, Name extends string> = { readonly [Hook in Name]?: CodeHook<P> }

export interface ObjectHooks<P extends Parameters = Parameters>
  extends ClassHooks<P>,
    CodeHooks<P, (typeof objectHooks)[number]> {
  readonly stubFilter?: FilterHook<P>
  /**
   * Whether preInsertRow and preUpdateRow only set columns of the object. A save that runs one statement then needs no
   * transaction.
   *
   * @default false
   */
  readonly setsOwnColumnsOnly?: boolean
  /**
   * Whether preInsertRow and preUpdateRow are correct at every isolation level: they read other rows only with locking
   * reads, wherever an old state would be wrong. They then run in a plain transaction.
   *
   * @default false
   */
  readonly plainTransaction?: boolean
  /**
   * Returns a PHP expression for whether the save hooks have work to do if neither the object nor its related objects were
   * changed. An empty expression means never. A save without work then opens no transaction. Without this function, the
   * hooks run in every save.
   */
  readonly unchangedWork?: (context: CodeContext<P>) => string
}

export interface QueryHooks<P extends Parameters = Parameters>
  extends ClassHooks<P>,
    CodeHooks<P, (typeof queryHooks)[number]> {
  readonly stubFilter?: FilterHook<P>
}

/** A file that a behavior generates besides the classes of the table. */
export interface BehaviorFile {
  /** Path below the output directory of classes, with slashes. */
  readonly path: string
  readonly content: string
  /** If false, the file is written once and then belongs to the user. @default true */
  readonly overwrite?: boolean
}

/** What a behavior receives at database level. */
export interface DatabaseContext<P extends Parameters = Parameters> {
  readonly db: DatabaseEditor
  readonly params: Values<P>
  /** Adds the behavior to a table, with the parameters of the database and these changes. */
  applyTo(table: Table, changes?: Readonly<Record<string, ParameterValue | number | boolean>>): void
}

/** What a behavior receives for a table that it may change. */
export interface TableContext<P extends Parameters = Parameters> {
  readonly table: TableEditor
  readonly params: Values<P>
  /** All parameters as in the schema, including those with other names if the behavior accepts them. */
  readonly given: ReadonlyMap<string, ParameterValue>
  /** Further attributes of `<parameter>` elements, besides name and value, by parameter name. */
  readonly attributes: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly id: string
}

/** A behavior: everything that it does to the model and to the classes of a table. */
export interface Behavior<P extends Parameters = Parameters> {
  readonly name: string
  /** Order in which behaviors change tables: lower ones first. @default 50 */
  readonly order?: number
  /**
   * Position of its code around the statement that writes a row. Code of lower layers is closer to the statement: it runs
   * later before it, and earlier after it and in preInsertRow and preUpdateRow. Within a layer, the order is that of the
   * declarations.
   *
   * @default 50
   */
  readonly layer?: number
  /** Whether a table may use it several times, each time with a different `id`. @default false */
  readonly multiple?: boolean
  readonly parameters?: P
  /** Whether it accepts parameters with any other name; hooks find them in `given`. @default false */
  readonly freeParameters?: boolean
  /** Runs at database level. Without it, every table that has no behavior with that id gets the behavior. */
  modifyDatabase?(context: DatabaseContext<P>): void
  modifyTable?(context: TableContext<P>): void
  readonly object?: ObjectHooks<P>
  readonly query?: QueryHooks<P>
  readonly tableMap?: ClassHooks<P>
  files?(context: { readonly table: TableView; readonly params: Values<P> }): readonly BehaviorFile[]
}

/** Version of this interface. A behavior made for another version is rejected. */
export const apiVersion = 1

/** Declares a behavior; hooks know the types of its parameters. */
export function defineBehavior<const P extends Parameters = Record<never, never>>(behavior: Behavior<P>): Behavior {
  checkParts({ ...behavior })
  return { ...behavior, api: apiVersion } as unknown as Behavior
}
