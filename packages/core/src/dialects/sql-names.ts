import type { Platform, UnusableNames } from '../model/index.js'

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
export const writtenName = (
  name: string,
  dialect: Pick<Platform, 'lowersUnquotedNames' | 'reservedWords'> & { quote(identifier: string): string },
): string => {
  const plain = dialect.lowersUnquotedNames ? /^[a-z_][a-z0-9_]*$/ : /^[a-z_][a-z0-9_]*$/i
  return plain.test(name) && !dialect.reservedWords.has(name.toUpperCase()) ? name : dialect.quote(name)
}

/** The last part of a name, without quotes and in lower case. */
export const bareName = (name: string): string => unquotedName(nameParts(name).at(-1) ?? '').toLowerCase()

/** The parts of a name that is written with its qualifiers. */
export const nameParts = (name: string): string[] =>
  name.match(/"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|`(?:[^`]|``)*`|[^."[`]+/g) ?? []

/** A quoted name without its quotes. */
export function unquotedName(name: string): string {
  const [first, last] = [name.charAt(0), name.charAt(name.length - 1)]
  if (name.length < 2 || !((first === '[' && last === ']') || (first === last && /["`]/.test(first)))) return name
  return name.slice(1, -1).replaceAll(last + last, last)
}
