import type { Mark } from '../errors/index.js'
import type { ConfigNode } from './node.js'

/** Where the items of lists and maps were written; a configuration itself is plain data. */
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

/** Where each item of a list or map of a configuration was written; empty where nobody knows. */
export const placesIn = (items: object): readonly Mark[] => places.get(items) ?? []
