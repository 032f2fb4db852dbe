import { stringLiteral } from '../clauses.js'

// Backslashes are doubled because the server reads them as escapes in its default mode. A carriage return is one, as those of
// SQL files are ends of lines.
export const literal = (text: string): string => stringLiteral(text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r'))
