import { type Dialect, placedTokens } from 'orm-core/internal'

/** A word, name, string or operator, or a pair of parentheses with its content. */
export interface Item {
  readonly text: string
  /** Word in upper case; empty for quoted text. */
  readonly word: string
  /** Content of the parentheses; absent for other items. */
  readonly inner?: string
}

/** Splits a list in SQL at the commas outside of parentheses. */
export function partsOf(sql: string, { lexicon }: Dialect): Item[][] {
  const parts: Item[][] = [[]]
  let [depth, opening] = [0, 0]
  for (const { text, start, end } of placedTokens(sql, lexicon)) {
    if (text === '(' && depth++ === 0) opening = end
    else if (text === ')' && --depth === 0)
      parts.at(-1)!.push({ text: sql.slice(opening - 1, end), word: '(', inner: sql.slice(opening, start) })
    else if (depth === 0 && text === ',') parts.push([])
    else if (depth === 0) parts.at(-1)!.push({ text, word: /^['"`[]/.test(text) ? '' : text.toUpperCase() })
  }
  return parts
}
