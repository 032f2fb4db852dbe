import type { Platform, UnusableNames } from '../model/index.js'

/** Splits a whitespace-separated list of words in upper case. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Names that PDO misreads. PDO looks for placeholders before the server sees a statement. Before PHP 8.4 it only recognized the
 * quotes ' and ", and found placeholders, literals and comments inside other quotes.
 */
export const unscannableNames: UnusableNames = {
  pattern: /['"?]|:\w|--|\/\*/,
  because: 'PHP drivers take it for a placeholder, a literal or a comment',
}

/** Returns a name as written in SQL: unquoted if it is a plain name and not a reserved word. */
export const writtenName = (
  name: string,
  dialect: Pick<Platform, 'lowersUnquotedNames' | 'reservedWords'> & { quote(identifier: string): string },
): string => {
  const plain = dialect.lowersUnquotedNames ? /^[a-z_][a-z0-9_]*$/ : /^[a-z_][a-z0-9_]*$/i
  return plain.test(name) && !dialect.reservedWords.has(name.toUpperCase()) ? name : dialect.quote(name)
}

/** Returns the last part of a name, without quotes and in lower case. */
export const bareName = (name: string): string => unquotedName(nameParts(name).at(-1) ?? '').toLowerCase()

/** Splits a qualified name into its parts. */
export const nameParts = (name: string): string[] =>
  name.match(/"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|`(?:[^`]|``)*`|[^."[`]+/g) ?? []

/** Returns a quoted name without its quotes. */
export function unquotedName(name: string): string {
  const [first, last] = [name.charAt(0), name.charAt(name.length - 1)]
  if (name.length < 2 || !((first === '[' && last === ']') || (first === last && /["`]/.test(first)))) return name
  return name.slice(1, -1).replaceAll(last + last, last)
}
