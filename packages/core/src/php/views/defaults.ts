import { type Column, readBoolean, readList } from '../../model/index.js'
import { kindOf } from '../column-kinds.js'
import { type PhpValue, phpLiteral } from '../literal.js'

/** The literal default of a column as its property holds it; null where the database or nobody gives one. */
export function storedDefault(column: Column): string {
  if (column.default?.kind !== 'value') return 'null'
  const { text } = column.default
  switch (kindOf(column)) {
    case 'integer':
      return String(Number.parseInt(text, 10) || Number(readBoolean(text) ?? 0))
    case 'float':
      return floatLiteral(Number(text))
    case 'boolean':
      return String(readBoolean(text) ?? true)
    case 'enum':
      return String(column.valueSet.indexOf(text))
    case 'set':
      return String(readList(text).reduce((mask, value) => mask + 2 ** column.valueSet.indexOf(value), 0))
    case 'array':
      return phpLiteral(`| ${readList(text).join(' | ')} |`)
    case 'object':
      return 'null'
    default:
      return phpLiteral(text)
  }
}

const floatLiteral = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value))

/** The default as the table map tells it. */
export function mappedDefault(column: Column): PhpValue {
  if (column.default?.kind !== 'value') return null
  const { text } = column.default
  const kind = kindOf(column)
  if (kind === 'integer' || kind === 'float') return Number(text)
  return kind === 'boolean' ? (readBoolean(text) ?? true) : text
}
