// Regular expressions find what matters in a line many times faster than a loop over its characters.
const bracketOrComma = /["'()[\]{},]/g
const literal = /(["'])(?:(?!\1)[^\\]|\\[\s\S])*/y

/** Where the brackets of a PHP list are, and its own commas: those in brackets or literals do not separate. */
export interface List {
  readonly open: number
  readonly commas: readonly number[]
  readonly close: number
}

/** The list whose bracket stands at a position; none where the bracket is not closed. */
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

/** Where an expression with the flag `g` matches next: the last character of the match; -1 where it does not. */
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

/** Where the literal ends whose quote stands at a position; behind the text where it does not end. */
export function endOfLiteral(text: string, open: number): number {
  literal.lastIndex = open
  literal.test(text)
  return literal.lastIndex
}
