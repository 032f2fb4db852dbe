import { ownersOf } from '../../dialects/vendors.js'
import type { Mark } from '../../errors/index.js'
import { takesNoDefault, wrongDefault } from '../../errors/schema/column-errors.js'
import {
  defaultNeedsNewerServer,
  emptyIsNull,
  expressionOfOtherVendor,
  noLiteralDefault,
  notOneExpression,
  notThere,
} from '../../errors/schema/vendor-errors.js'
import {
  arrayElements,
  type BoundPlatform,
  booleanTypes,
  type Column,
  decimalTypes,
  floatTypes,
  integerTypes,
  isCurrentDate,
  isCurrentTimestamp,
  isSqlLiteral,
  isTrue,
  isUpdatedTimestamp,
  isWritten,
  literalForms,
  lobTypes,
  numericTypes,
  type Platform,
  rangeTypes,
  readBoolean,
  readInteger,
  readList,
  type SchemaType,
  shownType,
  type Table,
  temporalTypes,
  valueSetTypes,
  writtenType,
} from '../../model/index.js'
import type { SchemaState } from '../state.js'
import { dateTypes, isZeroDate } from '../zero-date.js'
import { checkSqlUse, readsColumn } from './check-sql-use.js'

/** Checks a column's default against its type and its database. */
export function checkDefault(column: Column, table: Table, platform: BoundPlatform, state: SchemaState): void {
  const { report } = state
  // Auto-increment is checked elsewhere, and the expression for a sequence is generated.
  if (!column.default || column.sequence !== undefined) return
  const { name, type, origin } = column
  const { kind, text } = column.default
  const attribute = ['defaultValue', 'default', 'defaultExpr'].find((candidate) => isWritten(origin, candidate))
  const at = attribute === undefined ? origin : origin.at(attribute)
  if (lobTypes.has(type)) report(takesNoDefault(at, name, type))
  else if (kind === 'expression' && !isUpdatedTimestamp(text) && platform.sqlExpression(text) === undefined) {
    report(notOneExpression(at, `column "${name}"`, 'default', text, platform.name))
  } else if (kind === 'expression') {
    checkExpression(column, table, at, platform, state)
    if (!takesPresent(text, column, platform))
      report(wrongDefault(at, name, text, shownType(type), 'the present time is for columns of dates and times'))
    const owners = ownersOf(text)
    if (owners.length > 0 && !owners.includes(platform.name)) report(expressionOfOtherVendor(at, name, text, owners))
    else if (platform.expressionDefaultsNeed && !isOldDefault(text, type, platform))
      report(defaultNeedsNewerServer(at, name, platform.expressionDefaultsNeed))
  } else if (!isValid(text, column, platform)) {
    report(wrongDefault(at, name, text, writtenType(type).type, hintOf(column, platform)))
  } else if (platform.withoutLiteralDefault.has(type)) report(noLiteralDefault(at, name, platform.name, type))
  else if (platform.emptyStringIsNull && text === '' && (column.required || column.primaryKey))
    report(emptyIsNull(at, name, platform.name))
}

/** Whether servers without expression defaults accept this one: a literal, or the current time for DATETIME and TIMESTAMP. */
const isOldDefault = (text: string, type: SchemaType, platform: Platform): boolean =>
  isPresent(text)
    ? type === 'DATETIME' || type === 'TIMESTAMP'
    : isSqlLiteral(text) && (!platform.withoutLiteralDefault.has(type) || /^null$/i.test(text.trim()))

/** Checks a default expression: it must not read columns or, on some databases, only earlier ones. */
function checkExpression(column: Column, table: Table, at: Mark, platform: BoundPlatform, state: SchemaState): void {
  const text = column.default!.text
  const place = `column "${column.name}"`
  if (isUpdatedTimestamp(text)) return
  checkSqlUse({ text, use: 'default', at, place }, platform, state, table)
  const { names } = platform.sqlOutline(text)
  const read = table.columns
    .slice(platform.defaultsFromColumns ? table.columns.indexOf(column) : 0)
    .find((other) => readsColumn(names, other) && !platform.reservedWords.has(other.name.toUpperCase()))
  if (read)
    state.report(
      notThere(
        at,
        place,
        `the column "${read.name}"`,
        'a default',
        platform.name,
        'a generated column can read others',
      ),
    )
}

function hintOf({ type, array, valueSet, default: given }: Column, platform: Platform): string | undefined {
  if (array) return `write an array as ${arrayExamples.find(([types]) => types.has(type))?.[1] ?? '{a,b}'}`
  if (valueSetTypes.has(type)) return `the values are ${valueSet.join(', ')}`
  if (temporalTypes.has(type) || type === 'UUID' || type === 'UUID_BINARY') {
    const isCall = /^\s*[a-z_]{2}[\w.$]*\s*\(/i.test(given?.text ?? '')
    if (isCall || (temporalTypes.has(type) && /[a-z]{2}/i.test(given?.text ?? '')))
      return 'an SQL expression belongs in defaultExpr'
  }
  if (type === 'TIMESTAMPTZ') return 'write a time zone behind it, such as 2030-01-31 12:00:00+00:00'
  if (type === 'TIMESTAMP' && platform.timestampYears) {
    return `its years are ${platform.timestampYears.join(' to ')}; DATETIME has all of them`
  }
  return examples.find(([types]) => types.has(type))?.[1]
}

const arrayExamples: readonly (readonly [ReadonlySet<SchemaType>, string])[] = [
  [integerTypes, '{1,2}'],
  [numericTypes, '{1.5,2}'],
  [booleanTypes, '{true,false}'],
  [temporalTypes, '{2030-01-31}'],
]

const of = (...types: SchemaType[]): ReadonlySet<SchemaType> => new Set(types)

const examples: readonly (readonly [ReadonlySet<SchemaType>, string])[] = [
  [integerTypes, 'write a whole number that the type can hold, such as 0'],
  [numericTypes, 'write a number within size and scale, such as 1.5'],
  [booleanTypes, 'write true or false'],
  [of('DATE'), 'such as 2030-01-31'],
  [of('TIME'), 'such as 12:30:00'],
  [of('DATETIME', 'TIMESTAMP'), 'such as 2030-01-31 12:30:00'],
  [of('UUID', 'UUID_BINARY'), 'such as 6f1c2c3e-0000-4000-8000-000000000001'],
  [of('JSON'), 'write one JSON value, with its strings in double quotes'],
  [of('INTERVAL'), 'such as 1 day 02:00:00 or P1DT2H'],
  [of('INET'), 'such as 192.168.0.1 or ::1'],
  [of('CIDR'), 'such as 192.168.0.0/16, without bits behind the prefix'],
  [of('MACADDR'), 'such as 08:00:2b:01:02:03'],
  [of('HSTORE'), 'such as "color"=>"red"'],
  [of('BIT', 'VARBIT'), 'write as many of 0 and 1 as the size allows'],
  [of('YEAR'), 'a year of four digits from 1901 to 2155'],
  [of('INT4RANGE', 'INT8RANGE', 'NUMRANGE'), 'such as [1,10)'],
  [of('DATERANGE'), 'such as [2030-01-01,2031-01-01)'],
  [of('TSRANGE'), 'such as [2030-01-01 00:00,2030-01-02 00:00)'],
  [of('TSTZRANGE'), 'such as [2030-01-01 00:00+00,2030-01-02 00:00+00)'],
  [of('CHAR', 'VARCHAR'), 'it is longer than the size of the column'],
  [of('BINARY'), 'it is empty, or longer than the size of the column'],
  [of('ARRAY'), 'it is empty, or contains " | "'],
]

/** Whether a string is a valid value of a column. A date may be followed by a time zone. */
export function isValid(text: string, column: Column, platform: Platform): boolean {
  const { type, valueSet } = column
  if (column.array) return areElements(text, column, platform)
  if (integerTypes.has(type)) return isIntegerOf(column, text, platform)
  if (decimalTypes.has(type) || floatTypes.has(type)) {
    if (column.unsigned && /^\s*-/.test(text)) return false
    return number.test(text) && Math.abs(Number(text)) < numberLimit(column, platform)
  }
  if (dateTypes.has(type) && isZeroDate(text)) return platform.takesZeroDate
  if (type === 'TIMESTAMP' && !isWithin(platform.timestampYears, text)) return false
  if (type === 'BINARY' && column.sqlType === undefined) {
    const size = column.size ?? platform.defaultSizes.BINARY ?? Number.POSITIVE_INFINITY
    return text !== '' && Buffer.byteLength(text) <= size
  }
  const form = literalForms[type]
  if (form) return form(text) !== undefined && hasBits(column, text)
  const check = checks[type]
  if (check) return check(text)
  if (type === 'ENUM' || type === 'ENUM_NATIVE') return valueSet.includes(text)
  if (type === 'SET_NATIVE' && text === '') return true
  if (valueSetTypes.has(type)) return readList(text).every((item) => valueSet.includes(item))
  if (type === 'CHAR' || type === 'VARCHAR') {
    const size = column.size ?? platform.defaultSizes[type]
    return column.sqlType !== undefined || size === undefined || [...text].length <= size
  }
  return true
}

/** Whether a string is an array whose elements are valid values of the column. */
function areElements(text: string, { array: _, ...element }: Column, platform: Platform): boolean {
  const isFit = (value: string): boolean =>
    booleanTypes.has(element.type) ? serverBoolean.test(value) : isValid(value, element, platform)
  return arrayElements(text)?.every((value) => value === null || isFit(value)) ?? false
}

/** Boolean spellings inside an array, where the server itself reads them. */
const serverBoolean = /^(?:t(?:rue)?|f(?:alse)?|y(?:es)?|no?|on|off|[01])$/i

/** Whether a string has as many bits as its column: a BIT exactly its size, a VARBIT at most. */
function hasBits({ type, size, sqlType }: Column, text: string): boolean {
  if (sqlType !== undefined || (type !== 'BIT' && type !== 'VARBIT')) return true
  return type === 'BIT' ? text.length === (size ?? 1) : text.length <= (size ?? Number.POSITIVE_INFINITY)
}

const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Returns the limit that the default of a decimal or floating point column must stay below. */
function numberLimit(column: Column, platform: Platform): number {
  const { type, sqlType, size, scale = 0 } = column
  if (sqlType !== undefined) return Number.POSITIVE_INFINITY
  // The size of a floating point number counts only together with a scale.
  const isSized = decimalTypes.has(type) || (platform.scales.has(type) && scale > 0)
  const digits = (isSized && (size || platform.defaultSizes[type])) || 0
  const limit = platform.numberLimit?.(column) ?? Number.POSITIVE_INFINITY
  return digits > 0 ? Math.min(10 ** (digits - scale), limit) : limit
}

/** Whether a column can store a whole number. For a custom SQL type, the limits are those of PHP integers. */
function isIntegerOf({ type, sqlType, vendor, unsigned }: Column, text: string, platform: Platform): boolean {
  const value = readInteger(text)
  const bits = (sqlType === undefined && integerBits[type]) || 64n
  const half = 2n ** (bits - 1n)
  const isUnsigned = unsigned || (platform.vendorParameters.column?.has('Unsigned') && isTrue(vendor.get('Unsigned')))
  const isWide = type === 'TINYINT' && !platform.tinyintIsSigned
  const least = isUnsigned || (type === 'TINYINT' && platform.tinyintIsUnsigned) ? 0n : -half
  return value !== undefined && value >= least && value < (isUnsigned || isWide ? 2n * half : half)
}

const integerBits: Readonly<Partial<Record<SchemaType, bigint>>> = { TINYINT: 8n, SMALLINT: 16n, INTEGER: 32n }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type TextChecks = Readonly<Partial<Record<SchemaType, (text: string) => boolean>>>

const forms: TextChecks = {
  BOOLEAN: (text) => readBoolean(text) !== undefined,
  BOOLEAN_EMU: (text) => readBoolean(text) !== undefined,
  DATE: (text) => isDate(text),
  TIME: (text) => isTime(text),
  DATETIME: (text) => isDateTime(text),
  TIMESTAMP: (text) => isDateTime(text),
  UUID: (text) => uuid.test(text),
  UUID_BINARY: (text) => uuid.test(text),
  JSON: isJson,
}

const checks: TextChecks = {
  ...forms,
  BINARY: (text) => text !== '',
  ARRAY: (text) => text !== '' && !text.includes(' | '),
}

/** Whether a string is a value of a type, for types whose form can be checked: dates, times, JSON, UUIDs and booleans. */
export const isTextOf = (type: SchemaType, text: string): boolean => forms[type]?.(text) ?? true

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a string is a date such as `2001-12-31`, or the zero date of old schemas. */
function isDate(text: string): boolean {
  const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])]
  if (year === 0 && month === 0 && day === 0) return true
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const isWithin = (years: Platform['timestampYears'], text: string): boolean => {
  const year = Number(/^\s*(\d{4})/.exec(text)?.[1])
  return !years || (year >= years[0] && year <= years[1])
}

const isTime = (text: string): boolean =>
  /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?( ?(z|utc|gmt|[+-]\d{2}(:?\d{2})?))?$/i.test(text)

function isDateTime(text: string): boolean {
  const [date = '', time, ...rest] = text.trim().split(/[T ](.*)/s)
  return isDate(date) && (time === undefined || isTime(time)) && rest.every((part) => part === '')
}

const isPresent = (text: string): boolean => isCurrentTimestamp(text) || isUpdatedTimestamp(text)

/** Whether a column can store the current time that an expression returns. Some databases convert it to a number. */
function takesPresent(text: string, { type, sqlType, array }: Column, { convertsTimes }: Platform): boolean {
  const isDay = isCurrentDate(text)
  if (sqlType !== undefined || !(isDay || isPresent(text))) return true
  if (array) return false
  return !timeless.has(type) && (convertsTimes || !(numericTypes.has(type) || (isDay && type === 'TIME')))
}

const timeless: ReadonlySet<SchemaType> = new Set<SchemaType>([
  ...booleanTypes,
  ...valueSetTypes,
  'BINARY',
  'JSON',
  'UUID',
  'UUID_BINARY',
  'YEAR',
  'INTERVAL',
  'INET',
  'CIDR',
  'MACADDR',
  'HSTORE',
  'BIT',
  'VARBIT',
  ...rangeTypes,
])
