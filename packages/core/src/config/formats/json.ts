import { configSyntax, keyTwice } from '../../errors/config-errors.js'
import { type Mark, OrmError, type Source } from '../../errors/index.js'
import type { ConfigEntry, ConfigNode, ScalarNode } from '../node.js'
import type { ConfigInput } from './format.js'

/**
 * Reads strict JSON (RFC 8259); an empty file is no configuration. A reader of our own, because JSON.parse gives no
 * places and quotes the text around a mistake, in which there may be a password.
 */
export function readJson(source: Source): ConfigNode | undefined {
  const { text } = source
  let position = 0
  skipBlanks()
  if (position === text.length) return undefined
  const root = readValue()
  skipBlanks()
  if (position < text.length) fail('there is more after the end of the document')
  return root

  function readValue(): ConfigNode {
    const mark = { source, offset: position }
    switch (text[position]) {
      case '{':
        return { kind: 'map', entries: readEntries(), mark }
      case '[':
        return { kind: 'list', items: readItems(), mark }
      case '"': {
        const value = readString()
        return { kind: 'scalar', value, text: value, mark }
      }
      default:
        return readLiteral()
    }
  }

  function readEntries(): ConfigEntry[] {
    const entries: ConfigEntry[] = []
    const known = new Map<string, Mark>()
    readMembers('}', () => {
      const keyMark = { source, offset: position }
      if (text[position] !== '"') fail('expected a key in double quotes')
      const key = readString()
      const first = known.get(key)
      if (first) throw new OrmError([keyTwice(keyMark, key, first)])
      known.set(key, keyMark)
      skipBlanks()
      if (text[position] !== ':') fail('expected ":" after the key')
      position++
      skipBlanks()
      entries.push({ key, keyMark, value: readValue() })
    })
    return entries
  }

  function readItems(): ConfigNode[] {
    const items: ConfigNode[] = []
    readMembers(']', () => items.push(readValue()))
    return items
  }

  function readMembers(end: '}' | ']', readMember: () => void): void {
    position++
    skipBlanks()
    if (text[position] === end) {
      position++
      return
    }
    for (;;) {
      readMember()
      skipBlanks()
      const character = text[position]
      if (character !== end && character !== ',') fail(`expected "," or "${end}"`)
      position++
      if (character === end) return
      skipBlanks()
      if (text[position] === end) fail(`a comma before "${end}" is not allowed`)
    }
  }

  function readString(): string {
    let end = position + 1
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    try {
      const value = JSON.parse(text.slice(position, end + 1)) as string
      position = end + 1
      return value
    } catch {
      return fail('the string is not closed or has a character that must be escaped')
    }
  }

  function readLiteral(): ScalarNode {
    const mark = { source, offset: position }
    const match = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y
    match.lastIndex = position
    const literal = match.exec(text)?.[0]
    if (literal === undefined)
      return fail('expected a value: a string in double quotes, a number, true, false, null, { or [')
    position += literal.length
    return { kind: 'scalar', value: JSON.parse(literal), text: literal === 'null' ? '' : literal, mark }
  }

  function skipBlanks(): void {
    while (' \t\r\n'.includes(text[position] ?? 'x')) position++
  }

  function fail(reason: string): never {
    throw new OrmError([configSyntax({ source, offset: position }, 'JSON', reason)])
  }
}

export const writeJson = (orm: ConfigInput): string => `${JSON.stringify({ orm }, null, 2)}\n`
