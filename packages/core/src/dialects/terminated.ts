import { Source } from '../errors/index.js'
import type { Lexicon } from './lexicon.js'
import { splitStatements } from './split-statements.js'
import { significantTokens } from './sql-words.js'

/** A statement as a file has it, with its end: a body with semicolons needs another one on some vendors. */
export function terminated(statement: string, lexicon: Lexicon): string {
  const usual = `${statement};`
  if (runsToSlash(statement, lexicon)) return `${statement}\n/`
  if (isOne(usual, lexicon) || !lexicon.delimiterLines || !/\bBEGIN\b/i.test(statement)) return usual
  const delimiter = ['//', '$$', '%%', '^^', '~~'].find((mark) => !statement.includes(mark)) ?? '//end//'
  return `DELIMITER ${delimiter}\n${statement}${delimiter}\nDELIMITER ;`
}

/** A text of a schema without the end of its last statement. */
export function withoutEnd(text: string, lexicon: Lexicon): string {
  const whole = text.trim()
  if (!whole.endsWith(';') || runsToSlash(whole, lexicon)) return whole
  const open = whole.slice(0, -1).trimEnd()
  return isOne(`${open};`, lexicon) || (lexicon.delimiterLines && /\bEND$/i.test(open)) ? open : whole
}

/** Whether only a line with a slash ends it, so that its own last semicolon is part of it. */
const runsToSlash = (statement: string, lexicon: Lexicon): boolean =>
  lexicon.untilSlash?.test(`${significantTokens(statement, lexicon).slice(0, 6).join(' ').toUpperCase()} `) ?? false

function isOne(text: string, lexicon: Lexicon): boolean {
  const { statements, problem } = splitStatements(new Source('', text), lexicon)
  return !problem && statements.length === 1
}
