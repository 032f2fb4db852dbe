import { joinedAtReturns, stringLiteral } from '../clauses.js'

/** Writes a string; an expression if it contains a carriage return, because SQL files treat those as line breaks. */
export const literal = (text: string): string => {
  const sql = joinedAtReturns(text, stringLiteral, ' || char(13) || ')
  return text.includes('\r') ? `(${sql})` : sql
}
