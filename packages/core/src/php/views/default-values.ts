import { PhpCode, type PhpValue, phpLiteral } from '../../escape/php-literal.js'
import {
  type Column,
  columnTypes,
  decimalTypes,
  integerTypes,
  readBoolean,
  readInteger,
  readList,
  setMask,
  setText,
} from '../../model/index.js'
import { kindOf } from '../column-kinds.js'

/** Returns the literal default as stored in the property, or null if there is none or the database sets it. */
export function storedDefault(column: Column, sets: 'list' | 'array' = 'list'): string {
  if (column.default?.kind !== 'value') return 'null'
  const { text } = column.default
  switch (kindOf(column)) {
    case 'integer':
      return integerLiteral(text)
    case 'float':
      return floatLiteral(Number(text))
    case 'boolean':
      return String(readBoolean(text) ?? true)
    case 'enum':
      return String(column.valueSet.indexOf(text))
    case 'set':
      return setMask(text, column.valueSet)
    case 'native-set':
      return phpLiteral(setText(text, column.valueSet, sets))
    case 'array':
      return phpLiteral(`| ${readList(text).join(' | ')} |`)
    case 'object':
      return 'null'
    case 'decimal':
      return phpLiteral(scaled(column, plainText(column, text)))
    default:
      return phpLiteral(plainText(column, text))
  }
}

function integerLiteral(text: string): string {
  const value = readInteger(text) ?? BigInt(readBoolean(text) ?? 0)
  // In PHP, the absolute value of the minimum integer is one too large to be negated.
  return value === -(2n ** 63n) ? 'PHP_INT_MIN' : String(value)
}

const floatLiteral = (value: number): string => (/^-?\d+$/.test(String(value)) ? `${value}.0` : String(value))

/** Returns the default for the table map. */
export function mappedDefault(column: Column): PhpValue {
  if (column.default === undefined) return null
  const { text, kind: form } = column.default
  // Maps contain an expression unchanged.
  if (form !== 'value') return text
  const kind = kindOf(column)
  if (kind === 'integer') return new PhpCode(integerLiteral(text))
  if (kind === 'float') return Number(text)
  if (kind === 'boolean') return readBoolean(text) ?? true
  return plainText(column, text)
}

/** Writes a value as databases do: UUIDs in lower case, numbers without redundant signs and zeros. */
function plainText({ type }: Column, text: string): string {
  if (columnTypes[type].family === 'uuid') return text.toLowerCase()
  return integerTypes.has(type) ? String(readInteger(text) ?? text) : text
}

/** Whether objects show as many decimal places as the column has. */
const hasScale = ({ type, scale, sqlType }: Column): boolean =>
  decimalTypes.has(type) && scale !== undefined && sqlType === undefined

/** Writes a value as the setter would. */
function scaled(column: Column, text: string): string {
  const parts = hasScale(column) ? /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text.trim()) : null
  if (!parts) return text
  const fraction = (parts[3] ?? '').padEnd(column.scale ?? 0, '0')
  const number = `${parts[2] || '0'}${fraction && `.${fraction}`}`
  return parts[1] === '-' && /[1-9]/.test(number) ? `-${number}` : number
}
