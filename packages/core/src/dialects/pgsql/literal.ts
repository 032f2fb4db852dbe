import { stringLiteral } from '../clauses.js'

/** Writes a string; an escape string if it contains a carriage return, because SQL files treat those as line breaks. */
export const literal = (text: string): string =>
  text.includes('\r') ? `E${stringLiteral(text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r'))}` : stringLiteral(text)
