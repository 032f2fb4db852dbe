import { phpComment } from '../escape/index.js'
import type { Table } from '../model/index.js'
import type { PhpClass, PhpField, PhpMethod } from './code/php-class.js'
import type { Scope } from './scope.js'

/** Code that one behavior adds in one place. */
export interface Fragment {
  /** Id of the behavior, printed in a comment above the code. */
  readonly behavior: string
  readonly lines: readonly string[]
  /** Whether code that runs before a row is written only sets columns of the object. */
  readonly setsOwnColumnsOnly?: boolean
  /** Whether that code is correct at every isolation level. */
  readonly plainTransaction?: boolean
}

/** Hooks of a model class where behaviors can add statements. */
export type ModelHook =
  | 'preSave'
  | 'preInsert'
  | 'preUpdate'
  | 'preInsertRow'
  | 'preUpdateRow'
  | 'postInsertRow'
  | 'preDelete'
  | 'postSave'
  | 'postInsert'
  | 'postUpdate'
  | 'postDelete'
  | 'postCopy'
  | 'postClear'

/** Hooks of a query class where behaviors can add statements. */
export type QueryHook = 'preSelect' | 'preUpdate' | 'postUpdate' | 'preDelete' | 'postDelete'

/** The code that behaviors add to a class. */
export interface ClassContribution {
  readonly constants?: readonly PhpField[]
  readonly properties?: readonly PhpField[]
  readonly methods?: readonly PhpMethod[]
  /** Replacement for the parent class. */
  readonly parent?: string
  /** The table whose model or query the parent is, if it is in the schema: such a model already has the model hooks. */
  readonly parentTable?: Table
  readonly traits?: readonly string[]
  readonly interfaces?: readonly string[]
  /** Functions that may change the finished class. */
  readonly filters?: readonly ((php: PhpClass) => void)[]
}

export interface ModelContribution extends ClassContribution {
  readonly hooks?: Readonly<Partial<Record<ModelHook, readonly Fragment[]>>>
  /** Conditions under which the hooks have work to do for an unchanged object. One true condition is enough. */
  readonly unchangedWork?: readonly string[]
  /** Code at the end of hydrate(). */
  readonly postHydrate?: readonly Fragment[]
  /** Code at the start of __call(). */
  readonly call?: readonly Fragment[]
  /** Code in clearAllReferences(). */
  readonly clearReferences?: readonly Fragment[]
}

export interface QueryContribution extends ClassContribution {
  /** Trait methods whose names could clash with those for columns and relations. */
  readonly traitMethods?: readonly string[]
  /** Whether the methods of any of the traits are unknown. */
  readonly hasUnknownTraits?: boolean
  readonly hooks?: Readonly<Partial<Record<QueryHook, readonly Fragment[]>>>
  /** Hooks that behaviors of the parent's table add to the parent class. They must not run for rows of this table. */
  readonly parentHooks?: readonly QueryHook[]
}

/** Everything that the behaviors of a table add to its classes, merged in schema order. */
export interface TableContributions {
  readonly model?: (scope: Scope) => ModelContribution
  readonly query?: (scope: Scope) => QueryContribution
  readonly tableMap?: (scope: Scope) => ClassContribution
  readonly modelStub?: (scope: Scope) => ClassContribution
  readonly queryStub?: (scope: Scope) => ClassContribution
}

export const fragmentLines = (fragments: readonly Fragment[] = []): string[] =>
  fragments.flatMap(({ behavior, lines }) => [`// ${phpComment(behavior)} behavior`, ...lines])

/** Adds the contribution of behaviors to a class. Filters run last. */
export function contribute(php: PhpClass, contribution: ClassContribution = {}): PhpClass {
  const {
    constants = [],
    properties = [],
    methods = [],
    traits = [],
    interfaces = [],
    filters = [],
    parent = php.parent,
  } = contribution
  php.constants.push(...constants)
  php.properties.push(...properties)
  php.methods.push(...methods)
  php.traits.push(...traits)
  // PHP rejects an interface that is named twice.
  php.interfaces = [...new Set([...php.interfaces, ...interfaces])]
  php.parent = parent
  for (const filter of filters) filter(php)
  return php
}
