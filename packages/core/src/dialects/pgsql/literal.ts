import { stringLiteral } from '../clauses.js'

/** A string; one with escapes where it has a carriage return, as those of SQL files are ends of lines. */
export const literal = (text: string): string =>
  text.includes('\r') ? `E${stringLiteral(text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r'))}` : stringLiteral(text)
