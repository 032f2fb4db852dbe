import { Source } from '../errors/index.js'
import type { Lexicon } from './lexicon.js'
import { splitStatements } from './split-statements.js'
import { significantTokens } from './sql-words.js'

/** Returns a statement with the terminator that a file needs; on some vendors, a body with semicolons needs a different one. */
export function terminated(statement: string, lexicon: Lexicon): string {
  const usual = `${statement};`
  if (runsToSlash(statement, lexicon)) return `${statement}\n/`
  if (isOne(usual, lexicon) || !lexicon.delimiterLines || !/\bBEGIN\b/i.test(statement)) return usual
  const delimiter = ['//', '$$', '%%', '^^', '~~'].find((mark) => !statement.includes(mark)) ?? '//end//'
  return `DELIMITER ${delimiter}\n${statement}${delimiter}\nDELIMITER ;`
}

/** Removes the terminator of the last statement in a schema's SQL. */
export function withoutEnd(text: string, lexicon: Lexicon): string {
  const whole = text.trim()
  if (!whole.endsWith(';') || runsToSlash(whole, lexicon)) return whole
  const open = whole.slice(0, -1).trimEnd()
  return isOne(`${open};`, lexicon) || (lexicon.delimiterLines && /\bEND$/i.test(open)) ? open : whole
}

/** Returns whether only a slash line ends the statement, so that the last semicolon belongs to it. */
const runsToSlash = (statement: string, lexicon: Lexicon): boolean =>
  lexicon.untilSlash?.test(`${significantTokens(statement, lexicon).slice(0, 6).join(' ').toUpperCase()} `) ?? false

function isOne(text: string, lexicon: Lexicon): boolean {
  const { statements, problem } = splitStatements(new Source('', text), lexicon)
  return !problem && statements.length === 1
}
