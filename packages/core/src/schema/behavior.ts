import type { Diagnostic } from '../errors/index.js'
import type { BehaviorUse, ParameterValue } from '../model/index.js'
import type { DatabaseEditor, TableEditor } from './editor.js'

/** What reading a schema needs of a behavior. Which ones exist is handed in by the caller. */
export interface SchemaBehavior {
  readonly name: string
  /** Table modification order: lower ones first. @default 50 */
  readonly order?: number
  /** Whether a table may use it several times, told apart by `id`. */
  readonly multiple?: boolean
  /** The parameters that it knows, by name. */
  readonly parameters: Readonly<Record<string, BehaviorParameter>>
  /** Whether it takes parameters of any other name too. */
  readonly freeParameters?: boolean
  /** Runs once for a use at database level. Default: every table without a behavior of that id gets it. */
  modifyDatabase?(database: DatabaseEditor, use: BehaviorUse): void
  /** May change the table and its database, before anything is linked or validated. */
  modifyTable?(table: TableEditor, use: BehaviorUse): void
  /** What is wrong with the parameters; each problem is reported once, where the behavior is used. */
  checkParameters?(use: BehaviorUse): readonly Diagnostic[]
}

export interface BehaviorParameter {
  /** Whether several `<parameter>` of this name add up, instead of the last one counting. */
  readonly repeatable?: boolean
  /** What counts when nobody gives it. */
  readonly default?: ParameterValue
  /** One text for all ways to write a value; the value as it is if it is wrong. */
  canonical?(value: ParameterValue): ParameterValue
}

/** Where behaviors are found by the name that a schema gives. */
export interface BehaviorRegistry {
  readonly names: readonly string[]
  find(use: Pick<BehaviorUse, 'name' | 'origin'>): SchemaBehavior | undefined
  /** Where a behavior that does not exist was looked for, and what to use instead of one that existed once. */
  traceOf(use: Pick<BehaviorUse, 'name' | 'origin'>): { readonly looked: string; readonly wayOut: string | undefined }
  /** Whether it is one of our own, which look at nothing but their tables and what keys link these to. */
  isBundled(use: Pick<BehaviorUse, 'name' | 'origin'>): boolean
}
