import { type Column, columnTypes, type Platform, type TextUnit } from '../model/index.js'

/** The maximum length of a text or binary column. */
export interface LengthLimit {
  readonly most: number
  readonly unit: TextUnit
}

const sized = '\\s*\\(\\s*(\\d+)\\s*(byte|char)?\\s*\\)'
const texts = new RegExp(`^(n|national\\s+)?(?:var)?char(?:acter)?2?(?:\\s+varying)?${sized}`, 'i')
const oneCharacter = /^(n|national\s+)?char(?:acter)?$/i
const bytes = new RegExp(`^(?:(?:var)?binary|raw)${sized}`, 'i')

/** Returns the limit of the SQL type. The size of a binary column applies even if the server has a single unsized type. */
export function lengthLimit(column: Column, sqlType: string, { textUnits }: Platform): LengthLimit | undefined {
  const [, size] = bytes.exec(sqlType) ?? []
  if (size !== undefined) return { most: Number(size), unit: 'bytes' }
  const text = texts.exec(sqlType) ?? oneCharacter.exec(sqlType)
  if (text) {
    const [, national, most = '1', word] = text
    const unit = (national ? textUnits?.national : textUnits?.plain) ?? 'characters'
    return { most: Number(most), unit: word ? (/^byte$/i.test(word) ? 'bytes' : 'characters') : unit }
  }
  return columnTypes[column.type].limitsLength && column.sqlType === undefined && column.size !== undefined
    ? { most: column.size, unit: 'bytes' }
    : undefined
}
