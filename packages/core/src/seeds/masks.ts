import type { Config } from '../config/index.js'
import {
  binaryTypes,
  type Column,
  columnTypes,
  integerTypes,
  namePattern,
  qualifiedName,
  type Table,
} from '../model/index.js'

export type Mask = Config['seeds']['masks'] extends infer Masks | undefined
  ? Masks extends Readonly<Record<string, infer Name>>
    ? Name
    : never
  : never

/** Names of numbers that are secrets or personal data. Other numbers with a secret word, such as token_count, count something. */
const numbers = [
  ...['otp', 'pin(?:_?code)?', 'ssn', 'cv[cv]2?', 'msisdn', '(?:credit|debit|bank|payment)_?card', '(?:cell_?)?phone'],
  ...['telephone', 'tel', 'mobile', 'fax', '(?:(?:tele)?phone|tel|mobile|fax|card|cc)_?(?:no|nr|num|number)'],
  '(?:bank_?)?account_?(?:no|nr|num|number)|routing_?(?:no|number)|sort_?code',
  '(?:tax|national|personal|identity)_?(?:id|no|nr|number)|passport(?:_?(?:id|no|nr|number))?|social_?security(?:_?(?:no|nr|number))?',
  '(?:reset|verif[a-z]*|activation|confirm[a-z]*|recovery|backup|auth[a-z]*|security|access|login|sms|invit[a-z]*|unlock|one_?time|two_?factor|2fa|mfa)_?(?:code|pin)',
].join('|')
/** Matches names of texts with secrets or personal data. Names are in lower case, with underscores between words. */
const secrets = new RegExp(
  `passw(?:or[dt]|d)|pass_?phrase|credential|(?:^|_)(?:${[
    'pass(?:_?code)?|pwd|pw|secret|token|jwt|bearer|csrf|xsrf|nonce|cookie|salt|hash|totp|hotp|mfa|2fa|two_?factor|iban|bic',
    '(?:api|access|private|secret|auth|ssh|aes|rsa|pgp|gpg|encryption|signing|master|session|license|webhook|recovery)_?key',
    'seed|pepper|sess(?:ion)?(?:_?(?:id|data))?|sid|oauth|authorization|security_?(?:question|answer)',
    'bank_?account|magic_?link|dsn|(?:connection|database|db)_?(?:string|url|uri)',
    numbers,
  ].join('|')})s?(?:_|$)`,
)
const secretNumbers = new RegExp(`(?:^|_)(?:${numbers})s?$`)
const addresses = /(?:^|_)(?:e_?mails?(?:_|$)|e?mails?_?(?:addr(?:ess(?:es)?)?)?$)/

/** Returns the mask of a value by its name; undefined if the name says nothing. */
function maskOfName(name: string, isNumber: boolean): 'text' | 'email' | undefined {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[\W_]+/g, '_')
    .toLowerCase()
  if (isNumber) return secretNumbers.test(words) ? 'text' : undefined
  if (addresses.test(words)) return 'email'
  return secrets.test(words) ? 'text' : undefined
}

/** Returns the mask of a column from the rules, or from its name; undefined if neither says anything. */
export function maskOf(column: Column, table: Table, rules: Readonly<Record<string, Mask>>): Mask | undefined {
  const names = [column.name, `${table.name}.${column.name}`, `${qualifiedName(table)}.${column.name}`]
  const rule = Object.entries(rules).find(([pattern]) => names.some(namePattern([pattern])))
  if (rule) return rule[1]
  const isNumber = integerTypes.has(column.type)
  return isNumber || columnTypes[column.type].isMasked ? maskOfName(column.name, isNumber) : undefined
}

/** Returns whether a column can hold any text, so that somebody has to know whether it is a secret. */
export const holdsText = ({ type }: Column): boolean => columnTypes[type].holdsAnyText === true

/** Invents values: always the same one for the same value, and different ones otherwise, so that keys stay intact. */
export class Inventions {
  readonly #numbers = new Map<string, Map<string, number>>()

  /** Returns the invented value as in a seed file, or undefined if none fits the column. */
  valueFor(mask: 'text' | 'email', column: Column, value: string): string | undefined {
    if (value === '') return value
    const { type, size, array } = column
    const { family, isMasked } = columnTypes[type]
    const number = this.#number(`${mask} ${type} ${column.name}`, value)
    if (array) return '{}'
    if (integerTypes.has(type)) return String(number)
    if (family === 'json') return '{}'
    if (family === 'uuid') return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
    const long = longText(mask, column.name, number)
    const text = [long, `${column.name.slice(0, 1)}${number}`, number.toString(36)].find(
      (each) => size === undefined || Buffer.byteLength(each) <= size,
    )
    if (binaryTypes.has(type)) return text && Buffer.from(text).toString('base64')
    return isMasked ? text : undefined
  }

  /**
   * Returns a JSON text with invented values of the members whose names say that they are secrets, and everything else as it
   * was; undefined if there are none.
   */
  ofMembers(text: string): string | undefined {
    if (!/^\s*[[{]/.test(text) || !isJson(text)) return undefined
    const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+|\s+/g) ?? []
    const behind = (at: number): number => (/^\s/.test(tokens[at] ?? '') ? at + 1 : at)
    let isMasked = false
    let result = ''
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      result += token
      const colon = behind(at + 1)
      if (!token.startsWith('"') || tokens[colon] !== ':') continue
      const start = behind(colon + 1)
      const value = tokens[start]!
      const name: string = JSON.parse(token)
      const mask = /^(?:true|false|null)$/.test(value) ? undefined : maskOfName(name, /^[-\d]/.test(value))
      if (!mask) continue
      isMasked = true
      result += tokens.slice(at + 1, start).join('') + this.#member(mask, name, value)
      at = endOf(tokens, start)
    }
    return isMasked ? result : undefined
  }

  #member(mask: 'text' | 'email', name: string, value: string): string {
    if (value === '{') return '{}'
    if (value === '[') return '[]'
    const number = this.#number(`${mask} member ${name}`, value)
    return value.startsWith('"') ? JSON.stringify(longText(mask, name, number)) : String(number)
  }

  #number(kind: string, value: string): number {
    const numbers = this.#numbers.get(kind) ?? new Map<string, number>()
    this.#numbers.set(kind, numbers)
    const number = numbers.get(value) ?? numbers.size + 1
    numbers.set(value, number)
    return number
  }
}

const longText = (mask: 'text' | 'email', name: string, number: number): string =>
  mask === 'email' ? `user${number}@example.com` : `${name}-${number}`

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the place of the last token of the value that starts at a token. */
function endOf(tokens: readonly string[], start: number): number {
  let depth = 0
  for (let at = start; ; at++) {
    if (/^[{[]$/.test(tokens[at]!)) depth++
    if (/^[}\]]$/.test(tokens[at]!)) depth--
    if (depth === 0) return at
  }
}
