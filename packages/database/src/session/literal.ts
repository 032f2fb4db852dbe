/** Returns an SQL string literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Returns an SQL string literal for a server that treats a backslash as an escape character. */
export const backslashLiteral = (text: string): string => literal(text.replaceAll('\\', '\\\\'))
