import { keyTooLong } from '../../errors/schema/key-errors.js'
import {
  type BoundPlatform,
  type Column,
  characterTypes,
  columnTypes,
  type Index,
  isCreated,
  isWholeColumnIndex,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import { columnOf } from '../by-name.js'
import type { Check } from '../state.js'

/** Warns about keys with more bytes than some servers accept. */
export const checkKeyBytes: Check = ({ model, platform }, { report, broken }) => {
  const { keyBytes } = platform
  if (!keyBytes) return
  for (const table of model.tables) {
    if (!isCreated(table) || broken.has(table) || !keyBytes.isLimited(table.vendor)) continue
    const columns = primaryKeyOf(table).map((column): Part => ({ column }))
    const indexes = [...table.uniques, ...table.indexes].filter(
      (index) => !broken.has(index) && !isWholeColumnIndex(index),
    )
    const keys = [
      { name: 'primary key', at: columns[0]?.column.origin, parts: columns, limit: keyBytes.primaryKey },
      ...indexes.map((index) => ({
        name: `index "${index.name}"`,
        at: index.origin,
        parts: partsOf(index, table),
        limit: keyBytes.index,
      })),
    ]
    for (const { name, at, parts, limit } of keys) {
      const lengths = parts.map((part) => lengthOf(part, table, platform))
      const bytes = lengths.reduce((sum, length) => sum + length.bytes, 0)
      const { charset } = lengths.reduce((widest, length) => (length.width > widest.width ? length : widest), bare)
      if (at && bytes > limit) report(keyTooLong(at, name, bytes, charset, platform.name, limit))
    }
  }
}

interface Part {
  readonly column: Column
  readonly size?: number
}

interface Length {
  readonly bytes: number
  /** Bytes of a character. */
  readonly width: number
  readonly charset?: string
}

const bare: Length = { bytes: 0, width: 0 }

const partsOf = (index: Index, table: Table): Part[] =>
  index.columns.flatMap(({ name, size }) => {
    const column = name === undefined ? undefined : columnOf(table, name)
    return column ? [{ column, ...(size !== undefined && { size }) }] : []
  })

/** Returns the length of a column in a key. Types whose length is not known, and numbers, count as one byte. */
function lengthOf({ column, size }: Part, table: Table, platform: BoundPlatform): Length {
  const { type, sqlType } = column
  const length = size ?? column.size ?? platform.defaultSizes[type]
  if (sqlType !== undefined || length === undefined) return { ...bare, bytes: 1 }
  if (columnTypes[type].family === 'bytes') return { ...bare, bytes: length }
  if (!characterTypes.has(type)) return { ...bare, bytes: 1 }
  const characters = platform.keyBytes!.charactersOf(column, table)
  return { ...characters, bytes: length * characters.width }
}
