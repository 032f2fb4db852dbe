import { type ConfigNode, entryOf } from './node.js'

/**
 * Merges two layers of configuration: maps are merged key by key, anything else is replaced by the upper layer.
 *
 * @param places whose locations merged maps and keys have: those of the upper layer, which is the file that users edit,
 *     unless it is not a file
 */
export function mergeNodes(
  lower: ConfigNode | undefined,
  upper: ConfigNode | undefined,
  places: 'upper' | 'lower' = 'upper',
): ConfigNode | undefined {
  if (!lower || !upper) return upper ?? lower
  if (lower.kind !== 'map' || upper.kind !== 'map') return upper
  const merged = lower.entries.map((entry) => {
    const above = entryOf(upper, entry.key)
    const placed = places === 'upper' ? above : entry
    return above ? { ...placed!, value: mergeNodes(entry.value, above.value, places)! } : entry
  })
  const added = upper.entries.filter(({ key }) => !entryOf(lower, key))
  return { ...(places === 'upper' ? upper : lower), entries: [...merged, ...added] }
}
