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

/** Hooks right before the row is written, when no hook has refused. */
const rowHooks: ReadonlyMap<ModelHook, string> = new Map([
  ['preInsertRow', 'Insert'],
  ['preUpdateRow', 'Update'],
])

/** The name of the method of such a hook tells which transaction its code needs: none, a plain one, or one that writes. */
function nameOfRowHook(point: string, fragments: readonly Fragment[]): string {
  if (fragments.every((one) => one.setsOwnColumnsOnly)) return `behaviorSetOn${point}`
  if (fragments.every((one) => one.setsOwnColumnsOnly || one.plainTransaction)) return `behaviorFindOn${point}`
  return `behaviorPre${point}Row`
}

/** Methods with the code of behaviors, which the runtime finds by name. */
export function behaviorMethods(contribution: ModelContribution, { names }: Scope): PhpMethod[] {
  const { hooks: fragments = {}, call, clearReferences, unchangedWork } = contribution
  const methods: PhpMethod[] = []
  const add = (name: string, parameters: string[], returns: string, body: string[]): void => {
    methods.push({ name, doc: [], modifiers: 'protected', parameters, returns, body: bodyOf(body) })
  }
  /** A method of the runtime's traits, which says its type in a docblock. */
  const override = (name: string, parameters: string[], returns: string, body: string[]): void => {
    methods.push({ name, doc: [`@return ${returns}`], modifiers: 'public', parameters, body: bodyOf(body) })
  }
  for (const hook of [...hooks, ...rowHooks.keys()]) {
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

/** The eight hooks where a class has a parent of its own: they call the parent's, if it has them. */
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

/** Overrides of the query's hook points: the behaviors' code, then the user's hook. */
export function queryHookMethods(
  { hooks: fragments = {}, parent, parentHooks = [] }: QueryContribution,
  { names }: Scope,
): PhpMethod[] {
  return Object.entries(queryHooks).flatMap(([hook, shape]): PhpMethod[] => {
    const code = fragmentLines(fragments[hook as QueryHook])
    if (code.length === 0 && !parentHooks.includes(hook as QueryHook)) return []
    // Behaviors of a parent's table have their code for that one.
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
