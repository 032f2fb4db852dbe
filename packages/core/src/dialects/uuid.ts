import { type Column, columnTypes, readBoolean, type Table } from '../model/index.js'

/** Returns whether a column contains UUIDs as bytes rather than text; both SQL defaults and PHP depend on it. */
export const holdsUuidBytes = ({ type }: Column, sqlType: string): boolean =>
  columnTypes[type].kind === 'uuid-binary' ||
  (columnTypes[type].family === 'uuid' && /^(?:(?:VAR)?BINARY|RAW|BYTEA)\b/i.test(sqlType))

/** Returns whether UUIDs are stored with their slowest-changing bytes first; both SQL defaults and PHP depend on it. */
export const swapsUuids = ({ vendor }: Table): boolean => readBoolean(vendor.get('UuidSwapFlag') ?? 'true') !== false

/**
 * Returns the bytes of a UUID as hexadecimal digits. With the swap flag, the time groups come first, the highest one leading,
 * so that UUIDs sort by time.
 */
export function uuidBytes(text: string, table: Table): string {
  const [low = '', middle = '', high = '', ...rest] = text
    .trim()
    .replace(/^\{|\}$/g, '')
    .toLowerCase()
    .split('-')
  return [...(swapsUuids(table) ? [high, middle, low] : [low, middle, high]), ...rest].join('')
}
