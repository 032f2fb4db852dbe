import type { Table } from '../model/index.js'

/**
 * The bytes of a UUID in hexadecimal digits. With the swap flag, the groups that hold the time come first, the highest
 * before the others, so that UUIDs sort by time (schema-reference §6.8).
 */
export function uuidBytes(text: string, table: Table): string {
  const [low = '', middle = '', high = '', ...rest] = text
    .trim()
    .replace(/^\{|\}$/g, '')
    .toLowerCase()
    .split('-')
  const swap = table.vendor.get('UuidSwapFlag')?.toLowerCase() !== 'false'
  return [...(swap ? [high, middle, low] : [low, middle, high]), ...rest].join('')
}
