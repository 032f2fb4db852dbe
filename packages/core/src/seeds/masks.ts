import type { Config } from '../config/index.js'
import { type Column, integerTypes, lobTypes, namePattern, qualifiedName, type Table } from '../model/index.js'

export type Mask = Config['seeds']['masks'] extends infer Masks | undefined
  ? Masks extends Readonly<Record<string, infer Name>>
    ? Name
    : never
  : never

/** Words in the names of columns whose values are secrets or persons' addresses. */
const secrets =
  /(?:^|_)(?:password|passwd|pwd|passphrase|secret|token|api_?key|access_?key|private_?key|otp|salt|hash|iban|ssn|cvc|cvv|(?:credit_?)?card_?(?:no|number)|phone|mobile|fax)s?(?:_|$)/
const addresses = /(?:^|_)e_?mails?(?:_|$)/
/** Numbers that are secrets; others with such a word count something. */
const secretNumbers = /(?:^|_)(?:otp|pin|ssn|cvc|cvv|(?:credit_?)?card_?(?:no|number)|phone|mobile|fax)$/

const textual: ReadonlySet<Column['type']> = new Set<Column['type']>([
  ...(['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'CITEXT', 'BINARY', 'ARRAY', 'JSON', 'UUID', 'UUID_BINARY'] as const),
  ...lobTypes,
])

/** What the rules say of a column, or else its name. */
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

/** Invented values: the same one for the same value, and never one for two, so that keys and references stay what they are. */
export class Inventions {
  readonly #numbers = new Map<string, Map<string, number>>()

  /** The text of a value of a seed file; undefined where the column can have no invented one. */
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
