import {
  binaryTypes,
  type Column,
  columnTypes,
  isCurrentDate,
  isCurrentTimestamp,
  isSqlLiteral,
  isUpdatedTimestamp,
  readList,
  setMask,
  setText,
  type Table,
} from '../model/index.js'
import type { Lexicon } from './lexicon.js'
import { isParenthesized } from './sql-text.js'
import { holdsUuidBytes, uuidBytes } from './uuid.js'

/** How a vendor writes values and expressions. */
export interface DefaultRules {
  text(text: string): string
  boolean(value: boolean): string
  /** Writes bytes given as hexadecimal digits. */
  bytes(hex: string): string
  /** Writes bits, if the vendor does not accept strings for them. */
  bits?(text: string): string
  /** Writes dates and times, if the vendor does not accept strings for them. */
  temporal?(column: Column, text: string): string
  /** How native SET columns store their values, if not as a list. */
  readonly sets?: 'array'
  now(column: Column, onUpdate: boolean): string
  readonly today: string
  /** Writes a custom expression. */
  expression(text: string, column: Column): string
}

/** Returns the SQL after `DEFAULT`, or undefined if the column has no default. */
export function defaultOf(column: Column, sqlType: string, table: Table, rules: DefaultRules): string | undefined {
  if (!column.default) return undefined
  const { kind, text } = column.default
  return kind === 'expression' ? expression(column, text, rules) : literal(column, sqlType, text, table, rules)
}

/** Writes the value of a row like a default. The differences: bytes are given in base64, and lists can be empty. */
export function valueSql(column: Column, sqlType: string, text: string, table: Table, rules: DefaultRules): string {
  if (binaryTypes.has(column.type)) return rules.bytes(Buffer.from(text, 'base64').toString('hex'))
  if (text === '' && columnTypes[column.type].literal === 'list') return rules.text('| |')
  return text === '' && columnTypes[column.type].literal === 'mask' ? '0' : literal(column, sqlType, text, table, rules)
}

function expression(column: Column, text: string, rules: DefaultRules): string {
  if (isCurrentTimestamp(text)) return rules.now(column, false)
  if (isUpdatedTimestamp(text)) return rules.now(column, true)
  if (isCurrentDate(text)) return rules.today
  return rules.expression(text.trim(), column)
}

function literal(column: Column, sqlType: string, text: string, table: Table, rules: DefaultRules): string {
  if (column.array) return rules.text(text)
  switch (columnTypes[column.type].literal) {
    case 'number':
      // Removes a decimal point without digits after it.
      return text.trim().replace(/\.(?!\d)/, '')
    case 'plain':
      return text
    case 'boolean':
      return rules.boolean(isTrue(text))
    case 'digit':
      return isTrue(text) ? '1' : '0'
    case 'position':
      return String(column.valueSet.indexOf(text))
    case 'mask':
      return setMask(text, column.valueSet)
    case 'values':
      return rules.text(setText(text, column.valueSet, rules.sets ?? 'list'))
    case 'list':
      return rules.text(`| ${readList(text).join(' | ')} |`)
    case 'uuid':
      return holdsUuidBytes(column, sqlType) ? rules.bytes(uuidBytes(text, table)) : rules.text(text.toLowerCase())
    case 'bytes':
      return rules.bytes(Buffer.from(text).toString('hex'))
    case 'bits':
      return rules.bits?.(text) ?? rules.text(text)
    case 'temporal':
      return rules.temporal?.(column, text) ?? rules.text(text)
    default:
      return rules.text(text)
  }
}

// These are the words that the setters of models read as false.
const isTrue = (text: string): boolean => !/^(?:false|off|-|no|n|f|0)?$/i.test(text.trim())

/** Adds the parentheses that some servers require around every expression other than a literal. */
export const parenthesized = (text: string, lexicon: Lexicon = plain): string =>
  isSqlLiteral(text) || isParenthesized(text, lexicon) ? text : `(${text})`

const plain: Lexicon = { quotes: { "'": "'", '"': '"' } }
