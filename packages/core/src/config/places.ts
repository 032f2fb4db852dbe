import type { Mark } from '../errors/index.js'
import type { ConfigNode } from './node.js'

/** Locations of the items of lists and maps. They are stored separately, as a configuration is plain data. */
const places = new WeakMap<object, readonly Mark[]>()

export function notePlaces(items: object, node: ConfigNode): void {
  if (node.kind === 'list')
    places.set(
      items,
      node.items.map(({ mark }) => mark),
    )
  if (node.kind === 'map')
    places.set(
      items,
      node.entries.map(({ value }) => value.mark),
    )
}

/** Returns the location of each item in a list or map of a configuration, or nothing if the locations are unknown. */
export const placesIn = (items: object): readonly Mark[] => places.get(items) ?? []
