import { joinedAtReturns, stringLiteral } from '../clauses.js'

/** Writes a string; an expression if it contains a carriage return, because SQL files treat those as line breaks. */
export const literal = (text: string): string => joinedAtReturns(text, stringLiteral, ' || CHR(13) || ')
