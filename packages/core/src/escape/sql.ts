/** Words for a comment in SQL: on one line, and unable to end the comment or to begin a command of the server. */
export const sqlComment = (text: string): string =>
  text.replace(/[\s\x00-\x1f\x7f\x85\u2028\u2029]+/g, ' ').replaceAll('*/', '* /')

/** An option of SQL that is not quoted: a word or a number. */
export const isSqlOption = (text: string): boolean => /^[A-Za-z0-9_$]+$/.test(text)

/** A name of a database object: none of the vendors takes NUL, and a line break in a name is never meant. */
export const isSqlIdentifier = (text: string): boolean => !/[\x00-\x1f\x7f\u2028\u2029]/.test(text)

const sqlWord = '(?:[A-Za-z_][A-Za-z0-9_$]*|"(?:[^"\\x00-\\x1f]|"")+")'
const operatorClass = new RegExp(
  `^(?:${sqlWord}\\.)?${sqlWord}(?: ?\\((?:, ?)?(?:${sqlWord} ?= ?(?:-?[\\d.]+|'(?:[^'\\x00-\\x1f]|'')*'|\\w+)(?:, ?|(?=\\))))+\\))?$`,
)

/** An operator class of PostgreSQL, which is not quoted: `gist_trgm_ops(siglen=32)`, `app."My ops"`. */
export const isOperatorClass = (text: string): boolean => operatorClass.test(text)

const qualifiedName = new RegExp(`^${sqlWord}\\.${sqlWord}$`)

/** A name with its schema, as SQL writes it: `"app"."german"`. */
export const isQuotedPath = (text: string): boolean => text.startsWith('"') && qualifiedName.test(text)
