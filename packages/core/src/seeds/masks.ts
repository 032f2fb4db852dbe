import type { Config } from '../config/index.js'
import { type Column, integerTypes, lobTypes, namePattern, qualifiedName, type Table } from '../model/index.js'

export type Mask = Config['seeds']['masks'] extends infer Masks | undefined
  ? Masks extends Readonly<Record<string, infer Name>>
    ? Name
    : never
  : never

/** Matches names of columns with secrets or personal data. */
const secrets =
  /(?:^|_)(?:password|passwd|pwd|passphrase|secret|token|api_?key|access_?key|private_?key|otp|salt|hash|iban|ssn|cvc|cvv|(?:credit_?)?card_?(?:no|number)|phone|mobile|fax)s?(?:_|$)/
const addresses = /(?:^|_)e_?mails?(?:_|$)/
/** Matches names of numeric columns with secrets. Other numbers with such a word count something. */
const secretNumbers = /(?:^|_)(?:otp|pin|ssn|cvc|cvv|(?:credit_?)?card_?(?:no|number)|phone|mobile|fax)$/

const textual: ReadonlySet<Column['type']> = new Set<Column['type']>([
  ...(['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'CITEXT', 'BINARY', 'ARRAY', 'JSON', 'UUID', 'UUID_BINARY'] as const),
  ...lobTypes,
])

/** Returns the mask of a column from the rules, or from its name if no rule matches. */
export function maskOf(column: Column, table: Table, rules: Readonly<Record<string, Mask>>): Mask {
  const names = [column.name, `${table.name}.${column.name}`, `${qualifiedName(table)}.${column.name}`]
  const rule = Object.entries(rules).find(([pattern]) => names.some(namePattern([pattern])))
  if (rule) return rule[1]
  const words = column.name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()
  if (integerTypes.has(column.type)) return secretNumbers.test(words) ? 'text' : 'keep'
  if (!textual.has(column.type)) return 'keep'
  if (addresses.test(words)) return 'email'
  return secrets.test(words) ? 'text' : 'keep'
}

/** Invents values: always the same one for the same value, and different ones otherwise, so that keys stay intact. */
export class Inventions {
  readonly #numbers = new Map<string, Map<string, number>>()

  /** Returns the invented value as in a seed file, or undefined if none fits the column. */
  of(mask: 'text' | 'email', column: Column, value: string): string | undefined {
    if (value === '') return value
    const { type, size, array } = column
    const number = this.#number(`${mask} ${type} ${column.name}`, value)
    if (array) return '{}'
    if (integerTypes.has(type)) return String(number)
    if (type === 'JSON') return '{}'
    if (type === 'UUID' || type === 'UUID_BINARY')
      return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
    const long = mask === 'email' ? `user${number}@example.com` : `${column.name}-${number}`
    const text = [long, `${column.name.slice(0, 1)}${number}`, number.toString(36)].find(
      (each) => size === undefined || Buffer.byteLength(each) <= size,
    )
    if (type === 'BINARY' || lobTypes.has(type)) return text && Buffer.from(text).toString('base64')
    return textual.has(type) ? text : undefined
  }

  #number(kind: string, value: string): number {
    const numbers = this.#numbers.get(kind) ?? new Map<string, number>()
    this.#numbers.set(kind, numbers)
    const number = numbers.get(value) ?? numbers.size + 1
    numbers.set(value, number)
    return number
  }
}
