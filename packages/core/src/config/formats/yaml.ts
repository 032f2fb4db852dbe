import type { Node } from 'yaml'
import { configSyntax, keyTwice } from '../../errors/config-errors.js'
import { type Mark, OrmError, type Source } from '../../errors/index.js'
import type { ConfigEntry, ConfigNode } from '../node.js'
import { yaml } from '../yaml.js'
import type { ConfigInput } from './format.js'

const { isAlias, isMap, isScalar, isSeq, parseDocument, stringify } = yaml()

const mostNodes = 100_000

const quoted = 'a value that starts with %, @, `, *, & or ! needs quotes'

/** Reads YAML. A document with only comments is not a configuration; an empty file is an error. */
export function readYaml(source: Source): ConfigNode | undefined {
  if (source.text === '') throw new OrmError([configSyntax({ source, offset: 0 }, 'YAML', 'the file is empty')])
  const document = parseDocument(source.text, { prettyErrors: false, uniqueKeys: false })
  // The parser reports a stack overflow as an error in the text.
  if (document.errors.some(({ message }) => message.includes('call stack'))) throw new RangeError('too deep')
  // Only the first syntax error is reported, as further ones are mostly its consequences.
  const [first] = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0])
  if (first) {
    const reason = first.code === 'MULTIPLE_DOCS' ? 'the file has more than one document ("---")' : first.message
    const isStart = first.code === 'BAD_SCALAR_START'
    throw new OrmError([configSyntax({ source, offset: first.pos[0] }, 'YAML', reason, isStart ? quoted : undefined)])
  }
  // The parser ignores an unknown tag. It is the start of an unquoted value, most or all of which would be lost.
  const tag = document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED')
  if (tag) {
    const reason = `unknown tag ${source.text.slice(...tag.pos)}`
    throw new OrmError([configSyntax({ source, offset: tag.pos[0] }, 'YAML', reason, quoted)])
  }
  let nodes = 0
  // Targets of aliases are cached, as each lookup walks the whole document.
  const targets = new Map<Node, Node>()
  return document.contents ? toNode(document.contents, []) : undefined

  function toNode(node: Node, aliases: readonly Node[]): ConfigNode {
    const mark = markOf(node)
    // Nested aliases could expand to more nodes than fit in memory.
    if (++nodes > mostNodes) throw new OrmError([configSyntax(mark, 'YAML', `more than ${mostNodes} values`)])
    if (isAlias(node)) {
      const target = targets.get(node) ?? node.resolve(document)
      if (!target || aliases.includes(target)) {
        throw new OrmError([configSyntax(mark, 'YAML', `the alias *${node.source} is not defined`, quoted)])
      }
      targets.set(node, target)
      return toNode(target, [...aliases, target])
    }
    if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => toNode(item as Node, aliases)), mark }
    if (isMap(node)) return { kind: 'map', entries: toEntries(node.items, aliases), mark }
    if (!isScalar(node)) return { kind: 'scalar', value: null, text: '', mark }
    if (node.anchor && !node.source && node.type === 'PLAIN')
      throw new OrmError([configSyntax(mark, 'YAML', `the anchor &${node.anchor} has no value`, quoted)])
    const value = node.value as string | number | boolean | null
    const text = typeof value === 'string' ? value : (node.source ?? '')
    return { kind: 'scalar', value, text, mark, ...(node.type === 'PLAIN' && { untyped: true }) }
  }

  function toEntries(pairs: readonly { key: unknown; value: unknown }[], aliases: readonly Node[]): ConfigEntry[] {
    const entries: ConfigEntry[] = []
    const merged: ConfigEntry[] = []
    const known = new Map<string, Mark>()
    for (const pair of pairs) {
      const key = pair.key as Node
      const keyMark = markOf(key)
      const name = isScalar(key) ? (key.source ?? String(key.value)) : ''
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
        merged.push(...mergedEntries(pair.value ? toNode(pair.value as Node, aliases) : undefined, keyMark))
        continue
      }
      const first = known.get(name)
      if (first) throw new OrmError([keyTwice(keyMark, name, first)])
      known.set(name, keyMark)
      const none: ConfigNode = { kind: 'scalar', value: null, text: '', mark: keyMark }
      entries.push({ key: name, keyMark, value: pair.value ? toNode(pair.value as Node, aliases) : none })
    }
    // The keys of the map itself win, then those of the first merged map.
    for (const entry of merged) {
      if (!known.has(entry.key)) entries.push(entry)
      known.set(entry.key, entry.keyMark)
    }
    return entries
  }

  /** Returns what the merge key `<<` adds to a map: the entries of another map, or of several. */
  function mergedEntries(node: ConfigNode | undefined, mark: Mark): readonly ConfigEntry[] {
    if (node?.kind === 'map') return node.entries
    if (node?.kind === 'list') return node.items.flatMap((item) => mergedEntries(item, mark))
    throw new OrmError([configSyntax(mark, 'YAML', '"<<" must be followed by a map, or a list of maps')])
  }

  function markOf(node: Node): Mark {
    return { source, offset: node.range?.[0] ?? 0 }
  }
}

export const writeYaml = (orm: ConfigInput): string => stringify({ orm }, { lineWidth: 0, blockQuote: false })
