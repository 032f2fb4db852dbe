/** Characters that matter in PHP code, by their codes: comparing these is what takes least. */
export const characters = {
  blank: 32,
  doubleQuote: 34,
  singleQuote: 39,
  openParenthesis: 40,
  closeParenthesis: 41,
  comma: 44,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
} as const

const {
  doubleQuote,
  singleQuote,
  comma,
  backslash,
  openParenthesis,
  closeParenthesis,
  openBracket,
  closeBracket,
  openBrace,
  closeBrace,
} = characters

export const isQuote = (character: number): boolean => character === singleQuote || character === doubleQuote

/** A PHP list in brackets. */
export interface List {
  readonly open: number
  /** What stands between its own commas; those in brackets or literals do not separate. */
  readonly parts: readonly string[]
  readonly close: number
}

/** The list whose bracket stands at a position; none where the bracket is not closed. */
export function listAt(text: string, open: number): List | undefined {
  const parts: string[] = []
  let from = open + 1
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (isQuote(character)) at = endOfLiteral(text, at)
    else if (character === comma) {
      if (depth > 1) continue
      parts.push(text.slice(from, at).trim())
      from = at + 1
    } else if (character === openParenthesis || character === openBracket || character === openBrace) depth++
    else if (character === closeParenthesis || character === closeBracket || character === closeBrace) {
      if (--depth > 0) continue
      const last = text.slice(from, at).trim()
      if (last !== '') parts.push(last)
      return { open, parts, close: at }
    }
  }
  return undefined
}

/** The parts of a PHP list without its brackets. */
export const splitTopLevel = (text: string): readonly string[] => listAt(`(${text})`, 0)!.parts

export function endOfLiteral(text: string, open: number): number {
  const quote = text.charCodeAt(open)
  let at = open + 1
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === backslash) at++
    else if (character === quote) break
  }
  return at
}
