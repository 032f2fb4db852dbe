// Regular expressions find the relevant characters of a line many times faster than a loop.
const bracketOrComma = /["'()[\]{},]/g
const literal = /(["'])(?:(?!\1)[^\\]|\\[\s\S])*/y

/** The positions of a PHP list's brackets and its own commas, without commas in inner brackets or literals. */
export interface List {
  readonly open: number
  readonly commas: readonly number[]
  readonly close: number
}

/** Returns the list whose opening bracket is at a position, or undefined if the bracket is not closed. */
export function listAt(text: string, open: number): List | undefined {
  const commas: number[] = []
  let depth = 0
  for (let at = open; at >= 0; at = next(bracketOrComma, text, at + 1)) {
    switch (text[at]) {
      case ',':
        if (depth === 1) commas.push(at)
        break
      case '(':
      case '[':
      case '{':
        depth++
        break
      case ')':
      case ']':
      case '}':
        if (--depth === 0) return { open, commas, close: at }
        break
      default:
        at = endOfLiteral(text, at)
    }
  }
  return undefined
}

/** Returns the position of the last character of the next match of a global regular expression, or -1. */
export function next(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from
  return expression.test(text) ? expression.lastIndex - 1 : -1
}

export function partsOf(text: string, { open, commas, close }: List): string[] {
  const parts: string[] = []
  let from = open + 1
  for (const at of commas) {
    parts.push(text.slice(from, at).trim())
    from = at + 1
  }
  const last = text.slice(from, close).trim()
  if (last !== '') parts.push(last)
  return parts
}

/** Returns the end of the literal whose quote is at a position, or the end of the text if it is not closed. */
export function endOfLiteral(text: string, open: number): number {
  literal.lastIndex = open
  literal.test(text)
  return literal.lastIndex
}
