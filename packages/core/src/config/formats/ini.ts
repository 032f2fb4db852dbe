import { configSyntax, keyTwice, malformedKey } from '../../errors/config-errors.js'
import { type Diagnostic, type Mark, mostErrors, OrmError, type Source } from '../../errors/index.js'
import type { KeyRule } from '../../settings/key-rules.js'
import { type ConfigNode, type ScalarNode, untypedScalar, valueOfText } from '../node.js'
import { documentRule } from '../shape.js'
import { ruleOf } from '../validate.js'
import type { ConfigInput } from './format.js'

/** A map that is still being filled. A map with only the keys 0, 1, 2 … becomes a list, unless a map is expected. */
interface Branch {
  readonly mark: Mark
  readonly children: Map<string, { readonly keyMark: Mark; value: Branch | ScalarNode }>
}

interface Segment {
  readonly name: string
  readonly mark: Mark
}

const isScalar = (value: Branch | ScalarNode): value is ScalarNode => 'kind' in value

/**
 * Reads INI as `docs/configuration.md` describes it. Why the package `ini` is not used: `test/core/config/ini-package.test.ts`.
 */
export function readIni(source: Source): ConfigNode | undefined {
  const { text } = source
  const root: Branch = { mark: at(0), children: new Map() }
  const problems: Diagnostic[] = []
  let section: readonly Segment[] = []
  let position = 0
  while (position < text.length && problems.length < mostErrors) readLine()
  if (problems.length > 0) throw new OrmError(problems)
  return root.children.size > 0 ? toNode(root, documentRule) : undefined

  function at(offset: number): Mark {
    return { source, offset }
  }

  function readLine(): void {
    const start = position
    const line = match(/[^\r\n]*/y)
    const body = line.trimStart()
    const offset = start + line.length - body.length
    if (body === '' || body.startsWith(';') || body.startsWith('#')) match(/\r\n|\r|\n/y)
    else if (body.startsWith('[')) readSection(body, offset)
    else readPair(offset)
  }

  function readSection(body: string, offset: number): void {
    const name = /^\[([^\]]*)\]\s*(?:[;#].*)?$/.exec(body)?.[1]
    if (name === undefined) problems.push(configSyntax(at(offset), 'INI', 'the section has no closing "]"'))
    else section = segments(name, offset + 1)
    match(/\r\n|\r|\n/y)
  }

  function readPair(offset: number): void {
    position = offset
    const key = match(/[^=\r\n]*/y)
    const hasValue = text[position] === '='
    if (!hasValue) problems.push(configSyntax(at(offset), 'INI', 'expected "key = value"'))
    else position++
    const value = hasValue ? readValue() : undefined
    match(/[^\r\n]*(?:\r\n|\r|\n)?/y)
    // Without a value, what stands there is no key.
    const path = value ? segments(key.trimEnd(), offset) : []
    if (value && path.length > 0) insert([...section, ...path], value)
  }

  function readValue(): ScalarNode {
    match(/[ \t]*/y)
    const mark = at(position)
    const quote = text[position]
    if (quote !== '"' && quote !== "'") {
      // A ";" is part of the value unless it follows whitespace, as DSNs contain many of them.
      const raw = match(/[^\r\n]*/y)
      return untypedScalar(raw.replace(/(?:^|[ \t])[;#].*$/, '').replace(/[ \t]+$/, ''), mark)
    }
    const literal = match(quote === '"' ? /"(?:[^"\\]|\\[\s\S])*"/y : /'[^']*'/y)
    const value = literal.slice(1, -1)
    if (literal === '') problems.push(configSyntax(mark, 'INI', 'the quoted value has no end'))
    else if (!/^[ \t]*(?:[;#][^\r\n]*)?(?:[\r\n]|$)/.test(text.slice(position))) {
      problems.push(configSyntax(at(position), 'INI', 'unexpected text after the quoted value'))
    }
    const unescaped = quote === '"' ? value.replace(/\\(["\\])/g, '$1') : value
    return { kind: 'scalar', value: unescaped, text: unescaped, mark }
  }

  /** Splits `a.b[0][c]` into its parts. `[]` gives an empty part, which means the next index. */
  function segments(key: string, offset: number): Segment[] {
    const parts: Segment[] = []
    const part = /(?:^|(?!^)\.)\s*([^.[\]]+?)\s*(?=[.[]|$)|\[([^\]]*)\]/y
    while (part.lastIndex < key.length) {
      const start = part.lastIndex
      const found = part.exec(key)
      const name = found?.[1] ?? found?.[2]?.trim()
      if (!found || name === undefined || (name === '' && start === 0)) {
        problems.push(malformedKey(at(offset), key))
        return []
      }
      parts.push({ name, mark: at(offset + start + found[0].indexOf(name)) })
    }
    if (key === '') problems.push(malformedKey(at(offset), key))
    return parts
  }

  function insert(path: readonly Segment[], value: ScalarNode): void {
    let branch = root
    for (const [index, { name, mark }] of path.entries()) {
      const key = name === '' ? String(branch.children.size) : name
      const existing = branch.children.get(key)
      const isLast = index === path.length - 1
      if (existing && (isLast || isScalar(existing.value))) {
        const full = path.slice(0, index + 1).map((segment) => segment.name)
        problems.push(keyTwice(mark, full.join('.'), existing.keyMark))
        return
      }
      const next = existing?.value ?? (isLast ? value : { mark, children: new Map() })
      if (!existing) branch.children.set(key, { keyMark: mark, value: next })
      if (!isScalar(next)) branch = next
    }
  }

  function match(pattern: RegExp): string {
    pattern.lastIndex = position
    const found = pattern.exec(text)?.[0] ?? ''
    position += found.length
    return found
  }
}

function toNode(branch: Branch | ScalarNode, rule: KeyRule | undefined): ConfigNode {
  if (isScalar(branch)) return branch
  const entries = [...branch.children].map(([key, { keyMark, value }]) => {
    const own = rule?.type === 'map' ? ruleOf(key, rule) : rule && 'items' in rule ? rule.items : undefined
    return { key, keyMark, value: toNode(value, own) }
  })
  const isList = rule?.type !== 'map' && entries.every(({ key }) => /^\d+$/.test(key)) && entries.length > 0
  if (!isList) return { kind: 'map', entries, mark: branch.mark }
  const sorted = entries.sort((a, b) => Number(a.key) - Number(b.key))
  return { kind: 'list', items: sorted.map(({ value }) => value), mark: branch.mark }
}

export function writeIni(orm: ConfigInput): string {
  const lines = ['[orm]']
  let group = ''
  for (const [path, value] of leaves(orm, '')) {
    const next = path
      .split(/[.[]/)
      .slice(0, path.startsWith('database.') ? 3 : 1)
      .join('.')
    if (group !== '' && next !== group) lines.push('')
    group = next
    lines.push(`${path} =${value === '' ? '' : ` ${value}`}`)
  }
  return `${lines.join('\n')}\n`
}

function* leaves(value: ConfigInput, path: string): Generator<[string, string]> {
  if (typeof value !== 'object') yield [path, literal(value)]
  else if (Object.keys(value).length === 0) yield [path, '']
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leaves(item, `${path}[${index}]`)
  else for (const [key, item] of Object.entries(value)) yield* leaves(item as ConfigInput, joinKey(path, key))
}

/** Joins a key to a path, in brackets if it contains a character with a meaning in INI. */
const joinKey = (path: string, key: string): string => {
  if (/^[\w-]+$/.test(key)) return path === '' ? key : `${path}.${key}`
  if (/[\]=\r\n]/.test(key) || key !== key.trim() || path === '')
    throw new Error(`INI has no way to write the key "${key}"`)
  return `${path}[${key}]`
}

function literal(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const isPlain =
    /^[\w\\/.:=,@%+*{}$!?<>|&^~()-][^"'\r\n\t\x00-\x1f]*$/.test(value) && !/[ \t][;#]|[ \t]$|^[;#]/.test(value)
  const isText = isPlain && valueOfText(value) === value
  return value === '' || isText ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}
