import { type Column, readBoolean, type Table } from '../model/index.js'

/** Whether a column holds the bytes of UUIDs and not their text: SQL defaults and PHP go by this. */
export const holdsUuidBytes = ({ type }: Column, sqlType: string): boolean =>
  type === 'UUID_BINARY' || (type === 'UUID' && /^(?:(?:VAR)?BINARY|RAW|BYTEA)\b/i.test(sqlType))

/** Whether the bytes of UUIDs that come first are those that change slowest: SQL defaults and PHP go by this. */
export const swapsUuids = ({ vendor }: Table): boolean => readBoolean(vendor.get('UuidSwapFlag') ?? 'true') !== false

/**
 * The bytes of a UUID in hexadecimal digits. With the swap flag, the groups that hold the time come first, the highest
 * before the others, so that UUIDs sort by time.
 */
export function uuidBytes(text: string, table: Table): string {
  const [low = '', middle = '', high = '', ...rest] = text
    .trim()
    .replace(/^\{|\}$/g, '')
    .toLowerCase()
    .split('-')
  return [...(swapsUuids(table) ? [high, middle, low] : [low, middle, high]), ...rest].join('')
}
