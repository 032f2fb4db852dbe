import { joinedAtReturns, stringLiteral } from '../clauses.js'

// Without the N, the server reads the literal in the code page of the database.
const plainLiteral = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text) ? stringLiteral(text) : `N${stringLiteral(text)}`

/** A string; an expression where it has a carriage return, as those of SQL files are ends of lines. */
export const literal = (text: string): string => joinedAtReturns(text, plainLiteral, ' + CHAR(13) + ')
