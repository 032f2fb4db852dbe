import { stringLiteral } from '../clauses.js'

// Backslashes are doubled because the server's default mode reads them as escapes. A carriage return is escaped, because SQL
// files treat it as a line break.
export const literal = (text: string): string => stringLiteral(text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r'))
