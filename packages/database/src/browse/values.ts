import {
  arrayElements,
  type Column,
  type Config,
  columnTypes,
  type Dialect,
  holdsUuidBytes,
  integerTypes,
  isTextOf,
  type ShownKind,
  swapsUuids,
  type Table,
  valueSetTypes,
} from 'orm-core/internal'
import type { BrowseRules } from '../session/browse-rules.js'
import { BrowseError } from './browse-error.js'
import { isArrayText, isReadableJson, isSerialized } from './php-texts.js'

/** Kind of values in a column, as shown to a user. */
export type ValueKind = ShownKind | 'other'

/** Value as sent to the page. Numbers are strings, because JavaScript numbers have fewer digits. */
export type Cell =
  | null
  | string
  | boolean
  /** Start of a long text. */
  | { readonly start: string }
  | { readonly bytes: number }

/** How the values of a column are read and written. */
export interface ColumnAccess {
  readonly column: Column
  readonly kind: ValueKind
  /** SQL type. */
  readonly type: string
  readonly isSortable: boolean
  /** Whether a value that was read may differ from the stored one. */
  readonly isInexact: boolean
  /** Name of the column in SQL. */
  readonly quoted: string
  /** Returns the column in SQL, for comparisons. */
  name(alias: string): string
  /** Returns an expression for the value, truncated to a number of characters. */
  shown(alias: string, length: number): string
  /** Returns an expression for the whole value as text. */
  exact(alias: string): string
  cellOf(value: unknown, length: number): Cell
  /** Converts a whole value of `exact()` for a file. */
  wholeOf(value: unknown): null | string | boolean
  /** Converts a value of `exact()` to text. */
  textOf(value: unknown): string | null
  /** Returns the SQL of a text of `exact()` or a text that a user entered. */
  literal(text: string): string
  /** Returns the SQL of a text that a user wants to store. Throws if it is not a valid value and the server would accept it. */
  entered(text: string): string
  /** Returns the SQL of a text of `exact()` if a text entered by a user would be read differently. */
  stored(text: string): string
}

/** Context that all columns of a database share. */
export interface ColumnContext {
  readonly dialect: Dialect
  readonly settings: Config['adapters']
  readonly rules: BrowseRules
  /** Classes that every OBJECT column may contain. */
  readonly objectClasses: readonly string[]
}

export function accessTo(column: Column, table: Table, context: ColumnContext): ColumnAccess {
  const access = readingOf(column, table, context)
  const isNumbered = valueSetTypes.has(column.type) && columnTypes[column.type].storesIntegers === true
  return {
    ...access,
    entered(text) {
      const problem = entryProblem(access, text, context)
      if (problem !== undefined) throw new BrowseError(400, `${column.name}: "${clipped(text)}" is not ${problem}`)
      return access.literal(text)
    },
    stored: isNumbered ? context.rules.number : access.literal,
    wholeOf: (value) => wholeValue(access, value),
  }
}

/** Returns bytes as hexadecimal digits and every other value as shown to a user. */
function wholeValue({ kind, textOf, cellOf }: Reading, value: unknown): null | string | boolean {
  if (value === null || value === undefined) return null
  if (kind === 'bytes' || value instanceof Uint8Array) return `0x${textOf(value)}`
  const cell = cellOf(value, Number.POSITIVE_INFINITY)
  return typeof cell === 'object' ? textOf(value) : cell
}

/** Returns what an entered text should be, or undefined if it is a value that PHP can read. */
function entryProblem(
  { column, kind, type: sqlType }: Reading,
  text: string,
  { rules, objectClasses }: ColumnContext,
): string | undefined {
  const { type } = column
  // The server knows texts, bytes and numbers here, not what they mean.
  if (type === 'ARRAY' && !column.array) return isArrayText(text) ? undefined : 'a list, such as | a | b |'
  if (type === 'OBJECT') {
    const own = column.phpType === undefined ? [] : [column.phpType]
    const isValue = isSerialized(Buffer.from(hexOf(text, column), 'hex'), [...own, ...objectClasses])
    return isValue ? undefined : 'a serialized PHP value of a class that the column allows, as hexadecimal digits'
  }
  if (kind === 'enum' || kind === 'set') {
    const words =
      kind === 'enum' ? [text] : ((type === 'SET_NATIVE' && arrayElements(text)) || wordsOf(text)).map(String)
    const isValue = column.valueSet.length === 0 || words.every((word) => column.valueSet.includes(word))
    return isValue ? undefined : `one of ${column.valueSet.join(', ')}`
  }
  if (kind === 'json') return isReadableJson(text) ? undefined : 'JSON'
  if (kind === 'boolean') return isTextOf('BOOLEAN', text.trim()) ? undefined : 'true or false'
  // Any other text would be stored as bytes.
  if (kind === 'uuid' && holdsUuidBytes(column, sqlType))
    return /^[\da-f]{32}$/i.test(text.replace(/[{}-]/g, '')) ? undefined : 'a UUID'
  if (integerTypes.has(type) && kind === 'number' && !/^\s*[+-]?\d+\s*$/.test(text)) return 'a whole number'
  if (rules.checksTypes || column.sqlType !== undefined) return undefined
  if (integerTypes.has(type) && kind === 'number' && !hasBits(text, 64)) return 'a number of 64 bits'
  if (kind === 'number' && Math.abs(Number(text)) === Number.POSITIVE_INFINITY) return 'a number that can be stored'
  const expected = checkedKinds[kind]
  return expected !== undefined && !isTextOf(type, text) ? expected : undefined
}

const checkedKinds: Readonly<Partial<Record<ValueKind, string>>> = {
  date: 'a date, such as 2024-12-31',
  time: 'a time, such as 23:59:59',
  uuid: 'a UUID',
  datetime: 'a date with a time, such as 2024-12-31 23:59:59',
}

function hasBits(text: string, bits: number): boolean {
  const value = BigInt(text.trim().replace(/^\+/, ''))
  return BigInt.asIntN(bits, value) === value
}

type Reading = Omit<ColumnAccess, 'wholeOf' | 'stored' | 'entered'>

function readingOf(column: Column, table: Table, { dialect, settings, rules }: ColumnContext): Reading {
  const kind: ValueKind = column.array ? 'other' : (columnTypes[column.type].shownAs ?? 'other')
  const quoted = dialect.quote(column.name)
  const type = dialect.typeOf(column, settings)
  const name = (alias: string): string => `${alias}.${quoted}`
  const shared = {
    column,
    kind,
    type,
    quoted,
    isSortable: kind !== 'json' && columnTypes[column.type].family !== 'geometry',
    isInexact: columnTypes[column.type].isInexact === true,
    name,
    shown: name,
    exact: name,
    cellOf: plainCell,
    textOf: plainText,
    literal: rules.literal,
  }
  switch (kind) {
    case 'number':
      return {
        ...shared,
        cellOf: (value, length) => withScale(plainCell(value, length), column),
        literal: (text) => rules.number(numberOf(text, column)),
      }
    case 'boolean':
      return {
        ...shared,
        cellOf: (value, length) => (value === null ? null : (booleanOf(value) ?? plainCell(value, length))),
        // A column may hold other values, where the database has no booleans.
        literal(text) {
          const value = booleanOf(text)
          return value === undefined ? rules.literal(text) : rules.boolean(value)
        },
      }
    case 'enum':
    case 'set':
      if (columnTypes[column.type].storesIntegers)
        return { ...shared, ...(kind === 'enum' ? storedByIndex(column, rules) : storedByBits(column, rules)) }
      return kind === 'enum' ? shared : { ...shared, ...storedByNames(column, type, rules) }
    case 'uuid':
      if (!holdsUuidBytes(column, type)) return shared
      return { ...shared, ...uuidBytes(column, table, rules, name) }
    case 'bytes':
      return {
        ...shared,
        shown: (alias) => rules.sizeOf(name(alias)),
        exact: (alias) => rules.hexOf(name(alias)),
        cellOf: (value) => (value === null ? null : { bytes: Number(value) }),
        literal: (text) => rules.bytes(hexOf(text, column)),
      }
    case 'text':
    case 'json':
    case 'other': {
      const asText = textExpression(column, rules)
      return {
        ...shared,
        shown: (alias, length) => rules.startOf(asText(name(alias)), length + 1),
        exact: (alias) => asText(name(alias)),
      }
    }
    default:
      return shared
  }
}

function textExpression({ type }: Column, rules: BrowseRules): (name: string) => string {
  const { family } = columnTypes[type]
  if (family === 'geometry') return rules.geometryText
  return family === 'bits' ? rules.bitText : (name) => name
}

const plainText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}

function plainCell(value: unknown, length: number): Cell {
  if (value instanceof Uint8Array) return { bytes: value.length }
  const text = plainText(value)
  // Removes half of a surrogate pair at the end.
  return text !== null && text.length > length ? { start: text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') } : text
}

function booleanOf(value: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase()
  if (['1', 't', 'true', 'y', 'yes', 'on'].includes(word)) return true
  return ['0', 'f', 'false', 'n', 'no', 'off'].includes(word) ? false : undefined
}

/** Returns a decimal number with all digits of its scale, which databases without decimals do not store. */
function withScale(cell: Cell, { type, scale = 0 }: Column): Cell {
  if (
    columnTypes[type].family !== 'decimal' ||
    scale === 0 ||
    typeof cell !== 'string' ||
    !/^-?\d+(?:\.\d*)?$/.test(cell)
  )
    return cell
  const [whole, digits = ''] = cell.split('.')
  return `${whole}.${digits.padEnd(scale, '0')}`
}

function numberOf(text: string, { name }: Column): string {
  const trimmed = text.trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed))
    throw new BrowseError(400, `${name}: "${clipped(text)}" is not a number`)
  return trimmed
}

function hexOf(text: string, { name }: Column): string {
  const digits = text.replace(/^(?:0x|\\x)/i, '').replace(/\s/g, '')
  if (!/^(?:[\da-f]{2})*$/i.test(digits)) throw new BrowseError(400, `${name}: bytes are written as hexadecimal digits`)
  return digits
}

const clipped = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** Access to ENUM columns that store the index of a value. */
const storedByIndex = ({ name, valueSet }: Column, rules: BrowseRules) => ({
  cellOf: (value: unknown): Cell => (value === null ? null : (valueSet[Number(value)] ?? String(value))),
  literal(text: string): string {
    const index = valueSet.indexOf(text)
    if (index >= 0) return rules.number(String(index))
    // The key of a row contains the stored index.
    if (/^\d+$/.test(text)) return rules.number(text)
    throw new BrowseError(400, `${name}: "${clipped(text)}" is not one of ${valueSet.join(', ')}`)
  },
})

/** Returns the values in a list of the values of a SET: `a, b`. */
const wordsOf = (text: string): string[] => text.split(',').flatMap((word) => word.trim() || [])

/** Access to SET columns of a type of the database, which is an array where there is no type for sets. */
function storedByNames({ valueSet }: Column, type: string, rules: BrowseRules) {
  const isArray = type.endsWith('[]')
  const shown = (text: string | null): string | null => {
    const elements = text !== null && isArray ? arrayElements(text) : undefined
    return elements ? elements.join(',') : text
  }
  return {
    cellOf: (value: unknown, length: number): Cell => plainCell(shown(plainText(value)), length),
    literal(text: string): string {
      if (isArray && arrayElements(text)) return rules.literal(text)
      const words = wordsOf(text)
      const isKnown = words.every((word) => valueSet.includes(word))
      // The library compares the values in this order.
      const ordered = isKnown ? valueSet.filter((value) => words.includes(value)) : words
      if (!isArray) return rules.literal(ordered.join(','))
      return rules.literal(`{${ordered.map((word) => `"${word.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
    },
  }
}

/** Access to SET columns that store one bit per value. */
const storedByBits = ({ name, valueSet }: Column, rules: BrowseRules) => ({
  cellOf: (value: unknown): Cell =>
    value === null ? null : valueSet.filter((_, at) => (BigInt(String(value)) >> BigInt(at)) & 1n).join(','),
  literal(text: string): string {
    if (/^\d+$/.test(text) && !valueSet.includes(text)) return rules.number(text)
    const words = wordsOf(text)
    const other = words.find((word) => !valueSet.includes(word))
    if (other !== undefined)
      throw new BrowseError(400, `${name}: "${clipped(other)}" is not one of ${valueSet.join(', ')}`)
    return rules.number(String(words.reduce((bits, word) => bits | (1n << BigInt(valueSet.indexOf(word))), 0n)))
  },
})

function uuidBytes(column: Column, table: Table, rules: BrowseRules, name: (alias: string) => string) {
  const isSwapped = swapsUuids(table)
  const ofHex = (hex: string): string => {
    const [a, b, c] = isSwapped
      ? [hex.slice(8, 16), hex.slice(4, 8), hex.slice(0, 4)]
      : [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)]
    return hex.length === 32 ? [a, b, c, hex.slice(16, 20), hex.slice(20)].join('-') : hex
  }
  const toHex = (text: string): string => {
    const hex = text.trim().toLowerCase().replace(/[{}-]/g, '')
    // The bytes of a key may be others than those of a UUID.
    if (!/^(?:[\da-f]{2})*$/.test(hex)) throw new BrowseError(400, `${column.name}: "${clipped(text)}" is not a UUID`)
    return isSwapped && hex.length === 32 ? hex.slice(12, 16) + hex.slice(8, 12) + hex.slice(0, 8) + hex.slice(16) : hex
  }
  const hex = (alias: string): string => rules.hexOf(name(alias))
  const textOf = (value: unknown): string | null => (value === null ? null : ofHex(String(value)))
  return { shown: hex, exact: hex, cellOf: textOf, textOf, literal: (text: string) => rules.bytes(toHex(text)) }
}
