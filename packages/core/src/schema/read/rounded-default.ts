import {
  arrayForm,
  type Column,
  type ColumnDefault,
  columnTypes,
  decimalTypes,
  floatTypes,
  type Platform,
  temporalTypes,
} from '../../model/index.js'

/** PHP times have at most this many decimal places. */
const digitsOfPhp = 6

/**
 * Rounds a default to the decimal places that the column stores. Servers round or truncate it, each in a different way, and
 * otherwise a new object in PHP would have another value than its row.
 */
export function roundedDefault(column: Column, given: ColumnDefault, platform: Platform): ColumnDefault {
  if (given.kind !== 'value' || column.sqlType !== undefined) return given
  const { type, scale } = column
  if (column.array) return { ...given, text: arrayForm(given.text) ?? given.text }
  if (decimalTypes.has(type)) return { ...given, text: roundedNumber(given.text, platform.fractionDigits(column)) }
  if (floatTypes.has(type)) {
    return platform.scales.has(type) ? { ...given, text: roundedNumber(given.text, scale ?? null) } : given
  }
  const text = columnTypes[type].canonical?.(given.text) ?? given.text
  if (type === 'DATE' || !temporalTypes.has(type)) return { ...given, text }
  const digits = Math.min(platform.fractionDigits(column) ?? digitsOfPhp, digitsOfPhp)
  return { ...given, text: cutTime(text, digits) }
}

const cutTime = (text: string, digits: number): string =>
  text.replace(/(:\d{2}:\d{2})\.(\d+)/, (_, time: string, fraction: string) =>
    digits === 0 ? time : `${time}.${fraction.slice(0, digits)}`,
  )

/** Rounds a number as databases do: half away from zero. Works on digits, as a float would lose some. */
function roundedNumber(text: string, digits: number | null): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text.trim()) ?? []
  const decimals = fraction.length - Number(exponent)
  if (digits === null || whole + fraction === '' || decimals <= digits) return text
  const unit = 10n ** BigInt(decimals - digits)
  const rounded = (BigInt(whole + fraction) + unit / 2n) / unit
  const all = String(rounded).padStart(digits + 1, '0')
  const point = all.length - digits
  const number = digits === 0 ? all : `${all.slice(0, point)}.${all.slice(point)}`
  return sign === '-' && rounded !== 0n ? `-${number}` : number
}
