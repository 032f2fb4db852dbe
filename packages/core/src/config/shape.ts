import type { KeyRule, MapRule } from '../settings/key-rules.js'
import { configKeys } from './keys.js'
import { type ConfigEntry, type ConfigNode, isEmpty } from './node.js'
import { mainSpelling, ruleOf } from './validate.js'

/** The rule of a whole configuration file. Only few keys of Propel have other names. */
export const documentRule: MapRule = { type: 'map', help: '', keys: { orm: configKeys, propel: configKeys } }

/**
 * Returns the same tree with keys in their main spelling, and with maps where the keys expect them, even if the format cannot
 * express that: an empty section is an empty map, and a PHP array with the keys 0 and 1, which looks like a list, may
 * contain the options with these numbers.
 */
export function inShape(node: ConfigNode, rule: KeyRule = documentRule): ConfigNode {
  if (rule.type === 'map') {
    if (isEmpty(node)) return { kind: 'map', entries: [], mark: node.mark }
    if (node.kind === 'list' && hasNumbers(rule)) return { kind: 'map', entries: numbered(node.items), mark: node.mark }
  }
  if (node.kind === 'list') {
    if (!('items' in rule)) return node
    return { ...node, items: node.items.map((item) => inShape(item, rule.items)) }
  }
  if (node.kind !== 'map') return node
  const entries = renamed(node.entries, rule).map((entry) => {
    const own = rule.type === 'map' ? ruleOf(entry.key, rule) : 'items' in rule ? rule.items : undefined
    return own ? { ...entry, value: inShape(entry.value, own) } : entry
  })
  return { ...node, entries }
}

/** Returns the entries with keys in the main spelling, unless a map has both spellings of a key, which is an error. */
function renamed(entries: readonly ConfigEntry[], rule: KeyRule): readonly ConfigEntry[] {
  if (rule.type !== 'map') return entries
  const keys = new Set(entries.map(({ key }) => key))
  return entries.map((entry) => {
    const name = mainSpelling(entry.key, rule)
    return keys.has(name) ? entry : { ...entry, key: name }
  })
}

const hasNumbers = (rule: MapRule): boolean => rule.names !== undefined && ruleOf('0', rule) !== undefined

const numbered = (items: readonly ConfigNode[]): ConfigEntry[] =>
  items.map((value, index) => ({ key: String(index), keyMark: value.mark, value }))
