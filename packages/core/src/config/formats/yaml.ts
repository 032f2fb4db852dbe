import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { configSyntax } from '../../errors/config-errors.js'
import { type Mark, OrmError, type Source } from '../../errors/index.js'
import type { ConfigEntry, ConfigNode } from '../node.js'

/** Reads YAML; an empty document is no configuration. */
export function readYaml(source: Source): ConfigNode | undefined {
  const document = parseDocument(source.text, { lineCounter: new LineCounter(), prettyErrors: false })
  if (document.errors.length > 0) {
    throw new OrmError(
      document.errors.map((error) => configSyntax({ source, offset: error.pos[0] }, 'YAML', error.message)),
    )
  }
  return document.contents ? toNode(document.contents) : undefined

  function toNode(node: Node): ConfigNode {
    if (isAlias(node)) return toNode(node.resolve(document)!)
    const mark = markOf(node)
    if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => toNode(item as Node)), mark }
    if (isMap(node)) return { kind: 'map', entries: node.items.map((pair) => toEntry(pair, mark)), mark }
    if (!isScalar(node)) return { kind: 'scalar', value: null, text: '', mark }
    const value = node.value as string | number | boolean | null
    return { kind: 'scalar', value, text: typeof value === 'string' ? value : (node.source ?? ''), mark }
  }

  function toEntry(pair: { key: unknown; value: unknown }, parent: Mark): ConfigEntry {
    const key = pair.key as Node
    const keyMark = markOf(key)
    return {
      key: isScalar(key) ? String(key.value) : '',
      keyMark,
      value: pair.value
        ? toNode(pair.value as Node)
        : { kind: 'scalar', value: null, text: '', mark: keyMark ?? parent },
    }
  }

  function markOf(node: Node): Mark {
    return { source, offset: node.range?.[0] ?? 0 }
  }
}
