import { returned } from './code/layout.js'
import { bodyOf, type PhpMethod } from './code/php-class.js'
import {
  type Fragment,
  fragmentLines,
  type ModelContribution,
  type ModelHook,
  type QueryContribution,
  type QueryHook,
} from './contributions.js'
import type { Scope } from './scope.js'

export const hooks: readonly ModelHook[] = [
  'preSave',
  'preInsert',
  'preUpdate',
  'preDelete',
  'postSave',
  'postInsert',
  'postUpdate',
  'postDelete',
]

/** Hooks that run right before the row is written, if no hook has cancelled the save. */
const rowHooks: ReadonlyMap<ModelHook, string> = new Map([
  ['preInsertRow', 'Insert'],
  ['preUpdateRow', 'Update'],
])

/** Returns the method name of a hook. It tells the runtime which transaction the code needs: none, plain, or a writing one. */
function nameOfRowHook(point: string, fragments: readonly Fragment[]): string {
  if (fragments.every((one) => one.setsOwnColumnsOnly)) return `behaviorSetOn${point}`
  if (fragments.every((one) => one.setsOwnColumnsOnly || one.plainTransaction)) return `behaviorFindOn${point}`
  return `behaviorPre${point}Row`
}

/** Returns the methods with behavior code, which the runtime calls by name. */
export function behaviorMethods(contribution: ModelContribution, { names }: Scope): PhpMethod[] {
  const { hooks: fragments = {}, call, clearReferences, unchangedWork } = contribution
  const methods: PhpMethod[] = []
  const add = (name: string, parameters: string[], returns: string, body: string[]): void => {
    methods.push({ name, doc: [], modifiers: 'protected', parameters, returns, body: bodyOf(body) })
  }
  /** Adds an override of a method from a runtime trait, whose return type is in a docblock. */
  const override = (name: string, parameters: string[], returns: string, body: string[]): void => {
    methods.push({ name, doc: [`@return ${returns}`], modifiers: 'public', parameters, body: bodyOf(body) })
  }
  for (const hook of [...hooks, ...rowHooks.keys(), 'postInsertRow'] as const) {
    const code = fragmentLines(fragments[hook])
    if (code.length === 0) continue
    const point = rowHooks.get(hook)
    const isPre = hook.startsWith('pre') && point === undefined
    const name = point
      ? nameOfRowHook(point, fragments[hook]!)
      : `behavior${hook.charAt(0).toUpperCase()}${hook.slice(1)}`
    const body = isPre ? ['$ret = true;', '$isInsert = $this->isNew();', ...code, '', 'return $ret;'] : code
    add(name, [`${names.ConnectionInterface} $con`], isPre ? 'bool' : 'void', body)
  }
  if (unchangedWork) {
    add('behaviorWorkWaits', [], 'bool', [
      `return ${returned(unchangedWork.length > 0 ? unchangedWork : ['false'], '||')};`,
    ])
  }
  for (const hook of ['postCopy', 'postClear'] as const) {
    const code = fragmentLines(fragments[hook])
    if (code.length > 0) add(`behavior${hook.charAt(0).toUpperCase()}${hook.slice(1)}`, [], 'void', code)
  }
  const calls = fragmentLines(call)
  if (calls.length > 0) {
    override('__call', ['$name', '$params'], 'mixed', [...calls, '', 'return $this->__parentCall($name, $params);'])
  }
  const clears = fragmentLines(clearReferences)
  if (clears.length > 0) {
    override('clearAllReferences', ['bool $deep = false'], 'static', [
      ...clears,
      '',
      'return $this->clearRelatedObjects($deep);',
    ])
  }
  return methods
}

/** Returns the eight hooks. If the class has a custom parent, they call the parent's hooks, if those exist. */
export function hookMethods({ names }: Scope, hasParent: boolean): PhpMethod[] {
  return hooks.map((hook): PhpMethod => {
    const isPre = hook.startsWith('pre')
    const inherited = `method_exists(parent::class, '${hook}')`
    const viaParent = isPre
      ? [`return !${inherited} || parent::${hook}($con);`]
      : [`if (${inherited}) {`, `    parent::${hook}($con);`, '}']
    const own = isPre ? ['return true;'] : []
    return {
      name: hook,
      doc: [],
      modifiers: 'public',
      parameters: [`?${names.ConnectionInterface} $con = null`],
      returns: isPre ? 'bool' : 'void',
      body: bodyOf(hasParent ? viaParent : own),
    }
  })
}

interface QueryHookShape {
  readonly method: string
  readonly parameters: (names: Scope['names']) => string[]
  readonly returns: string
  readonly arguments: string
}

const queryHooks: Readonly<Record<QueryHook, QueryHookShape>> = {
  preSelect: {
    method: 'basePreSelect',
    parameters: (names) => [`${names.ConnectionInterface} $con`],
    returns: 'void',
    arguments: '$con',
  },
  preUpdate: {
    method: 'basePreUpdate',
    parameters: (names) => [
      'array &$values',
      `${names.ConnectionInterface} $con`,
      'bool $forceIndividualSaves = false',
    ],
    returns: '?int',
    arguments: '$values, $con, $forceIndividualSaves',
  },
  postUpdate: {
    method: 'basePostUpdate',
    parameters: (names) => ['int $affectedRows', `${names.ConnectionInterface} $con`],
    returns: '?int',
    arguments: '$affectedRows, $con',
  },
  preDelete: {
    method: 'basePreDelete',
    parameters: (names) => [`${names.ConnectionInterface} $con`],
    returns: '?int',
    arguments: '$con',
  },
  postDelete: {
    method: 'basePostDelete',
    parameters: (names) => ['int $affectedRows', `${names.ConnectionInterface} $con`],
    returns: '?int',
    arguments: '$affectedRows, $con',
  },
}

/** Returns overrides of the query hooks, which run the behavior code and then the user's hook. */
export function queryHookMethods(
  { hooks: fragments = {}, parent, parentHooks = [] }: QueryContribution,
  { names }: Scope,
): PhpMethod[] {
  return Object.entries(queryHooks).flatMap(([hook, shape]): PhpMethod[] => {
    const code = fragmentLines(fragments[hook as QueryHook])
    if (code.length === 0 && !parentHooks.includes(hook as QueryHook)) return []
    // Skips the parent class, because its behavior code is for the parent's table.
    const call = `${parent === undefined ? 'parent' : names.ModelCriteria}::${shape.method}(${shape.arguments});`
    return [
      {
        name: shape.method,
        doc: [],
        modifiers: 'protected',
        parameters: shape.parameters(names),
        returns: shape.returns,
        body: bodyOf([
          ...code,
          ...(shape.returns === 'void' || code.length === 0 ? [] : ['']),
          shape.returns === 'void' ? call : `return ${call}`,
        ]),
      },
    ]
  })
}
