import { missingKey, notAllowed, unknownKey, wrongType } from '../errors/config-errors.js'
import type { Diagnostic } from '../errors/index.js'
import type { Scalar } from './config.js'
import type { KeyRule, MapRule, ScalarRule } from './keys.js'
import { type ConfigNode, entryOf, isEmpty, type ListNode, type MapNode, type ScalarNode } from './node.js'

/** A checked configuration value, in the types that the rules promise. */
export type ConfigValue = Scalar | readonly ConfigValue[] | { readonly [key: string]: ConfigValue }

/** Checks a node against its rule and gives its value; all problems are reported, none stops the check. */
export function checkNode(node: ConfigNode, rule: KeyRule, path: string, report: (d: Diagnostic) => void): ConfigValue {
  if (rule.type === 'map') return checkMap(node, rule, path, report)
  if (rule.type === 'list') {
    if (node.kind === 'list') return checkItems(node, rule.items, path, report)
    if (!isEmpty(node)) report(wrongType(node.mark, path, 'a list', typeName(node)))
    return []
  }
  if (node.kind === 'scalar') return checkScalar(node, rule, path, report)
  report(wrongType(node.mark, path, `a ${rule.type}`, typeName(node)))
  return null
}

function checkMap(node: ConfigNode, rule: MapRule, path: string, report: (d: Diagnostic) => void): ConfigValue {
  const known = Object.keys(rule.keys).filter((key) => key !== '*')
  // An empty list and an empty map are written alike in PHP and JSON.
  const map: MapNode | undefined =
    node.kind === 'map'
      ? node
      : isEmpty(node) || isEmptyList(node)
        ? { kind: 'map', entries: [], mark: node.mark }
        : undefined
  if (!map) {
    report(wrongType(node.mark, path, 'a map', typeName(node)))
    return {}
  }
  const result: Record<string, ConfigValue> = {}
  for (const { key, keyMark, value } of map.entries) {
    const keyRule = Object.hasOwn(rule.keys, key) ? rule.keys[key] : rule.keys['*']
    if (keyRule) result[key] = checkNode(value, keyRule, `${path}.${key}`, report)
    else report(unknownKey(keyMark, key, path, known))
  }
  for (const key of known) {
    const keyRule = rule.keys[key]!
    if ('required' in keyRule && keyRule.required && !entryOf(map, key)) report(missingKey(map.mark, `${path}.${key}`))
  }
  return result
}

const checkItems = (node: ListNode, rule: KeyRule, path: string, report: (d: Diagnostic) => void): ConfigValue =>
  node.items.map((item, index) => checkNode(item, rule, `${path}.${index}`, report))

function checkScalar(node: ScalarNode, rule: ScalarRule, path: string, report: (d: Diagnostic) => void): Scalar {
  if (rule.type === 'string') {
    if (rule.values && !rule.values.includes(node.text)) report(notAllowed(node.mark, path, node.text, rule.values))
    return node.text
  }
  if (rule.type === 'scalar' || typeof node.value === (rule.type === 'integer' ? 'number' : rule.type))
    return node.value
  report(wrongType(node.mark, path, `a ${rule.type}`, typeName(node)))
  return null
}

const isEmptyList = (node: ConfigNode): boolean => node.kind === 'list' && node.items.length === 0

const typeName = (node: ConfigNode): string =>
  node.kind !== 'scalar' ? `a ${node.kind}` : node.value === null ? 'empty' : `a ${typeof node.value}`
