import { joinedAtReturns, stringLiteral } from '../clauses.js'

/** A string; an expression where it has a carriage return, as those of SQL files are ends of lines. */
export const literal = (text: string): string => {
  const sql = joinedAtReturns(text, stringLiteral, ' || char(13) || ')
  return text.includes('\r') ? `(${sql})` : sql
}
