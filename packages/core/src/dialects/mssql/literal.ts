import { stringLiteral } from '../clauses.js'

// Without the N, the server reads the literal in the code page of the database.
export const literal = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text) ? stringLiteral(text) : `N${stringLiteral(text)}`
