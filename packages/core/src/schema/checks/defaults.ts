import { takesNoDefault, wrongDefault } from '../../errors/schema/columns.js'
import { defaultNeedsNewerServer, expressionOfOtherVendor, noLiteralDefault } from '../../errors/schema/vendors.js'
import {
  type Column,
  decimalTypes,
  floatTypes,
  integerTypes,
  isWritten,
  lobTypes,
  type Platform,
  type PlatformName,
  readBoolean,
  readInteger,
  readList,
  type SchemaType,
} from '../../model/index.js'
import type { SchemaState } from '../state.js'

/** The default of a column against its type and its vendor (schema-reference §7). */
export function checkDefault(column: Column, platform: Platform, { report }: SchemaState): void {
  if (!column.default) return
  const { name, type, origin } = column
  const { kind, text } = column.default
  const attribute = ['defaultValue', 'default', 'defaultExpr'].find((candidate) => isWritten(origin, candidate))
  const at = attribute === undefined ? origin : origin.at(attribute)
  if (lobTypes.has(type)) report(takesNoDefault(at, name, type))
  else if (kind === 'expression') {
    const vendor = vendorOf(text, platform.name)
    if (vendor) report(expressionOfOtherVendor(at, name, text, vendor))
    else if (platform.expressionDefaultsNeed && !isCurrentTimestamp(text, type)) {
      report(defaultNeedsNewerServer(at, name, platform.expressionDefaultsNeed))
    }
  } else if (!isValid(text, column, platform)) {
    const hint = type === 'ENUM' || type === 'SET' ? `the values are ${column.valueSet.join(', ')}` : undefined
    report(wrongDefault(at, name, text, type, hint))
  } else if (platform.withoutLiteralDefault.has(type)) report(noLiteralDefault(at, name, platform.name, type))
}

function isValid(text: string, column: Column, platform: Platform): boolean {
  const { type, valueSet } = column
  if (integerTypes.has(type)) return isIntegerOf(column, text)
  if (decimalTypes.has(type) || floatTypes.has(type)) {
    const { size = 0, scale = 0 } = column
    const largest = size > scale && decimalTypes.has(type) ? 10 ** (size - scale) : Number.POSITIVE_INFINITY
    return number.test(text) && Math.abs(Number(text)) < largest
  }
  if (type === 'BINARY' && column.sqlType === undefined) {
    const size = column.size ?? platform.defaultSizes.BINARY ?? Number.POSITIVE_INFINITY
    return text !== '' && Buffer.byteLength(text) <= size
  }
  const check = checks[type]
  if (check) return check(text)
  if (type === 'ENUM') return valueSet.includes(text)
  if (type === 'SET') return readList(text).every((item) => valueSet.includes(item))
  if (type === 'CHAR' || type === 'VARCHAR') {
    const size = column.size ?? platform.defaultSizes[type]
    return column.sqlType !== undefined || size === undefined || [...text].length <= size
  }
  return true
}

const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Whether a column can hold a whole number; one with a type of its own can hold what PHP can. */
function isIntegerOf({ type, sqlType }: Column, text: string): boolean {
  const value = readInteger(text)
  const bits = (sqlType === undefined && integerBits[type]) || 64n
  return value !== undefined && value >= -(2n ** (bits - 1n)) && value < 2n ** (bits - 1n)
}

/** TINYINT has no sign on some vendors. */
const integerBits: Readonly<Partial<Record<SchemaType, bigint>>> = { TINYINT: 9n, SMALLINT: 16n, INTEGER: 32n }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const checks: Readonly<Partial<Record<SchemaType, (text: string) => boolean>>> = {
  BOOLEAN: (text) => readBoolean(text) !== undefined,
  BOOLEAN_EMU: (text) => readBoolean(text) !== undefined,
  DATE: (text) => isDate(text),
  TIME: (text) => isTime(text),
  DATETIME: (text) => isDateTime(text),
  TIMESTAMP: (text) => isDateTime(text),
  UUID: (text) => uuid.test(text),
  UUID_BINARY: (text) => uuid.test(text),
  BINARY: (text) => text !== '',
  ARRAY: (text) => text !== '' && !text.includes(' | '),
  JSON: isJson,
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** `2001-12-31`; also the zero date of old mysql schemas. */
function isDate(text: string): boolean {
  const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])]
  if (year === 0 && month === 0 && day === 0) return true
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const isTime = (text: string): boolean =>
  /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?( ?(z|utc|gmt|[+-]\d{2}(:?\d{2})?))?$/i.test(text)

function isDateTime(text: string): boolean {
  const [date = '', time, ...rest] = text.trim().split(/[T ](.*)/s)
  return isDate(date) && (time === undefined || isTime(time)) && rest.every((part) => part === '')
}

const isCurrentTimestamp = (text: string, type: SchemaType): boolean =>
  (type === 'DATETIME' || type === 'TIMESTAMP') &&
  /^(CURRENT_TIMESTAMP|LOCALTIMESTAMP|NOW)(\(\d*\))?(\s+ON\s+UPDATE\s+CURRENT_TIMESTAMP(\(\d*\))?)?$/i.test(text.trim())

/** Expressions that only some vendors know. Portable ones are in none of them. */
const vendorExpressions: readonly (readonly [RegExp, PlatformName, ...PlatformName[]])[] = [
  [/\bON\s+UPDATE\b/i, 'mysql'],
  [/\b(UUID|UNIX_TIMESTAMP|UTC_TIMESTAMP)\s*\(/i, 'mysql'],
  [/::|\b(nextval|gen_random_uuid|uuid_generate_v\d\w*|clock_timestamp)\s*\(/i, 'pgsql'],
  [/\b(randomblob|strftime|julianday)\s*\(|\bdatetime\s*\(/i, 'sqlite'],
  [/\b(GETDATE|GETUTCDATE|SYSDATETIME|NEWID|NEWSEQUENTIALID)\s*\(/i, 'mssql'],
  [/\bSYS_GUID\s*\(|\bSYSTIMESTAMP\b/i, 'oracle'],
  [/\bSYSDATE\b/i, 'oracle', 'mysql'],
]

/** The vendor that an expression belongs to, unless it is the given one. */
const vendorOf = (text: string, platform: PlatformName): PlatformName | undefined => {
  const found = vendorExpressions.find(([pattern]) => pattern.test(text))
  return found?.slice(1).includes(platform) ? undefined : found?.[1]
}
