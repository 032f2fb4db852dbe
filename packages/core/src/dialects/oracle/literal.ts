import { joinedAtReturns, stringLiteral } from '../clauses.js'

/** A string; an expression where it has a carriage return, as those of SQL files are ends of lines. */
export const literal = (text: string): string => joinedAtReturns(text, stringLiteral, ' || CHR(13) || ')
