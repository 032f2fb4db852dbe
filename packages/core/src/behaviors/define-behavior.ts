import type { ParameterValue, Table } from '../model/index.js'
import type { PhpClass } from '../php/code/php-class.js'
import type { DatabaseEditor, TableEditor } from '../schema/index.js'
import type { Parameter, Values } from './behavior-parameters.js'
import { checkParts, type objectHooks, type queryHooks } from './behavior-parts.js'
import type { ClassBuilder, Member } from './class-builder.js'
import type { Php } from './php.js'
import type { TableView } from './table-view.js'

type Parameters = Readonly<Record<string, Parameter>>

/** What hooks that write code get. */
export interface CodeContext<P extends Parameters = Parameters> {
  readonly table: TableView
  readonly params: Values<P>
  /** All parameters as the schema has them, those of other names too if the behavior takes them. */
  readonly given: ReadonlyMap<string, ParameterValue>
  /** What `<parameter>` elements have besides name and value, by the name of the parameter. */
  readonly attributes: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** The id of this use. */
  readonly id: string
  /** The class under construction: makes its members and imports what they mention. */
  readonly cls: ClassBuilder
}

/** Adds members to a class. */
type MemberHook<P extends Parameters> = (context: CodeContext<P>) => readonly Member[]

/** Adds statements at a place of a class. */
type CodeHook<P extends Parameters> = (context: CodeContext<P>) => Php | null

/** Changes a finished class. */
type FilterHook<P extends Parameters> = (php: PhpClass, context: CodeContext<P>) => void

interface ClassHooks<P extends Parameters> {
  readonly constants?: MemberHook<P>
  readonly attributes?: MemberHook<P>
  readonly methods?: MemberHook<P>
  /** Full names of traits. */
  readonly traits?: (context: CodeContext<P>) => readonly string[]
  /** Full names of interfaces. */
  readonly interfaces?: (context: CodeContext<P>) => readonly string[]
  /** Full name of the parent class; at most one behavior of a table may answer. */
  readonly parentClass?: (context: CodeContext<P>) => string | null
  readonly filter?: FilterHook<P>
}

type CodeHooks<P extends Parameters, Name extends string> = { readonly [Hook in Name]?: CodeHook<P> }

export interface ObjectHooks<P extends Parameters = Parameters>
  extends ClassHooks<P>,
    CodeHooks<P, (typeof objectHooks)[number]> {
  readonly stubFilter?: FilterHook<P>
  /**
   * Whether preInsertRow and preUpdateRow do no more than set columns of the object. A save that is one statement needs
   * no transaction then.
   *
   * @default false
   */
  readonly setsOwnColumnsOnly?: boolean
  /**
   * Whether preInsertRow and preUpdateRow are correct at every isolation level: what must not be an old state of other
   * rows they read by locking reads, or do not read. Their transaction is a plain one then.
   *
   * @default false
   */
  readonly plainTransaction?: boolean
  /**
   * A PHP expression that says whether the hooks of a save have something to do for an object that was not changed, and
   * whose related objects were not; an empty one: never. A save that has nothing to do opens no transaction then.
   * Without it, the hooks run in every save.
   */
  readonly unchangedWork?: (context: CodeContext<P>) => string
}

export interface QueryHooks<P extends Parameters = Parameters>
  extends ClassHooks<P>,
    CodeHooks<P, (typeof queryHooks)[number]> {
  readonly stubFilter?: FilterHook<P>
}

/** A class that a behavior makes besides those of the table. */
export interface BehaviorFile {
  /** Below the directory of the classes, with slashes. */
  readonly path: string
  readonly content: string
  /** False: written once, then the user's. @default true */
  readonly overwrite?: boolean
}

/** What a behavior gets at database level. */
export interface DatabaseContext<P extends Parameters = Parameters> {
  readonly db: DatabaseEditor
  readonly params: Values<P>
  /** Gives the behavior to a table, with the parameters of the database but for those named here. */
  applyTo(table: Table, changes?: Readonly<Record<string, ParameterValue>>): void
}

/** What a behavior gets for a table that it may change. */
export interface TableContext<P extends Parameters = Parameters> {
  readonly table: TableEditor
  readonly params: Values<P>
  /** All parameters as the schema has them, those of other names too if the behavior takes them. */
  readonly given: ReadonlyMap<string, ParameterValue>
  /** What `<parameter>` elements have besides name and value, by the name of the parameter. */
  readonly attributes: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly id: string
}

/** A behavior: everything that it does to the model and to the classes of a table. */
export interface Behavior<P extends Parameters = Parameters> {
  readonly name: string
  /** Lower ones change tables first. @default 50 */
  readonly order?: number
  /**
   * Where its code stands around the statement that writes a row. Code of lower layers is closer to it: it runs later
   * before the statement, and earlier after it and in preInsertRow and preUpdateRow. In one layer, the order is that of the
   * declarations.
   *
   * @default 50
   */
  readonly layer?: number
  /** Whether a table may use it several times, each time with another `id`. @default false */
  readonly multiple?: boolean
  readonly parameters?: P
  /** Whether it takes parameters of any other name too; hooks find them in `given`. @default false */
  readonly freeParameters?: boolean
  /** At database level. Default: every table without a behavior of that id gets it. */
  modifyDatabase?(context: DatabaseContext<P>): void
  modifyTable?(context: TableContext<P>): void
  readonly object?: ObjectHooks<P>
  readonly query?: QueryHooks<P>
  readonly tableMap?: ClassHooks<P>
  files?(context: { readonly table: TableView; readonly params: Values<P> }): readonly BehaviorFile[]
}

/** The version of this interface; a behavior that was made for another one is refused. */
export const apiVersion = 1

/** Declares a behavior; hooks know the types of its parameters. */
export function defineBehavior<const P extends Parameters = Record<never, never>>(behavior: Behavior<P>): Behavior {
  checkParts({ ...behavior })
  return { ...behavior, api: apiVersion } as unknown as Behavior
}
