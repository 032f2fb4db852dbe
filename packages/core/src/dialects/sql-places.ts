import { tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'

/**
 * Text of a catalog that goes into a column definition as it is. The text comes from outside, and is not always SQL:
 * SQLite gives a quoted type without its quotes.
 */

/** Whether the text is one expression: it ends no statement, no parenthesis and no line around it. */
export const isSqlExpression = (text: string, lexicon: Lexicon): boolean => tokensInPlace(text, lexicon) !== undefined

/** Words of a column definition that follow its type. */
const afterType =
  /^(?:AS|AUTOINCREMENT|AUTO_INCREMENT|CHECK|COLLATE|COMMENT|CONSTRAINT|DEFAULT|GENERATED|IDENTITY|NOT|NULL|ON|PRIMARY|REFERENCES|UNIQUE)$/i

/** Whether the text is the name of one type, with its sizes, and none of what can follow a type. */
export function isSqlType(text: string, lexicon: Lexicon): boolean {
  const tokens = tokensInPlace(text, lexicon)
  return tokens?.every((token) => /^[\w\x80-\uffff"'`[(),.\]+-]/.test(token) && !afterType.test(token)) ?? false
}

/** The tokens, or undefined where one of them has an effect on what comes after the text. */
function tokensInPlace(text: string, lexicon: Lexicon): string[] | undefined {
  const tokens: string[] = []
  let depth = 0
  for (let position = 0; position < text.length; ) {
    const { kind, start, end, unfinished } = tokenAt(text, position, lexicon, ';')
    const token = text.slice(start, end)
    if (kind === 'comment' || unfinished || token === ';' || token.startsWith('/*')) return undefined
    if (token === '(') depth++
    if (token === ')') depth--
    if (depth < 0 || (depth === 0 && token === ',')) return undefined
    if (kind !== 'space') tokens.push(token)
    position = end
  }
  return depth === 0 ? tokens : undefined
}
