import { type Column, integerTypes, numericTypes, type Platform, type Table, temporalTypes } from '../../model/index.js'

/**
 * Compares two bounds: negative if the first is below the other. Strings whose order depends on a collation are equal only
 * if they are identical, and below others only if that also holds when case is ignored.
 */
export function boundOrder(one: readonly string[], other: readonly string[], columns: readonly Column[]): number {
  for (const [at, column] of columns.entries()) {
    const order = valueOrder(one[at]!, other[at]!, column)
    if (order !== 0) return order
  }
  return 0
}

function valueOrder(one: string, other: string, { type }: Column): number {
  if (one === other) return 0
  if (integerTypes.has(type) && [one, other].every((text) => /^[+-]?\d+$/.test(text)))
    return compare(BigInt(one), BigInt(other))
  if (numericTypes.has(type)) return Number(one) - Number(other)
  if (temporalTypes.has(type)) return momentOf(one) - momentOf(other)
  const [plain, folded] = [compare(one, other), compare(one.toLowerCase(), other.toLowerCase())]
  // If the two orders differ, only the server knows the result, and nothing is reported.
  return plain === folded ? plain : Number.NaN
}

const compare = <T extends bigint | string>(one: T, other: T): number => (one < other ? -1 : one > other ? 1 : 0)

/** Returns a date or time in milliseconds. Without a zone, it is in UTC. */
function momentOf(text: string): number {
  const [, date = text, time = '00:00', zone = 'Z'] =
    /^(\S+?)(?:[T ]([\d:.]+))?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i.exec(text.trim()) ?? []
  const offset = /^[+-]/.test(zone)
    ? zone.replace(/^(...):?(\d\d)?$/, (_, hours, minutes) => `${hours}:${minutes ?? '00'}`)
    : 'Z'
  const padded = date.replaceAll('/', '-').replace(/-(\d)(?=-|$)/g, '-0$1')
  return Date.parse(`${padded}T${time}${offset}`)
}

/** Returns one string for all spellings of a value in a list. */
export function valueKey(text: string, column: Column, table: Table, { nativeEnums, charsets }: Platform): string {
  const { type } = column
  if (numericTypes.has(type)) return /^[+-]?\d+$/.test(text) ? String(BigInt(text)) : String(Number(text))
  if (temporalTypes.has(type)) return String(momentOf(text))
  const isOwn = [column, table].some(({ vendor }) => charsets?.collation.some((name) => vendor.has(name)))
  // The default collations of the database ignore case and accents.
  return nativeEnums?.collated && !isOwn ? text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() : text
}
