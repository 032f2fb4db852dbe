import { type ConfigNode, entryOf } from './node.js'

/** Two layers of configuration as one: maps are merged key by key, anything else of the upper layer replaces. */
export function mergeNodes(lower: ConfigNode | undefined, upper: ConfigNode | undefined): ConfigNode | undefined {
  if (!lower || !upper) return upper ?? lower
  if (lower.kind !== 'map' || upper.kind !== 'map') return upper
  const merged = lower.entries.map((entry) => {
    const above = entryOf(upper, entry.key)
    // The mark of the upper layer: that is the file which people edit.
    return above ? { ...above, value: mergeNodes(entry.value, above.value)! } : entry
  })
  const added = upper.entries.filter(({ key }) => !entryOf(lower, key))
  return { ...upper, entries: [...merged, ...added] }
}
