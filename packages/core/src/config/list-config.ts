import type { Place } from '../errors/index.js'
import type { KeyRule } from '../settings/key-rules.js'
import { configKeys } from './keys.js'
import { type ConfigNode, nodeAt } from './node.js'
import { hiddenIn, isSecret, mask, shownDsn } from './secrets.js'
import { namedRule, ruleOf } from './validate.js'

/** A value of the configuration, for commands. */
export interface ConfigValueRecord {
  /** Path below `orm`: `paths.phpDir`. */
  readonly key: string
  /** The value. Passwords are masked, also those in a DSN. */
  readonly value: unknown
  /** Where the value is set. Absent for a default. */
  readonly place?: Place
}

/**
 * Returns all values one by one, including defaults.
 *
 * @param tree the contents of the files, for the locations
 */
export function listConfig(values: object, tree: ConfigNode | undefined): ConfigValueRecord[] {
  const records: ConfigValueRecord[] = []
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key])
      return
    }
    const mark = tree && nodeAt(tree, ['orm', ...path])?.mark
    records.push({
      key: path.join('.'),
      value: masked(value, path.at(-1) ?? ''),
      ...(mark && { place: mark.source.placeAt(mark.offset) }),
    })
  }
  visit(values, [])
  return records
}

/** Whether a key of a list is at or below a path. */
export const isBelow = (path: string, key: string): boolean => key === path || key.startsWith(`${path}.`)

/** Whether a path below `orm` is one of the listed keys, a section of them, or a key without a value. */
export function isKey(path: string, listed: readonly ConfigValueRecord[]): boolean {
  const names = path.split('.')
  let rule: KeyRule | undefined = configKeys
  return names.every((name, index) => {
    const section: KeyRule | undefined = rule
    const isNamed = section?.type === 'map' && namedRule(name, section) !== undefined
    rule = section?.type === 'map' ? ruleOf(name, section) : undefined
    return isNamed || listed.some(({ key }) => isBelow(names.slice(0, index + 1).join('.'), key))
  })
}

function masked(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, masked(item, isSecret(key) ? key : name)]),
    )
  if (typeof value !== 'string' || value === '') return value
  if (isSecret(key)) return mask
  return key === 'dsn' ? shownDsn(value) : hiddenIn(value)
}
