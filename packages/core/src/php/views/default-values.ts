import { PhpCode, type PhpValue, phpLiteral } from '../../escape/php-literal.js'
import { type Column, integerTypes, readBoolean, readInteger, readList, setMask, setText } from '../../model/index.js'
import { kindOf } from '../column-kinds.js'

/** The literal default of a column as its property holds it; null where the database or nobody gives one. */
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
  // PHP negates a number that is too large by one.
  return value === -(2n ** 63n) ? 'PHP_INT_MIN' : String(value)
}

const floatLiteral = (value: number): string => (/^-?\d+$/.test(String(value)) ? `${value}.0` : String(value))

/** The default as the table map tells it. */
export function mappedDefault(column: Column): PhpValue {
  if (column.default === undefined) return null
  const { text, kind: form } = column.default
  // Maps show an expression as it is written.
  if (form !== 'value') return text
  const kind = kindOf(column)
  if (kind === 'integer') return new PhpCode(integerLiteral(text))
  if (kind === 'float') return Number(text)
  if (kind === 'boolean') return readBoolean(text) ?? true
  return plainText(column, text)
}

/** As databases write it: digits of UUIDs are small, numbers have no sign or zeros that say nothing. */
function plainText({ type }: Column, text: string): string {
  if (type === 'UUID' || type === 'UUID_BINARY') return text.toLowerCase()
  return integerTypes.has(type) ? String(readInteger(text) ?? text) : text
}

/** Whether objects show the digits after the point that the column has. */
export const hasScale = ({ type, scale, primaryKey }: Column): boolean =>
  (type === 'DECIMAL' || type === 'NUMERIC') && scale !== undefined && !primaryKey

/** As the setter would write it. */
function scaled(column: Column, text: string): string {
  const parts = hasScale(column) ? /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text.trim()) : null
  if (!parts) return text
  const fraction = (parts[3] ?? '').padEnd(column.scale ?? 0, '0')
  const number = `${parts[2] || '0'}${fraction && `.${fraction}`}`
  return parts[1] === '-' && /[1-9]/.test(number) ? `-${number}` : number
}
