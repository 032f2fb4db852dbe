import { tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'

/** Returns the tokens of a statement without whitespace and comments. */
export const significantTokens = (statement: string, lexicon: Lexicon): string[] =>
  placedTokens(statement, lexicon).map(({ text }) => text)

/** Returns the tokens of a statement without whitespace and comments, with their positions. */
export function placedTokens(
  statement: string,
  lexicon: Lexicon,
): { readonly text: string; readonly start: number; readonly end: number }[] {
  const tokens = []
  for (let position = 0; position < statement.length; ) {
    const { kind, start, end } = tokenAt(statement, position, lexicon, ';')
    const text = statement.slice(start, end)
    if (kind !== 'space' && kind !== 'comment' && !text.startsWith('/*+')) tokens.push({ text, start, end })
    position = end
  }
  return tokens
}

/** Replaces some tokens of a statement; `before` contains the preceding tokens in upper case. */
export function rewritten(
  statement: string,
  lexicon: Lexicon,
  change: (token: string, before: readonly string[]) => string,
): string {
  const before: string[] = []
  let text = ''
  for (let position = 0; position < statement.length; ) {
    const { kind, start, end } = tokenAt(statement, position, lexicon, ';')
    const token = statement.slice(start, end)
    if (kind === 'space' || kind === 'comment') text += token
    else {
      text += change(token, before)
      before.push(token.toUpperCase())
    }
    position = end
  }
  return text
}
