import { stringLiteral } from '../clauses.js'

// Backslashes are doubled because the server reads them as escapes in its default mode.
export const literal = (text: string): string => stringLiteral(text.replaceAll('\\', '\\\\'))
