import type { UnusableNames } from '../model/index.js'
import type { Dialect } from './dialect.js'

/** Words that blanks separate, in upper case. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * PDO looks for placeholders before the server sees a statement. Before PHP 8.4 it knows no other quotes than ' and ", so
 * in other quotes it finds placeholders, literals and comments.
 */
export const unscannableNames: UnusableNames = {
  pattern: /['"?]|:\w|--|\/\*/,
  because: 'PHP drivers take it for a placeholder, a literal or a comment',
}

/** A name as SQL writes it where it does not have to be quoted: a plain one that is not a reserved word stays bare. */
export const writtenName = (name: string, dialect: Dialect): string => {
  const plain = dialect.lowersUnquotedNames ? /^[a-z_][a-z0-9_]*$/ : /^[a-z_][a-z0-9_]*$/i
  return plain.test(name) && !dialect.reservedWords.has(name.toUpperCase()) ? name : dialect.quote(name)
}
