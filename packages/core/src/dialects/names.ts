import type { Dialect } from './dialect.js'

/** A name as SQL writes it where it does not have to be quoted: a plain one that is not a reserved word stays bare. */
export const writtenName = (name: string, dialect: Dialect): string => {
  const plain = dialect.lowersUnquotedNames ? /^[a-z_][a-z0-9_]*$/ : /^[a-z_][a-z0-9_]*$/i
  return plain.test(name) && !dialect.reservedWords.has(name.toUpperCase()) ? name : dialect.quote(name)
}
