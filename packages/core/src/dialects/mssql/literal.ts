import { joinedAtReturns, stringLiteral } from '../clauses.js'

// Without the N, the server converts the literal to the database's code page.
const plainLiteral = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text) ? stringLiteral(text) : `N${stringLiteral(text)}`

/** SQL Server drops a backslash and the line break after it from a string, so the line break is written as an expression there. */
const unbroken = (text: string): string =>
  text
    .split(/(?<=\\)\n/)
    .map(plainLiteral)
    .join(' + CHAR(10) + ')

/** Writes a string; an expression if it contains a carriage return, because SQL files treat those as line breaks. */
export const literal = (text: string): string => joinedAtReturns(text, unbroken, ' + CHAR(13) + ')
