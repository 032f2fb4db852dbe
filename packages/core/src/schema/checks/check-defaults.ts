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
  characterTypes,
  columnTypes,
  dateTypes,
  decimalTypes,
  enumTypes,
  floatTypes,
  integerTypes,
  isCurrentDate,
  isCurrentTimestamp,
  isSqlLiteral,
  isTrue,
  isUpdatedTimestamp,
  isWritten,
  lobTypes,
  numericTypes,
  type Platform,
  readInteger,
  readList,
  type SchemaType,
  shownType,
  type Table,
  valueSetTypes,
  writtenType,
} from '../../model/index.js'
import type { SchemaState } from '../state.js'
import { isZeroDate } from '../zero-date.js'
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
    ? columnTypes[type].moment === 'datetime'
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
  const facts = columnTypes[type]
  const { family } = facts
  if (array) return `write an array as ${facts.arrayExample ?? '{a,b}'}`
  if (valueSetTypes.has(type)) return `the values are ${valueSet.join(', ')}`
  if (family === 'temporal' || family === 'uuid') {
    const isCall = /^\s*[a-z_]{2}[\w.$]*\s*\(/i.test(given?.text ?? '')
    if (isCall || (family === 'temporal' && /[a-z]{2}/i.test(given?.text ?? '')))
      return 'an SQL expression belongs in defaultExpr'
  }
  if (type === 'TIMESTAMP' && platform.timestampYears) {
    return `its years are ${platform.timestampYears.join(' to ')}; DATETIME has all of them`
  }
  return facts.hint
}

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
  const { canonical, accepts } = columnTypes[type]
  if (canonical) return canonical(text) !== undefined && hasBits(column, text)
  if (accepts) return accepts(text)
  if (enumTypes.has(type)) return valueSet.includes(text)
  if (type === 'SET_NATIVE' && text === '') return true
  if (valueSetTypes.has(type)) return readList(text).every((item) => valueSet.includes(item))
  if (characterTypes.has(type) && columnTypes[type].comparesSize) {
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
  if (sqlType !== undefined || columnTypes[type].family !== 'bits') return true
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
  const bits = BigInt((sqlType === undefined && columnTypes[type].bits) || 64)
  const half = 2n ** (bits - 1n)
  const isUnsigned = unsigned || (platform.vendorParameters.column?.has('Unsigned') && isTrue(vendor.get('Unsigned')))
  const isWide = type === 'TINYINT' && !platform.tinyintIsSigned
  const least = isUnsigned || (type === 'TINYINT' && platform.tinyintIsUnsigned) ? 0n : -half
  return value !== undefined && value >= least && value < (isUnsigned || isWide ? 2n * half : half)
}

/** Whether a string is a value of a type, for types whose form can be checked: dates, times, JSON, UUIDs and booleans. */
export const isTextOf = (type: SchemaType, text: string): boolean => columnTypes[type].accepts?.(text) ?? true

const isWithin = (years: Platform['timestampYears'], text: string): boolean => {
  const year = Number(/^\s*(\d{4})/.exec(text)?.[1])
  return !years || (year >= years[0] && year <= years[1])
}

const isPresent = (text: string): boolean => isCurrentTimestamp(text) || isUpdatedTimestamp(text)

/** Whether a column can store the current time that an expression returns. Some databases convert it to a number. */
function takesPresent(text: string, { type, sqlType, array }: Column, { convertsTimes }: Platform): boolean {
  const isDay = isCurrentDate(text)
  if (sqlType !== undefined || !(isDay || isPresent(text))) return true
  if (array) return false
  return (
    columnTypes[type].takesNow === true && (convertsTimes || !(numericTypes.has(type) || (isDay && type === 'TIME')))
  )
}
