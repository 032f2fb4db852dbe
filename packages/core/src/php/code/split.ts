/** Characters that matter in PHP code, by their codes: comparing these is what takes least. */
export const characters = {
  lineFeed: 10,
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

const { doubleQuote, singleQuote, comma, backslash, openParenthesis, openBracket, openBrace } = characters

export const isQuote = (character: number): boolean => character === singleQuote || character === doubleQuote

/** The parts of a PHP list between its commas; those in brackets or literals do not separate. */
export function splitTopLevel(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (isQuote(character)) at = endOfLiteral(text, at)
    else if (character === comma) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    } else if (isOpening(character)) {
      const end = endOfBracket(text, at)
      if (end < 0) break
      at = end
    }
  }
  const last = text.slice(from).trim()
  if (last !== '') parts.push(last)
  return parts
}

const isOpening = (character: number): boolean =>
  character === openParenthesis || character === openBracket || character === openBrace

const closingOf = (opening: number): number =>
  opening === openParenthesis
    ? characters.closeParenthesis
    : opening === openBracket
      ? characters.closeBracket
      : characters.closeBrace

/** Where the bracket that stands at a position is closed. */
export function endOfBracket(text: string, open: number): number {
  const opening = text.charCodeAt(open)
  const closing = closingOf(opening)
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (isQuote(character)) at = endOfLiteral(text, at)
    else if (character === opening) depth++
    else if (character === closing && --depth === 0) return at
  }
  return -1
}

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
