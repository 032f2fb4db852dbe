import type { Mark } from '../errors/index.js'
import type { Scalar } from '../settings/key-rules.js'

/** A configuration value with the place where it was written; every format is read to this. */
export type ConfigNode = ScalarNode | ListNode | MapNode

export interface ScalarNode {
  readonly kind: 'scalar'
  readonly value: Scalar
  /** As written: a key that wants a string takes this, so that `password: 007` stays `007`. */
  readonly text: string
  readonly mark: Mark
  /** Written without quotes, or in a format that has no types: a boolean key takes `yes`, a number key `300`. */
  readonly untyped?: true
  /** The text in pieces, where some of them come from the environment. */
  readonly parts?: readonly TextPart[]
}

/** A piece of text, or the name of the environment variable that holds it. */
export type TextPart = string | VariablePart

interface VariablePart {
  readonly env: string
  /** What takes its place: with `?:` where it is empty, with `??` where it is not set. */
  readonly otherwise?: { readonly operator: '?:' | '??'; readonly parts: readonly TextPart[] }
}

/** The text of a piece; nothing for a variable that is not set and has no substitute. */
export function partText(part: TextPart, env: Readonly<Record<string, string | undefined>>): string {
  if (typeof part === 'string') return part
  const { otherwise } = part
  const value = env[part.env]
  const isReplaced = otherwise?.operator === '?:' ? !value || value === '0' : value === undefined
  return (isReplaced ? otherwise?.parts.map((each) => partText(each, env)).join('') : value) ?? ''
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

/** The node at the end of a path of keys. */
export function nodeAt(node: ConfigNode, path: readonly string[]): ConfigNode | undefined {
  let found: ConfigNode | undefined = node
  for (const key of path) found = found?.kind === 'map' ? entryOf(found, key)?.value : undefined
  return found
}

/** An empty value stands for an empty list or map where one is expected. */
export const isEmpty = (node: ConfigNode): boolean =>
  node.kind === 'scalar' ? node.value === null || node.value === '' : node.kind === 'list' && node.items.length === 0

/** `a list`, `a number`, `empty`: what a node is, in words. */
export const typeName = (node: ConfigNode): string =>
  node.kind !== 'scalar' ? `a ${node.kind}` : node.value === null ? 'empty' : `a ${typeof node.value}`

/** Text of a format without types: `true` and `false` are booleans, numbers are numbers, the rest is text. */
export function untypedScalar(text: string, mark: Mark): ScalarNode {
  return { kind: 'scalar', value: valueOfText(text), text, mark, untyped: true }
}

/** The value that a text has in a format without types. */
export function valueOfText(text: string): Scalar {
  if (/^true$/i.test(text)) return true
  if (/^false$/i.test(text)) return false
  return looksNumeric(text) ? Number(text) : text
}

// A leading zero marks an identifier, such as the password 007, rather than a number.
const looksNumeric = (text: string): boolean =>
  /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))

/** A plain value, such as the command line gives it, as a node without a place of its own. */
export function nodeOf(value: unknown, mark: Mark): ConfigNode {
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => nodeOf(item, mark)), mark }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    return {
      kind: 'map',
      entries: entries.map(([key, item]) => ({ key, keyMark: mark, value: nodeOf(item, mark) })),
      mark,
    }
  }
  const scalar = value as Scalar
  return { kind: 'scalar', value: scalar, text: scalar === null ? '' : String(scalar), mark }
}
