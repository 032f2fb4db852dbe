import type { Mark } from '../errors/index.js'

/** A configuration value with the place where it was written; every format is read to this. */
export type ConfigNode = ScalarNode | ListNode | MapNode

export interface ScalarNode {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** As written: a key that wants a string takes this, so that `password: 007` stays `007`. */
  readonly text: string
  readonly mark: Mark
}

export interface ListNode {
  readonly kind: 'list'
  readonly items: readonly ConfigNode[]
  readonly mark: Mark
}

export interface MapNode {
  readonly kind: 'map'
  readonly entries: readonly ConfigEntry[]
  readonly mark: Mark
}

export interface ConfigEntry {
  readonly key: string
  readonly keyMark: Mark
  readonly value: ConfigNode
}

export const entryOf = (node: MapNode, key: string): ConfigEntry | undefined =>
  node.entries.find((entry) => entry.key === key)

/** An empty value stands for an empty list or map where one is expected. */
export const isEmpty = (node: ConfigNode): boolean =>
  node.kind === 'scalar' && (node.value === null || node.value === '')
