import { phpComment } from '../escape/index.js'
import type { Table } from '../model/index.js'
import type { PhpClass, PhpField, PhpMethod } from './code/php-class.js'
import type { Scope } from './scope.js'

/** Code of one behavior for one place. */
export interface Fragment {
  /** Id of the behavior, named in a comment above the code. */
  readonly behavior: string
  readonly lines: readonly string[]
  /** Whether the code before a row is written only sets columns of the object. */
  readonly setsOwnColumnsOnly?: boolean
  /** Whether that code is correct at every isolation level. */
  readonly plainTransaction?: boolean
}

/** Places of a model class where behaviors put statements. */
export type ModelHook =
  | 'preSave'
  | 'preInsert'
  | 'preUpdate'
  | 'preInsertRow'
  | 'preUpdateRow'
  | 'preDelete'
  | 'postSave'
  | 'postInsert'
  | 'postUpdate'
  | 'postDelete'
  | 'postCopy'
  | 'postClear'

/** Places of a query class where behaviors put statements. */
export type QueryHook = 'preSelect' | 'preUpdate' | 'postUpdate' | 'preDelete' | 'postDelete'

/** What behaviors add to a class. */
export interface ClassContribution {
  readonly constants?: readonly PhpField[]
  readonly properties?: readonly PhpField[]
  readonly methods?: readonly PhpMethod[]
  /** Replaces the parent class. */
  readonly parent?: string
  /** The table whose model or query that is, where it is one of the schema: a model has the hooks of models already. */
  readonly parentTable?: Table
  readonly traits?: readonly string[]
  readonly interfaces?: readonly string[]
  /** May change the finished class. */
  readonly filters?: readonly ((php: PhpClass) => void)[]
}

export interface ModelContribution extends ClassContribution {
  readonly hooks?: Readonly<Partial<Record<ModelHook, readonly Fragment[]>>>
  /** Expressions of which one says that the hooks have something to do for an unchanged object. */
  readonly unchangedWork?: readonly string[]
  /** End of hydrate(). */
  readonly postHydrate?: readonly Fragment[]
  /** First in __call(). */
  readonly call?: readonly Fragment[]
  /** In clearAllReferences(). */
  readonly clearReferences?: readonly Fragment[]
}

export interface QueryContribution extends ClassContribution {
  /** Methods of the traits, as far as they could be called like those of columns and relations. */
  readonly traitMethods?: readonly string[]
  /** Whether there are traits of whose methods nothing is known. */
  readonly hasUnknownTraits?: boolean
  readonly hooks?: Readonly<Partial<Record<QueryHook, readonly Fragment[]>>>
  /** Hooks of the parent class that behaviors of its table have: they are not for rows of this one. */
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

/** Adds what behaviors have for a class; filters come last. */
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
  php.interfaces.push(...interfaces)
  php.parent = parent
  for (const filter of filters) filter(php)
  return php
}
