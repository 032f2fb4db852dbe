import { checkKeys, didYouMean } from '../errors/index.js'

/** Hooks of the model class, in the order in which they run. */
export const objectHooks = [
  'preSave',
  'preInsert',
  'preUpdate',
  'preInsertRow',
  'preUpdateRow',
  'postInsertRow',
  'postInsert',
  'postUpdate',
  'postSave',
  'preDelete',
  'postDelete',
  'postHydrate',
  'postCopy',
  'postClear',
  'call',
  'clearReferences',
] as const

export const queryHooks = ['preSelect', 'preUpdate', 'postUpdate', 'preDelete', 'postDelete'] as const

const classHooks = ['constants', 'attributes', 'methods', 'traits', 'interfaces', 'parentClass', 'filter']

/** The allowed keys in each part of a behavior: functions and other values. */
const parts = {
  behavior: {
    functions: ['modifyDatabase', 'modifyTable', 'files'],
    others: [
      'name',
      'order',
      'layer',
      'multiple',
      'parameters',
      'freeParameters',
      'object',
      'query',
      'tableMap',
      'api',
    ],
  },
  object: {
    functions: [...classHooks, 'stubFilter', 'unchangedWork', ...objectHooks],
    others: ['setsOwnColumnsOnly', 'plainTransaction'],
  },
  query: { functions: [...classHooks, 'stubFilter', ...queryHooks], others: [] },
  tableMap: { functions: classHooks, others: [] },
} as const

/** The keys of a parameter made by `p`. Of these, `default`, `required` and `doc` are options of its author. */
const parameterKeys = [
  'default',
  'required',
  'doc',
  'expects',
  'repeatable',
  'ofColumns',
  'min',
  'parse',
  'wrongItems',
  'print',
]

type Unchecked = Readonly<Record<string, unknown>>

/** Rejects mistakes in untyped declarations that would otherwise have no effect or fail much later. */
export function checkParts(behavior: Unchecked): void {
  const { name, parameters } = behavior
  if (typeof name !== 'string' || name === '') throw new Error('defineBehavior() needs a name')
  checkPart(name, 'behavior', behavior)
  for (const part of ['object', 'query', 'tableMap'] as const) checkPart(name, part, Object(behavior[part]))
  for (const [parameter, type] of Object.entries(Object(parameters) as Unchecked)) {
    const subject = `parameter "${parameter}" of behavior "${name}"`
    if (typeof Object(type).parse !== 'function') {
      throw new Error(`${subject} must be made by p: p.string(), p.column() and so on`)
    }
    checkKeys(subject, Object(type), parameterKeys)
  }
}

function checkPart(name: string, part: keyof typeof parts, given: Unchecked): void {
  const functions: readonly string[] = parts[part].functions
  const known = [...functions, ...parts[part].others]
  const path = (key: string): string => (part === 'behavior' ? key : `${part}.${key}`)
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!known.includes(key)) {
      const hint = didYouMean(key, known) ?? `it can have: ${known.join(', ')}`
      throw new Error(`behavior "${name}" cannot have "${path(key)}" (${hint})`)
    }
    if (!functions.includes(key)) continue
    if (typeof value !== 'function') throw new Error(`"${path(key)}" of behavior "${name}" must be a function`)
    if (value.constructor.name === 'AsyncFunction') {
      throw new Error(`"${path(key)}" of behavior "${name}" must not be an async function`)
    }
  }
}
