import {
  parameterCycle,
  parameterInText,
  tooManyParameters,
  unknownParameter,
  unsetVariable,
} from '../errors/config-errors.js'
import type { Diagnostic } from '../errors/index.js'
import {
  type ConfigNode,
  type Environment,
  isResolved,
  type MapNode,
  nodeAt,
  partText,
  type ScalarNode,
  type TextPart,
  typeName,
} from './node.js'

export interface ParameterOptions {
  readonly env: Environment
  /** Whether variables may be unset, because PHP reads them at runtime. */
  readonly keepEnv: boolean
  readonly report: (diagnostic: Diagnostic) => void
}

const mostLookUps = 10_000
const longestText = 10_000_000

const parameter = /%%|%(?![=-])([^%\s<>]+)%/g

/** Escapes a string by doubling every `%`. */
export const escapeParameters = (text: string): string => text.replaceAll('%', '%%')

/** Replaces parameters such as `%env.NAME%` in every string and key of the tree. */
export function resolveParameters(tree: ConfigNode, { env, keepEnv, report }: ParameterOptions): ConfigNode {
  const reported = new Set<string>()
  let failures = 0
  let lookUps = 0
  let length = 0
  return resolve(tree, [])

  // Reports each problem once: it is found for every value that refers to the wrong one.
  function once(diagnostic: Diagnostic): void {
    failures++
    const key = JSON.stringify([diagnostic.message, diagnostic.place])
    if (!reported.has(key)) report(diagnostic)
    reported.add(key)
  }

  function resolve(node: ConfigNode, open: readonly string[]): ConfigNode {
    if (node.kind === 'list') return { ...node, items: node.items.map((item) => resolve(item, open)) }
    if (node.kind === 'map') {
      const entries = node.entries.flatMap((entry) => resolveEntry(entry, open) ?? [])
      return { ...node, entries, ...(entries.length < node.entries.length && { incomplete: true }) }
    }
    return typeof node.value === 'string' && node.value.includes('%') ? resolveText(node, node.value, open) : node
  }

  /** Returns undefined for an entry whose key has no value. */
  function resolveEntry(entry: MapNode['entries'][number], open: readonly string[]): typeof entry | undefined {
    const key: ScalarNode = { kind: 'scalar', value: entry.key, text: entry.key, mark: entry.keyMark }
    const resolved = entry.key.includes('%') ? resolve(key, open) : key
    const value = resolve(entry.value, open)
    if (!isResolved(resolved)) return undefined
    return { ...entry, key: resolved.kind === 'scalar' ? resolved.text : entry.key, value }
  }

  function resolveText(node: ScalarNode, text: string, open: readonly string[]): ConfigNode {
    const whole = node.parts ? undefined : /^%([^%\s<>]+)%$/.exec(text)?.[1]
    if (whole !== undefined && !whole.startsWith('env.')) {
      const target = lookUp(whole, node, open)
      return target ? { ...target, mark: node.mark } : { ...node, unresolved: true }
    }
    const before = failures
    // Parameters are not replaced inside values from the environment.
    const parts = (node.parts ?? [text]).flatMap((part) =>
      typeof part === 'string' ? inPlain(part, node, open) : part,
    )
    const value = parts.map((part) => partText(part, env)).join('')
    length += value.length
    const dynamic = parts.some((part) => typeof part !== 'string')
    return {
      ...node,
      value,
      text: value,
      ...(dynamic && { untyped: true, parts: joined(parts) }),
      ...(failures > before && { unresolved: true }),
    }
  }

  /** Splits a string at its parameters. */
  function inPlain(text: string, node: ScalarNode, open: readonly string[]): TextPart[] {
    const parts: TextPart[] = []
    let end = 0
    for (const match of text.matchAll(parameter)) {
      parts.push(text.slice(end, match.index), ...(match[1] === undefined ? ['%'] : inText(match[1], node, open)))
      end = match.index + match[0].length
    }
    return [...parts, text.slice(end)]
  }

  /** Returns the value of a parameter inside a longer string. */
  function inText(name: string, node: ScalarNode, open: readonly string[]): readonly TextPart[] {
    if (name.startsWith('env.')) {
      const variable = name.slice('env.'.length)
      if (env[variable] === undefined && !keepEnv) once(unsetVariable(node.mark, variable))
      return [{ env: variable }]
    }
    const target = lookUp(name, node, open)
    if (!target) return []
    if (target.kind !== 'scalar' || typeof target.value === 'boolean' || target.value === null) {
      once(parameterInText(node.mark, name, typeName(target)))
      return []
    }
    return target.parts ?? [target.text]
  }

  function lookUp(name: string, node: ScalarNode, open: readonly string[]): ConfigNode | undefined {
    // Nested parameters could expand to more text than fits in memory.
    if (++lookUps > mostLookUps || length > longestText) {
      once(tooManyParameters(tree.mark, mostLookUps))
      return undefined
    }
    if (open.includes(name)) {
      once(parameterCycle(node.mark, name))
      return undefined
    }
    const path = name.split('.')
    const byPath = name.includes('.') ? (nodeAt(tree, ['orm', ...path]) ?? nodeAt(tree, path)) : undefined
    const target = byPath ?? firstCalled(tree, name)
    if (!target) once(unknownParameter(node.mark, name, () => keysIn(tree)))
    return target && resolve(target, [...open, name])
  }
}

/** Returns the value of the first key with that name, depth first. */
function firstCalled(node: ConfigNode, name: string): ConfigNode | undefined {
  if (node.kind === 'scalar') return undefined
  if (node.kind === 'list') return node.items.map((item) => firstCalled(item, name)).find(Boolean)
  for (const { key, value } of node.entries) {
    const found = key === name ? value : firstCalled(value, name)
    if (found) return found
  }
  return undefined
}

function* keysIn(node: ConfigNode): Generator<string> {
  if (node.kind === 'list') for (const item of node.items) yield* keysIn(item)
  if (node.kind !== 'map') return
  for (const { key, value } of node.entries) {
    yield key
    yield* keysIn(value)
  }
}

/** Joins neighboring pieces of plain text. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const result: TextPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (typeof part === 'string' && typeof last === 'string') result[result.length - 1] = last + part
    else if (part !== '') result.push(part)
  }
  return result
}
