import type { Mark } from '../errors/index.js'
import type { Scalar } from '../settings/key-rules.js'

/** A configuration value with its location. Every format is parsed into this. */
export type ConfigNode = ScalarNode | ListNode | MapNode

export interface ScalarNode {
  readonly kind: 'scalar'
  readonly value: Scalar
  /** The text as written. A string key uses it, so that `password: 007` stays `007`. */
  readonly text: string
  readonly mark: Mark
  /** Written without quotes, or in a format without types: a boolean key accepts `yes`, a number key `300`. */
  readonly untyped?: true
  /** The text in pieces, if some of them come from the environment. */
  readonly parts?: readonly TextPart[]
  /** Whether it contains a parameter without a value, which is already reported. */
  readonly unresolved?: true
}

/** A piece of text, or the environment variable that contains it. */
export type TextPart = string | VariablePart

interface VariablePart {
  readonly env: string
  /** The substitute: with `?:` if the variable is empty, with `??` if it is not set. */
  readonly otherwise?: { readonly operator: '?:' | '??'; readonly parts: readonly TextPart[] }
}

/** Environment variables for `%env.NAME%`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Returns the text of a piece, which is empty for an unset variable without substitute. */
export function partText(part: TextPart, env: Environment): string {
  if (typeof part === 'string') return part
  const { otherwise } = part
  const value = env[part.env]
  const isReplaced = otherwise?.operator === '?:' ? !value || value === '0' : value === undefined
  return (isReplaced ? otherwise?.parts.map((each) => partText(each, env)).join('') : value) ?? ''
}

/** Whether a piece of text has no value. */
export const isUnset = ({ env: name, otherwise }: VariablePart, env: Environment): boolean =>
  !otherwise && env[name] === undefined

export interface ListNode {
  readonly kind: 'list'
  readonly items: readonly ConfigNode[]
  readonly mark: Mark
}

export interface MapNode {
  readonly kind: 'map'
  readonly entries: readonly ConfigEntry[]
  readonly mark: Mark
  /** Whether there are more entries, whose keys contain parameters without a value. */
  readonly incomplete?: true
}

export interface ConfigEntry {
  readonly key: string
  readonly keyMark: Mark
  readonly value: ConfigNode
}

export const entryOf = (node: MapNode, key: string): ConfigEntry | undefined =>
  node.entries.find((entry) => entry.key === key)

/** Returns the node at a path of keys. */
export function nodeAt(node: ConfigNode, path: readonly string[]): ConfigNode | undefined {
  let found: ConfigNode | undefined = node
  for (const key of path) found = found?.kind === 'map' ? entryOf(found, key)?.value : undefined
  return found
}

/** Returns the path of a node and those of all keys in it. */
export const pathsIn = (node: ConfigNode, path: string): string[] => [
  path,
  ...(node.kind === 'map' ? node.entries.flatMap(({ key, value }) => pathsIn(value, `${path}.${key}`)) : []),
]

/** Whether a value is empty. An empty value counts as an empty list or map where one is expected. */
export function isEmpty(node: ConfigNode): boolean {
  if (node.kind === 'scalar') return node.value === null || node.value === ''
  return node.kind === 'list' ? node.items.length === 0 : node.entries.length === 0 && !node.incomplete
}

/** Whether the value of a node is known. */
export const isResolved = (node: ConfigNode): boolean => node.kind !== 'scalar' || !node.unresolved

/** Returns a node whose value is not known, which is already reported. */
export const unresolved = (node: ConfigNode): ConfigNode =>
  node.kind === 'scalar' ? { ...node, unresolved: true } : node

/** Describes a node in words: `a list`, `a number`, `empty`. */
export const typeName = (node: ConfigNode): string =>
  node.kind !== 'scalar' ? `a ${node.kind}` : node.value === null ? 'empty' : `a ${typeof node.value}`

/** Parses text in a format without types: `true` and `false` are booleans, numbers are numbers, the rest is strings. */
export function untypedScalar(text: string, mark: Mark): ScalarNode {
  return { kind: 'scalar', value: valueOfText(text), text, mark, untyped: true }
}

/** Returns the value of text in a format without types. */
export function valueOfText(text: string): Scalar {
  if (/^true$/i.test(text)) return true
  if (/^false$/i.test(text)) return false
  return looksNumeric(text) ? Number(text) : text
}

// A leading zero marks an identifier, such as the password 007, rather than a number.
const looksNumeric = (text: string): boolean =>
  /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))

/** Converts a plain value, such as one from the command line, to a node without its own location. */
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
