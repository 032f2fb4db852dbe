import type { Place } from '../errors/index.js'
import { type ConfigNode, nodeAt } from './node.js'
import { hiddenIn, isSecret, mask, shownDsn } from './secrets.js'

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
