import {
  emptyValue,
  missingKey,
  notAllowed,
  tooSmall,
  twoSpellings,
  unknownKey,
  wrongForm,
  wrongType,
} from '../errors/config-errors.js'
import type { Diagnostic, Mark } from '../errors/index.js'
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
import { type ConfigNode, isEmpty, type ScalarNode, type TextPart, typeName } from './node.js'

/** A checked configuration value, with the types of the rules. */
export type ConfigValue = Scalar | readonly ConfigValue[] | { readonly [key: string]: ConfigValue }

/** Values that come from the environment, by the path of their key. */
export type References = Readonly<Record<string, readonly TextPart[]>>

export interface Checked {
  readonly value: ConfigValue
  readonly references: References
}

/** Checks a tree against its rule and returns its value. Problems are reported and do not stop the check. */
export function checkTree(node: ConfigNode, rule: KeyRule, at: Mark, report: (d: Diagnostic) => void): Checked {
  const references: Record<string, readonly TextPart[]> = {}
  return { value: check(node, rule, 'orm', at), references }

  /** Checks a node. `owner` is the location of its key, where missing parts of the value are reported. */
  function check(node: ConfigNode, rule: KeyRule, path: string, owner: Mark): ConfigValue {
    switch (rule.type) {
      case 'map':
        return checkMap(node, rule, path, owner)
      case 'list':
        if (node.kind === 'list') return checkItems(node.items, rule.items, path)
        if (node.kind === 'scalar' && node.text === rule.word) return checkItems([node], rule.items, path)
        if (!isEmpty(node)) report(wrongType(node.mark, path, 'a list', typeName(node)))
        return []
      case 'list or map':
        if (node.kind === 'list') return checkItems(node.items, rule.items, path)
        if (node.kind === 'scalar' && !isEmpty(node)) {
          report(wrongType(node.mark, path, 'a list or a map', typeName(node)))
          return []
        }
        return checkMap(node, { type: 'map', help: '', keys: {}, others: rule.items }, path, owner)
      default:
        if (node.kind !== 'scalar') return mistyped(node, path, rule)
        if (node.parts) references[path] = node.parts
        return checkScalar(node, rule, path)
    }
  }

  function checkItems(items: readonly ConfigNode[], rule: KeyRule, path: string): ConfigValue {
    return items.map((item, index) => check(item, rule, `${path}.${index}`, item.mark))
  }

  function checkMap(node: ConfigNode, rule: MapRule, path: string, owner: Mark): ConfigValue {
    if (node.kind !== 'map' && !isEmpty(node)) {
      report(wrongType(node.mark, path, 'a map', typeName(node)))
      return {}
    }
    const entries = node.kind === 'map' ? node.entries : []
    const values = entries.flatMap(({ key, keyMark, value }): [string, ConfigValue][] => {
      const keyRule = ruleOf(key, rule)
      if (!keyRule) {
        report(unknownKey(keyMark, key, path, Object.keys(rule.keys)))
        return []
      }
      const name = mainSpelling(key, rule)
      // inShape() keeps the older spelling only if the map has both.
      if (name !== key) {
        report(twoSpellings(keyMark, path, key, name))
        return []
      }
      return isAbsent(value, keyRule) ? [] : [[key, check(value, keyRule, `${path}.${key}`, keyMark)]]
    })
    // Object.fromEntries() is safe for a key named __proto__, unlike assignments.
    const result = Object.fromEntries(values)
    for (const [key, keyRule] of Object.entries(rule.keys)) {
      if (isRequired(keyRule) && !Object.hasOwn(result, key)) report(missingKey(owner, `${path}.${key}`))
    }
    return result
  }

  function checkScalar(node: ScalarNode, rule: Exclude<KeyRule, { items: KeyRule } | MapRule>, path: string): Scalar {
    if (rule.type === 'string') return checkText(node, rule, path)
    if (rule.type === 'boolean') return checkBoolean(node, rule, path)
    // YAML has .inf and .nan, for which PHP has no literals.
    if (rule.type === 'scalar')
      return Number.isFinite(node.value ?? 0) || typeof node.value !== 'number'
        ? node.value
        : mistyped(node, path, rule)
    return checkNumber(node, rule, path)
  }

  function checkText({ text, mark }: ScalarNode, rule: TextRule, path: string): string {
    const value = rule.classSuffix === undefined ? text : withoutClass(text, rule.classSuffix)
    if (text === '' && (rule.filled || rule.values)) report(emptyValue(mark, path))
    else if (rule.values && !rule.values.includes(value)) report(notAllowed(mark, path, text, rule.values, rule))
    else if (text !== '' && rule.form && !textForms[rule.form](text)) report(wrongForm(mark, path, text, rule.form))
    return value
  }

  function checkBoolean(node: ScalarNode, rule: BooleanRule, path: string): Scalar {
    if (typeof node.value === 'boolean') return node.value
    return (node.untyped ? readBoolean(node.text) : undefined) ?? mistyped(node, path, rule)
  }

  function checkNumber(node: ScalarNode, rule: NumberRule, path: string): Scalar {
    const value = node.untyped && node.text.trim() !== '' ? Number(node.text) : node.value
    const fits = rule.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
    if (typeof value !== 'number' || !fits) return mistyped(node, path, rule)
    if (rule.minimum !== undefined && value < rule.minimum) report(tooSmall(node.mark, path, rule.minimum))
    if (rule.values && !rule.values.includes(value))
      report(notAllowed(node.mark, path, node.text, rule.values.map(String)))
    return value
  }

  function mistyped(node: ConfigNode, path: string, { type }: KeyRule): null {
    report(wrongType(node.mark, path, type === 'integer' ? 'an integer' : `a ${type}`, typeName(node)))
    return null
  }
}

/** Returns the value that a class name of Orm or Propel stands for. */
function withoutClass(text: string, suffix: string): string {
  const name = text.replace(/^\\?(?:Orm|Propel)(?:\\[A-Za-z]+)*\\/, '')
  return suffix !== '' && name.endsWith(suffix) ? name.slice(0, -suffix.length).toLowerCase() : name
}

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
