import jsonc, { type Node, type ParseError } from 'jsonc-parser'
import { configSyntax, keyTwice } from '../../errors/config-errors.js'
import { type Mark, OrmError, type Source } from '../../errors/index.js'
import type { ConfigEntry, ConfigNode } from '../node.js'
import type { ConfigInput } from './format.js'

const closed = 'the string is not closed or has a character that must be escaped'

/** Reasons for messages, by the parser's error code. */
const reasons: Readonly<Record<string, string>> = {
  CloseBraceExpected: 'expected "," or "}"',
  CloseBracketExpected: 'expected "," or "]"',
  ColonExpected: 'expected ":" after the key',
  CommaExpected: 'expected "," or the end of the list',
  EndOfFileExpected: 'there is text after the end of the document',
  InvalidCharacter: closed,
  InvalidCommentToken: 'comments are not allowed',
  InvalidEscapeCharacter: closed,
  InvalidUnicode: closed,
  PropertyNameExpected: 'expected a key in double quotes; a comma before "}" is not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfNumber: 'the number has no end',
  UnexpectedEndOfString: closed,
  ValueExpected: 'expected a value; a comma before "]" is not allowed',
}

const valueExpected = 'expected a value or a key: a string in double quotes, a number, true, false, null, { or ['

/** Reads strict JSON (RFC 8259). An empty file is not a configuration. Messages contain no text of the file. */
export function readJson(source: Source): ConfigNode | undefined {
  if (/^[ \t\r\n]*$/.test(source.text)) return undefined
  const errors: ParseError[] = []
  const root = jsonc.parseTree(source.text, errors, { disallowComments: true })
  const [first] = errors
  if (!root || first) {
    const { error, offset } = first ?? { error: undefined, offset: 0 }
    const reason = (error && reasons[jsonc.printParseErrorCode(error)]) ?? valueExpected
    throw new OrmError([configSyntax({ source, offset }, 'JSON', reason)])
  }
  return nodeOf(root)

  function nodeOf({ type, value, offset, length, children = [] }: Node): ConfigNode {
    const mark = { source, offset }
    if (type === 'object') return { kind: 'map', entries: entriesOf(children), mark }
    if (type === 'array') return { kind: 'list', items: children.map(nodeOf), mark }
    const text = type === 'string' ? value : type === 'null' ? '' : source.text.slice(offset, offset + length)
    return { kind: 'scalar', value, text, mark }
  }

  function entriesOf(properties: readonly Node[]): ConfigEntry[] {
    const known = new Map<string, Mark>()
    return properties.map(({ children }) => {
      const [key, value] = children as [Node, Node]
      const keyMark = { source, offset: key.offset }
      const before = known.get(key.value)
      if (before) throw new OrmError([keyTwice(keyMark, key.value, before)])
      known.set(key.value, keyMark)
      return { key: key.value, keyMark, value: nodeOf(value) }
    })
  }
}

export const writeJson = (orm: ConfigInput): string => `${JSON.stringify({ orm }, null, 2)}\n`
