/** Escapes text for an SQL comment: it is on one line, and cannot end the comment or start a server command. */
export const sqlComment = (text: string): string =>
  text.replace(/[\s\x00-\x1f\x7f\x85\u2028\u2029]+/g, ' ').replaceAll('*/', '* /')

/** Returns whether the text is an unquoted SQL option: a word or a number. */
export const isSqlOption = (text: string): boolean => /^[A-Za-z0-9_$]+$/.test(text)

/** Returns whether the text can name a database object: no vendor accepts NUL, and a line break in a name is always a mistake. */
export const isSqlIdentifier = (text: string): boolean => !/[\x00-\x1f\x7f\u2028\u2029]/.test(text)

const sqlWord = '(?:[A-Za-z_][A-Za-z0-9_$]*|"(?:[^"\\x00-\\x1f]|"")+")'
const operatorClass = new RegExp(
  `^(?:${sqlWord}\\.)?${sqlWord}(?: ?\\((?:, ?)?(?:${sqlWord} ?= ?(?:-?[\\d.]+|'(?:[^'\\x00-\\x1f]|'')*'|\\w+)(?:, ?|(?=\\))))+\\))?$`,
)

/** Returns whether the text is a PostgreSQL operator class, which is not quoted: `gist_trgm_ops(siglen=32)`, `app."My ops"`. */
export const isOperatorClass = (text: string): boolean => operatorClass.test(text)

const qualifiedName = new RegExp(`^${sqlWord}\\.${sqlWord}$`)

/** Returns whether the text is a schema-qualified name as written in SQL: `"app"."german"`. */
export const isQuotedPath = (text: string): boolean => text.startsWith('"') && qualifiedName.test(text)
