import {
  emptyValue,
  missingKey,
  notAllowed,
  tooSmall,
  twoSpellings,
  unknownKey,
  unsetVariable,
  wrongForm,
  wrongType,
} from '../errors/config-errors.js'
import type { Diagnostic, Mark } from '../errors/index.js'
import { nearest } from '../errors/nearest.js'
import { readBoolean } from '../model/values.js'
import {
  type BooleanRule,
  type KeyRule,
  type MapRule,
  type NumberRule,
  type Scalar,
  type TextRule,
  textForms,
} from '../settings/key-rules.js'
import {
  type ConfigNode,
  type Environment,
  isEmpty,
  isResolved,
  isUnset,
  pathsIn,
  type ScalarNode,
  type TextPart,
  typeName,
} from './node.js'

/** A checked configuration value, with the types of the rules. */
export type ConfigValue = Scalar | readonly ConfigValue[] | { readonly [key: string]: ConfigValue }

/** Values that come from the environment, by the path of their key. */
export type References = Readonly<Record<string, readonly TextPart[]>>

export interface Checked {
  readonly value: ConfigValue
  readonly references: References
  /** Paths of keys whose values are missing or wrong. */
  readonly doubtful: readonly string[]
  /** Paths of unknown keys and of the keys inside of them, each of which may be a misspelled or misplaced one. */
  readonly unknown: readonly string[]
}

type ScalarRule = Exclude<KeyRule, { items: KeyRule } | MapRule>

/** Matches the keys that only PHP needs, which reads their variables at runtime. */
const readByPhp = /^orm\.(?:database\.connections\.[^.]+\.(?!adapter$)|runtime\.(?:log|profiler)\.)/

interface CheckOptions {
  /** The location of the tree, where its missing keys are reported. */
  readonly at: Mark
  readonly env: Environment
  /** Whether unset variables are left to PHP. */
  readonly keepEnv: boolean
  readonly report: (diagnostic: Diagnostic) => void
}

/**
 * Checks a tree against its rule and returns its value, without the values that have problems. Problems are reported and do not
 * stop the check. A value that could not be read is not reported again.
 */
export function checkTree(tree: ConfigNode, rule: KeyRule, { at, env, keepEnv, report }: CheckOptions): Checked {
  const references: Record<string, readonly TextPart[]> = {}
  const doubtful: string[] = []
  const unknown: string[] = []
  return { value: check(tree, rule, 'orm', at) ?? {}, references, doubtful, unknown }

  /** Reports a problem of a value, if it is not reported yet. Returns the value that it has then. */
  function doubt(path: string, problem?: Diagnostic): undefined {
    doubtful.push(path)
    if (problem) report(problem)
    return undefined
  }

  /** Checks a node. `owner` is the location of its key, where missing parts of the value are reported. */
  function check(node: ConfigNode, rule: KeyRule, path: string, owner: Mark): ConfigValue | undefined {
    if (!isResolved(node)) return doubt(path)
    switch (rule.type) {
      case 'map':
        return checkMap(node, rule, path, owner)
      case 'list':
        if (node.kind === 'list') return checkItems(node.items, rule.items, path)
        if (node.kind === 'scalar' && node.text === rule.word) return checkItems([node], rule.items, path)
        return isEmpty(node) ? [] : doubt(path, wrongType(node.mark, path, 'a list', typeName(node)))
      case 'list or map':
        if (node.kind === 'list') return checkItems(node.items, rule.items, path)
        if (node.kind === 'scalar' && !isEmpty(node))
          return doubt(path, wrongType(node.mark, path, 'a list or a map', typeName(node)))
        return checkMap(node, { type: 'map', help: '', keys: {}, others: rule.items }, path, owner)
      default:
        if (node.kind !== 'scalar') return mistyped(node, path, rule)
        if (node.parts) references[path] = node.parts
        return checkVariables(node, rule, path)
    }
  }

  function checkItems(items: readonly ConfigNode[], rule: KeyRule, path: string): ConfigValue {
    return items.flatMap((item, index) => check(item, rule, `${path}.${index}`, item.mark) ?? [])
  }

  function checkMap(node: ConfigNode, rule: MapRule, path: string, owner: Mark): ConfigValue | undefined {
    if (node.kind !== 'map' && !isEmpty(node)) return doubt(path, wrongType(node.mark, path, 'a map', typeName(node)))
    const entries = node.kind === 'map' ? node.entries : []
    const isIncomplete = node.kind === 'map' && node.incomplete === true
    if (isIncomplete) doubt(path)
    const present = new Set<string>()
    const misspelled: string[] = []
    const values = entries.flatMap(({ key, keyMark, value }): [string, ConfigValue][] => {
      const keyRule = ruleOf(key, rule)
      if (!keyRule) {
        report(unknownKey(keyMark, key, path, Object.keys(rule.keys), rule.known))
        misspelled.push(key)
        unknown.push(...pathsIn(value, `${path}.${key}`))
        return []
      }
      const name = mainSpelling(key, rule)
      // inShape() keeps the older spelling only if the map has both.
      if (name !== key) {
        doubt(`${path}.${name}`, twoSpellings(keyMark, path, key, name))
        return []
      }
      if (isAbsent(value, keyRule)) return []
      present.add(key)
      const checked = check(value, keyRule, `${path}.${key}`, keyMark)
      return checked === undefined ? [] : [[key, checked]]
    })
    for (const [key, keyRule] of Object.entries(rule.keys)) {
      if (!isRequired(keyRule) || present.has(key)) continue
      // The unknown key that is probably meant, or the one without a name, is already reported.
      const isReported = isIncomplete || misspelled.some((name) => nearest(name, [key]) !== undefined)
      doubt(`${path}.${key}`, isReported ? undefined : missingKey(owner, `${path}.${key}`))
    }
    // Object.fromEntries() is safe for a key named __proto__, unlike assignments.
    return Object.fromEntries(values)
  }

  /** Checks a scalar, unless it contains a variable that is left to PHP: its value is not known yet. */
  function checkVariables(node: ScalarNode, rule: ScalarRule, path: string): Scalar | undefined {
    const unset = keepEnv ? node.parts?.find((part) => typeof part !== 'string' && isUnset(part, env)) : undefined
    if (typeof unset !== 'object') return checkScalar(node, rule, path)
    return readByPhp.test(path) ? node.text : doubt(path, unsetVariable(node.mark, unset.env))
  }

  function checkScalar(node: ScalarNode, rule: ScalarRule, path: string): Scalar | undefined {
    if (rule.type === 'string') return checkText(node, rule, path)
    if (rule.type === 'boolean') return checkBoolean(node, rule, path)
    // YAML has .inf and .nan, for which PHP has no literals.
    if (rule.type === 'scalar')
      return Number.isFinite(node.value ?? 0) || typeof node.value !== 'number'
        ? node.value
        : mistyped(node, path, rule)
    return checkNumber(node, rule, path)
  }

  function checkText({ text, mark }: ScalarNode, rule: TextRule, path: string): string | undefined {
    const value = withoutClass(text, rule)
    if (text === '' && (rule.filled || rule.values)) return doubt(path, emptyValue(mark, path))
    if (rule.values && !rule.values.includes(value)) return doubt(path, notAllowed(mark, path, text, rule.values, rule))
    if (text !== '' && rule.form && !textForms[rule.form](text))
      return doubt(path, wrongForm(mark, path, text, rule.form))
    return value
  }

  function checkBoolean(node: ScalarNode, rule: BooleanRule, path: string): Scalar | undefined {
    if (typeof node.value === 'boolean') return node.value
    return (node.untyped ? readBoolean(node.text) : undefined) ?? mistyped(node, path, rule)
  }

  function checkNumber(node: ScalarNode, rule: NumberRule, path: string): Scalar | undefined {
    const value = node.untyped && node.text.trim() !== '' ? Number(node.text) : node.value
    const fits = rule.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
    if (typeof value !== 'number' || !fits) return mistyped(node, path, rule)
    if (rule.minimum !== undefined && value < rule.minimum)
      return doubt(path, tooSmall(node.mark, path, node.text, rule.minimum))
    if (rule.values && !rule.values.includes(value))
      return doubt(path, notAllowed(node.mark, path, node.text, rule.values.map(String)))
    return value
  }

  function mistyped(node: ConfigNode, path: string, { type }: KeyRule): undefined {
    const { mark } = node
    return doubt(path, wrongType(mark, path, type === 'integer' ? 'an integer' : `a ${type}`, valueName(node)))
  }
}

/** Describes a value for a key that holds no secret: `the string "maybe"`, `a list`. */
function valueName(node: ConfigNode): string {
  if (node.kind !== 'scalar' || node.value === null) return typeName(node)
  return `the ${typeof node.value} ${typeof node.value === 'string' ? `"${node.text}"` : node.text}`
}

/** Returns the value that a class name of Orm or Propel stands for. */
function withoutClass(text: string, { classSuffix: suffix }: TextRule): string {
  if (suffix === undefined) return text
  const name = text.replace(/^\\?(?:Orm|Propel)(?:\\[A-Za-z]+)*\\/, '')
  return suffix !== '' && name.endsWith(suffix) ? name.slice(0, -suffix.length).toLowerCase() : name
}

/** Whether a value names a class of an application where only those of Orm are possible. */
export const isOtherClass = (text: string, rule: KeyRule): boolean =>
  rule.type === 'string' &&
  rule.classSuffix !== undefined &&
  text.includes('\\') &&
  rule.values?.includes(withoutClass(text, rule)) === false

/** Returns the rule of a map key, also in an older spelling, or undefined for an unknown key. */
export const ruleOf = (key: string, rule: MapRule): KeyRule | undefined => {
  const known = namedRule(key, rule)
  if (known) return known
  return rule.names === undefined || new RegExp(rule.names).test(key) ? rule.others : undefined
}

/** Returns the rule of a key that the map lists. */
export const namedRule = (key: string, rule: MapRule): KeyRule | undefined => {
  const name = mainSpelling(key, rule)
  return Object.hasOwn(rule.keys, name) ? rule.keys[name] : undefined
}

/** Returns the main spelling of a key that may have an older one. */
export const mainSpelling = (key: string, { keys }: MapRule): string =>
  Object.keys(keys).find((name) => keys[name]!.alias === key) ?? key

/** Whether a value counts as missing: null does, except for a list or map, where it means an empty one. */
const isAbsent = (node: ConfigNode, rule: KeyRule): boolean =>
  node.kind === 'scalar' && node.value === null && !['list', 'map', 'list or map'].includes(rule.type)

/** Whether a key is required. A section with a required key is required itself, and reported by its own name. */
const isRequired = (rule: KeyRule): boolean => 'required' in rule && rule.required === true
