import { type Column, numericTypes, readList, setMask, type Table } from '../model/index.js'
import { holdsUuidBytes, uuidBytes } from './uuid.js'

/** How a vendor writes values and expressions. */
export interface DefaultRules {
  text(text: string): string
  boolean(value: boolean): string
  /** Bytes, given in hexadecimal digits. */
  bytes(hex: string): string
  /** Dates and times, where the vendor does not take them as text. */
  temporal?(column: Column, text: string): string
  now(column: Column, onUpdate: boolean): string
  readonly today: string
  /** An expression of the user's own. */
  expression(text: string): string
}

/** What follows `DEFAULT`, or undefined for a column without default. */
export function defaultOf(column: Column, sqlType: string, table: Table, rules: DefaultRules): string | undefined {
  if (!column.default) return undefined
  const { kind, text } = column.default
  return kind === 'expression' ? expression(column, text, rules) : literal(column, sqlType, text, table, rules)
}

const currentTimestamp = /^(?:(?:CURRENT_TIMESTAMP|LOCALTIMESTAMP)(?:\(\d*\))?|NOW\(\d*\))$/i
const currentTimestampOnUpdate = /^(?:CURRENT_TIMESTAMP|NOW) ?(?:\(\d*\))? ON UPDATE (?:CURRENT_TIMESTAMP|NOW)\b/i

function expression(column: Column, text: string, rules: DefaultRules): string {
  const trimmed = text.trim()
  if (currentTimestamp.test(trimmed)) return rules.now(column, false)
  if (currentTimestampOnUpdate.test(trimmed.slice(0, 200).replace(/\s+/g, ' '))) return rules.now(column, true)
  if (/^CURRENT_DATE(\(\))?$/i.test(trimmed)) return rules.today
  return rules.expression(trimmed)
}

function literal(column: Column, sqlType: string, text: string, table: Table, rules: DefaultRules): string {
  const { type } = column
  // A point without digits behind it says nothing.
  if (numericTypes.has(type)) return text.trim().replace(/\.(?!\d)/, '')
  switch (type) {
    case 'BOOLEAN':
      return rules.boolean(isTrue(text))
    case 'BOOLEAN_EMU':
      return isTrue(text) ? '1' : '0'
    case 'ENUM':
      return String(column.valueSet.indexOf(text))
    case 'SET':
      return setMask(text, column.valueSet)
    case 'ARRAY':
      return rules.text(`| ${readList(text).join(' | ')} |`)
    case 'UUID':
    case 'UUID_BINARY':
      return holdsUuidBytes(column, sqlType) ? rules.bytes(uuidBytes(text, table)) : rules.text(text.toLowerCase())
    case 'BINARY':
      return rules.bytes(Buffer.from(text).toString('hex'))
    case 'DATE':
    case 'TIME':
    case 'DATETIME':
    case 'TIMESTAMP':
      return rules.temporal?.(column, text) ?? rules.text(text)
    default:
      return rules.text(text)
  }
}

// The words that setters of models read as false.
const isTrue = (text: string): boolean => !/^(?:false|off|-|no|n|f|0)?$/i.test(text.trim())

const isLiteral = (text: string): boolean =>
  /^(?:[+-]?[\d.]+(?:e[+-]?\d+)?|(?:[nxb]|_\w+)?'(?:[^']|'')*'|null|true|false)$/i.test(text)

/** In parentheses, which some servers want around every expression other than a literal. */
export const parenthesized = (text: string): string => (isLiteral(text) || isParenthesized(text) ? text : `(${text})`)

/** Whether the parenthesis that opens the text closes at its very end. */
function isParenthesized(text: string): boolean {
  if (!text.startsWith('(')) return false
  let depth = 0
  for (const { 0: piece, index } of text.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]/g)) {
    if (piece === '(') depth++
    if (piece === ')' && --depth === 0) return index === text.length - 1
  }
  return false
}
