/** A text in SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The same where a backslash in a string takes the meaning from the next character. */
export const backslashLiteral = (text: string): string => literal(text.replaceAll('\\', '\\\\'))
