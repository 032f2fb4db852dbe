import { checkKeys, type Diagnostic, OrmError } from '../errors/index.js'
import {
  behaviorFileOutside,
  behaviorProblems,
  invalidPhp,
  memberTwice,
  parentTwice,
} from '../errors/schema/behavior-errors.js'
import { writtenPath } from '../escape/index.js'
import type { BehaviorUse, Database, Table } from '../model/index.js'
import type { ClassNames } from '../php/class-names.js'
import type { PhpClass, PhpField, PhpMethod } from '../php/code/php-class.js'
import type {
  ClassContribution,
  Fragment,
  ModelContribution,
  ModelHook,
  QueryContribution,
  QueryHook,
  TableContributions,
} from '../php/contributions.js'
import { methodsOfTrait, modelTraitMembers } from '../php/runtime-names.js'
import { Scope } from '../php/scope.js'
import { objectHooks, queryHooks } from './behavior-parts.js'
import { bundled } from './bundled.js'
import { codeMistake, fieldMistake, methodMistake, type PhpMistake, phpMistake } from './check-php.js'
import { ClassBuilder, type Member } from './class-builder.js'
import type { Behavior, BehaviorFile, CodeContext } from './define-behavior.js'
import { attributesOf, valuesOf } from './host.js'
import { isPhp, type Php } from './php.js'
import { TableView } from './table-view.js'

/** Finds the behavior of a use. */
export type FindBehavior = (use: BehaviorUse) => Behavior | undefined

/** Hooks that run when an existing row is saved. */
const hooksOfUnchanged = ['preSave', 'preUpdate', 'preUpdateRow', 'postUpdate', 'postSave'] as const

type Group = 'object' | 'query' | 'tableMap'

interface Used {
  readonly use: BehaviorUse
  readonly behavior: Behavior
}

/** Returns what the behaviors of a table add to its classes, in declaration order. */
export function contributionsOf(
  table: Table,
  database: Database,
  classes: ClassNames,
  find: FindBehavior,
): TableContributions {
  const used = usedBy(table, find)
  if (used.length === 0) return {}
  const view = new TableView(table, database, classes)
  return {
    model: (scope) => new Merge(view, used, scope).model(),
    query: (scope) => {
      const contribution = new Merge(view, used, scope).query()
      const { parentTable } = contribution
      if (!parentTable) return contribution
      return { ...contribution, parentHooks: queryHooksOf(view.viewOf(parentTable), find, scope) }
    },
    tableMap: (scope) => new Merge(view, used, scope).members('tableMap'),
    modelStub: (scope) => new Merge(view, used, scope).stub('object'),
    queryStub: (scope) => new Merge(view, used, scope).stub('query'),
  }
}

const usedBy = (table: Table, find: FindBehavior): Used[] =>
  table.behaviors.flatMap((use): Used[] => {
    const behavior = find(use)
    return behavior ? [{ use, behavior }] : []
  })

/** Returns the hooks that behaviors add to the query of another table. The classes that their code uses are not imported. */
const queryHooksOf = (view: TableView, find: FindBehavior, scope: Scope): QueryHook[] =>
  new Merge(view, usedBy(view.model, find), new Scope(scope, scope.own)).queryHooks()

/** Sorts behaviors for a hook: outer layers first before the row is written, inner layers first from then on. */
function inLayers(used: readonly Used[], hook: string): Used[] {
  const sign = /^pre(?!.*Row$)/.test(hook) ? -1 : 1
  return used.toSorted((a, b) => sign * ((a.behavior.layer ?? 50) - (b.behavior.layer ?? 50)))
}

/** Runs code of a behavior and reports its exceptions as problems at the use in the table. */
function guarded<T>(table: string, use: BehaviorUse, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof OrmError) throw error
    throw new OrmError(behaviorProblems(use.origin, `table "${table}"`, use.id, error), { cause: error })
  }
}

/** Returns the list that a hook returned. The hook may be untyped, so the list is checked. */
function listOf<T>(hook: string, list: readonly T[] | undefined): readonly T[] {
  if (list === undefined || Array.isArray(list)) return list ?? []
  throw new TypeError(`${hook} must return a list`)
}

function codeOf(hook: string, code: Php | null): Php | null {
  if (!code || isPhp(code)) return code
  throw new TypeError(`${hook} must return code made by php\`…\`, or null`)
}

/** Returns the further files that the behaviors of a table generate, besides the given files of its classes. */
export const filesOf = (
  table: Table,
  database: Database,
  classes: ClassNames,
  find: FindBehavior,
  own: readonly string[],
) => {
  const makers = new Map(
    own.map((path): [string, FileMaker] => [path.toLowerCase(), { name: 'the classes of the table' }]),
  )
  return table.behaviors.flatMap((use): readonly BehaviorFile[] => {
    const behavior = find(use)
    const view = new TableView(table, database, classes)
    return guarded(table.name, use, () => {
      const files = listOf('files()', behavior?.files?.({ table: view, params: valuesOf(behavior, use) }))
      return files.map((file) => {
        const { path, content, ...more } = checkedFile(file, table.name, { use, behavior: behavior! })
        const first = makers.get(path.toLowerCase())
        const name = `behavior "${use.id}"`
        if (first && first.content !== content) {
          throw new OrmError([memberTwice(use.origin, table.name, `file "${path}"`, first.name, name)])
        }
        makers.set(path.toLowerCase(), { name, content })
        return { path, content, ...more }
      })
    })
  })
}

/** What makes a file. Several behaviors may make the same one. */
interface FileMaker {
  readonly name: string
  readonly content?: string
}

function checkedFile(file: BehaviorFile, table: string, { use, behavior }: Used): BehaviorFile {
  checkKeys('a file of files()', Object(file), ['path', 'content', 'overwrite'])
  const { path: given, content } = file
  if (typeof given !== 'string' || typeof content !== 'string') {
    throw new TypeError('files() must give a list of { path, content }')
  }
  const path = writtenPath(given)
  if (path === undefined) throw new OrmError([behaviorFileOutside(use.origin, table, use.id, given)])
  const mistake = isOutside(behavior) && /\.php$/i.test(path) ? phpMistake(content) : undefined
  if (mistake) throw new OrmError([invalidPhp(use.origin, table, use.id, `file "${path}"`, mistake)])
  return { ...file, path }
}

/** Whether the behavior is not bundled. The code of others may be untested and untyped, so it is checked. */
const isOutside = (behavior: Behavior): boolean => !bundled.includes(behavior)

const memberKinds: ReadonlySet<unknown> = new Set(['method', 'attribute', 'constant'] satisfies Member['kind'][])

const membersOf = ({ methods, properties, constants }: PhpClass): [Member['kind'], PhpField | PhpMethod][] => [
  ...methods.map((node): ['method', PhpMethod] => ['method', node]),
  ...properties.map((node): ['attribute', PhpField] => ['attribute', node]),
  ...constants.map((node): ['constant', PhpField] => ['constant', node]),
]

/** Replaces members that a filter has added to a list of a class by their nodes. */
function toNodes(hook: string, list: (PhpField | PhpMethod | Member)[]): void {
  for (const [index, one] of list.entries()) {
    const node = 'node' in one ? one.node : one
    if (typeof node.name !== 'string' || !Array.isArray(node.doc)) {
      throw new TypeError(`${hook} must add members made by cls.method(), cls.attribute() or cls.constant()`)
    }
    list[index] = node
  }
}

/** Merges what several behaviors add to one class. */
class Merge {
  readonly #view: TableView
  readonly #used: readonly Used[]
  readonly #cls: ClassBuilder

  constructor(view: TableView, used: readonly Used[], scope: Scope) {
    this.#view = view
    this.#used = used
    this.#cls = new ClassBuilder(scope)
  }

  model(): ModelContribution {
    const fragments = (hook: (typeof objectHooks)[number]) => this.#fragments('object', hook)
    const hooks: Partial<Record<ModelHook, readonly Fragment[]>> = {}
    for (const hook of objectHooks) {
      if (hook === 'postHydrate' || hook === 'call' || hook === 'clearReferences') continue
      const code = fragments(hook)
      if (code.length > 0) hooks[hook] = code
    }
    const unchangedWork = this.#unchangedWork()
    const calls = fragments('call')
    const clears = fragments('clearReferences')
    return {
      ...this.members('object'),
      hooks,
      ...(unchangedWork !== undefined && { unchangedWork }),
      postHydrate: fragments('postHydrate'),
      ...(calls.length > 0 && { call: calls }),
      ...(clears.length > 0 && { clearReferences: clears }),
    }
  }

  /** Returns the query hooks for which any behavior has code. */
  queryHooks(): QueryHook[] {
    return queryHooks.filter((hook) => this.#fragments('query', hook).length > 0)
  }

  query(): QueryContribution {
    const hooks: Partial<Record<QueryHook, readonly Fragment[]>> = {}
    for (const hook of this.queryHooks()) hooks[hook] = this.#fragments('query', hook)
    const known = this.#traitsOf('query').map((name) => methodsOfTrait(name))
    return {
      ...this.members('query'),
      hooks,
      traitMethods: known.flatMap((methods) => methods ?? []),
      hasUnknownTraits: known.includes(undefined),
    }
  }

  /** Returns the fully qualified trait names of all behaviors. */
  #traitsOf(group: Group): string[] {
    return this.#used.flatMap(({ use, behavior }) =>
      this.#guard(use, () => [...listOf('traits', behavior[group]?.traits?.(this.#context(behavior, use)))]),
    )
  }

  /** Returns members, traits and filters. A filter adds the members later, when the other members of the class are known. */
  members(group: Group): ClassContribution {
    const traits: string[] = []
    const interfaces: string[] = []
    const members: { readonly id: string; readonly member: Member }[] = []
    const hidden: { readonly use: BehaviorUse; readonly member: string }[] = []
    let parent: { readonly id: string; readonly name: string; readonly table: Table | undefined } | undefined
    for (const { use, behavior } of this.#used) {
      const hooks = behavior[group]
      if (!hooks) continue
      this.#guard(use, () => {
        const context = this.#context(behavior, use)
        for (const name of listOf('traits', hooks.traits?.(context))) {
          const trait = this.#cls.use(name)
          // Several behaviors, or several uses of one, may need the same trait.
          if (!traits.includes(trait)) traits.push(trait)
          const known = modelTraitMembers[name.slice(name.lastIndexOf('\\') + 1)] ?? []
          for (const member of known) hidden.push({ use, member })
        }
        for (const name of listOf('interfaces', hooks.interfaces?.(context))) interfaces.push(this.#cls.use(name))
        for (const hook of ['constants', 'attributes', 'methods'] as const) {
          for (const member of listOf(hook, hooks[hook]?.(context))) {
            if (!memberKinds.has(member?.kind)) {
              throw new TypeError(`${hook} must return members made by cls.method(), cls.attribute() or cls.constant()`)
            }
            if (isOutside(behavior)) this.#refuseInvalid(use, member.kind, member.node)
            members.push({ id: use.id, member })
          }
        }
        const name = hooks.parentClass?.(context)
        if (!name) return
        if (parent) throw this.#problem(parentTwice(use.origin, this.#view.name, parent.id, use.id))
        parent = { id: use.id, name: this.#cls.use(name), table: this.#view.tableOf(name.replace(/^\\/, '')) }
      })
    }
    return {
      traits,
      interfaces,
      ...(parent && { parent: parent.name, ...(parent.table && { parentTable: parent.table }) }),
      filters: [
        (php) => this.#refuseHidden(php, hidden),
        (php) => this.#add(php, members),
        ...this.#filters(group, 'filter'),
      ],
    }
  }

  #refuseInvalid(use: BehaviorUse, kind: Member['kind'], node: PhpField | PhpMethod): void {
    const mistake: PhpMistake | undefined =
      kind === 'method' ? methodMistake(node as PhpMethod) : fieldMistake(node as PhpField, kind)
    if (!mistake) return
    const where = kind === 'method' ? ' of its body' : ''
    const line = kind === 'method' ? mistake.line : 0
    throw this.#problem(
      invalidPhp(use.origin, this.#view.name, use.id, `${kind} "${node.name}"`, { ...mistake, line, where }),
    )
  }

  /** Rejects methods of columns or relations that would replace a trait method which other code calls. */
  #refuseHidden(php: PhpClass, hidden: readonly { readonly use: BehaviorUse; readonly member: string }[]): void {
    const names = new Set([
      ...php.methods.map(({ name }) => name.toLowerCase()),
      ...php.properties.map(({ name }) => `$${name}`),
    ])
    for (const { use, member } of hidden) {
      const isProperty = member.startsWith('$')
      if (!names.has(isProperty ? member : member.toLowerCase())) continue
      const what = isProperty ? `property "${member.slice(1)}"` : `method "${member}"`
      const first = this.#originOf(isProperty ? member.slice(1) : member)
      throw this.#problem(memberTwice(use.origin, this.#view.name, what, first, `behavior "${use.id}"`))
    }
  }

  stub(group: 'object' | 'query'): ClassContribution {
    return { filters: this.#filters(group, 'stubFilter') }
  }

  #filters(group: Group, hook: 'filter' | 'stubFilter'): ((php: PhpClass) => void)[] {
    return this.#used.map(({ use, behavior }) => (php: PhpClass): void => {
      const hooks = behavior[group]
      if (hooks && hook in hooks) {
        const filter = (hooks as Record<string, (php: PhpClass, context: CodeContext) => void>)[hook]
        const before = new Set<object>(isOutside(behavior) ? membersOf(php).map(([, node]) => node) : [])
        this.#guard(use, () => {
          filter?.(php, this.#context(behavior, use))
          for (const list of [php.methods, php.properties, php.constants]) toNodes(hook, list)
        })
        if (!isOutside(behavior)) return
        for (const [kind, node] of membersOf(php)) if (!before.has(node)) this.#refuseInvalid(use, kind, node)
      }
    })
  }

  #fragments(group: 'object' | 'query', hook: string): Fragment[] {
    return inLayers(this.#used, hook).flatMap(({ use, behavior }): Fragment[] => {
      const code = (
        behavior[group] as Record<string, ((context: CodeContext) => Php | null) | undefined> | undefined
      )?.[hook]
      const made = code && this.#guard(use, () => codeOf(hook, code(this.#context(behavior, use))))
      const mistake = made && isOutside(behavior) ? codeMistake(made.lines) : undefined
      if (mistake) throw this.#problem(invalidPhp(use.origin, this.#view.name, use.id, hook, mistake))
      const { setsOwnColumnsOnly = false, plainTransaction = false } = behavior.object ?? {}
      return made ? [{ behavior: use.id, lines: made.lines, setsOwnColumnsOnly, plainTransaction }] : []
    })
  }

  /** Returns conditions for work in the save of an unchanged object, or undefined if there is always or never any. */
  #unchangedWork(): readonly string[] | undefined {
    const acting = this.#used.filter(({ use, behavior }) =>
      hooksOfUnchanged.some((hook) =>
        this.#guard(use, () => behavior.object?.[hook]?.(this.#context(behavior, use)) != null),
      ),
    )
    if (acting.length === 0 || acting.some(({ behavior }) => !behavior.object?.unchangedWork)) return undefined
    const signs = acting.map(({ use, behavior }) =>
      this.#guard(use, () => behavior.object!.unchangedWork!(this.#context(behavior, use))),
    )
    return [...new Set(signs.filter((sign) => sign !== ''))]
  }

  #add(php: PhpClass, members: readonly { readonly id: string; readonly member: Member }[]): void {
    const owners = new Map<string, string>()
    for (const { id, member } of members) {
      const { kind, node } = member
      const list = kind === 'method' ? php.methods : kind === 'constant' ? php.constants : php.properties
      // PHP ignores case in method names.
      const same = (name: string) =>
        kind === 'method' ? name.toLowerCase() === node.name.toLowerCase() : name === node.name
      if (list.some(({ name }) => same(name))) {
        const first = owners.get(`${kind} ${node.name}`) ?? this.#originOf(node.name)
        const use = this.#used.find((one) => one.use.id === id)!.use
        throw this.#problem(
          memberTwice(use.origin, this.#view.name, `${kind} "${node.name}"`, first, `behavior "${id}"`),
        )
      }
      owners.set(`${kind} ${node.name}`, `behavior "${id}"`)
      if (kind === 'method') php.methods.push(node)
      else list.push(node as never)
    }
  }

  /** Returns what a member belongs to, as far as its name shows. */
  #originOf(member: string): string {
    const ends = (phpName: string): boolean => member.toLowerCase().endsWith(phpName.toLowerCase())
    const { relations, crossRelations, columns } = this.#view.model
    const relation = [...relations, ...crossRelations].find(({ name, pluralName }) => ends(name) || ends(pluralName))
    const column = columns.find(({ phpName }) => ends(phpName))
    if (column) return `column "${column.name}"`
    return relation ? `relation "${relation.name}"` : 'the class itself'
  }

  #context(behavior: Behavior, use: BehaviorUse): CodeContext {
    return {
      table: this.#view,
      params: valuesOf(behavior, use),
      given: use.parameters,
      attributes: attributesOf(use),
      id: use.id,
      cls: this.#cls,
    }
  }

  #guard<T>(use: BehaviorUse, run: () => T): T {
    return guarded(this.#view.name, use, run)
  }

  #problem(diagnostic: Diagnostic): OrmError {
    return new OrmError([diagnostic])
  }
}
