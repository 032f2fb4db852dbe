import type { KeyRule } from '../settings/key-rules.js'
import type { ConfigValue } from './validate.js'

/** Returns a checked value with the defaults of its rule appended. Existing keys keep their order. */
export function withDefaults(value: ConfigValue | undefined, rule: KeyRule): ConfigValue | undefined {
  if (rule.type !== 'map') return value ?? ('default' in rule ? rule.default : undefined)
  if (value === undefined && rule.optional) return undefined
  const given = (value ?? {}) as Readonly<Record<string, ConfigValue>>
  const names = [...Object.keys(given), ...Object.keys(rule.keys).filter((key) => !Object.hasOwn(given, key))]
  const entries = names.map((key): [string, ConfigValue | undefined] => {
    const keyRule = Object.hasOwn(rule.keys, key) ? rule.keys[key] : rule.others
    const item = Object.hasOwn(given, key) ? given[key] : undefined
    return [key, keyRule ? withDefaults(item, keyRule) : item]
  })
  return Object.fromEntries(entries.filter((entry): entry is [string, ConfigValue] => entry[1] !== undefined))
}
