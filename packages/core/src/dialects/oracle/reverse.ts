import { catalogTypes, columnTypes, type SchemaType } from '../../model/index.js'
import { stringLiteral } from '../clauses.js'
import {
  expression,
  isNumber,
  type NativeType,
  nativeType,
  type ReverseRules,
  sized,
  unquoted,
  value,
} from '../reverse-rules.js'

const schemaTypes = catalogTypes('oracle')

function numberType({ size, scale }: NativeType): SchemaType {
  if (scale !== undefined && scale > 0) return 'DECIMAL'
  if (size === undefined) return 'INTEGER'
  if (size === 1) return 'BOOLEAN'
  if (size <= 3) return 'TINYINT'
  if (size <= 5) return 'SMALLINT'
  return size <= 10 ? 'INTEGER' : 'BIGINT'
}

export const reverse: ReverseRules = {
  literal: stringLiteral,

  schemaTypeOf({ type: text }) {
    const native = nativeType(text)
    if (native.word === 'number') {
      const type = numberType(native)
      const { size, scale } = native
      if (type === 'DECIMAL') return sized(type, native)
      const isUsual = size === undefined || size === 1 || size === columnTypes[type].sql.oracle?.defaultSize
      return { type, ...(!isUsual && scale !== undefined && { size }) }
    }
    if (native.word === 'float')
      return native.size === 126 || native.size === undefined ? { type: 'DOUBLE' } : sized('FLOAT', native)
    if (native.word === 'long' && native.rest === 'raw') return { type: 'LONGVARBINARY' }
    const type = native.rest === 'with time zone' ? 'TIMESTAMPTZ' : schemaTypes.get(native.word)
    return type && sized(type, native, { char: 1, timestamp: 6 }[native.word])
  },

  canonical(text) {
    const { word, size, scale, rest } = nativeType(text)
    const shown = size ?? { char: 1, timestamp: 6, float: 126 }[word]
    const digits = word === 'number' && shown !== undefined ? (scale ?? 0) : undefined
    return `${shown === undefined ? word : `${word}(${[shown, digits].filter((part) => part !== undefined)})`} ${rest}`.trim()
  },

  defaultOf({ default: text }, type) {
    const bare = text?.trim()
    if (bare === undefined || /^null$/i.test(bare)) return undefined
    const literal = unquoted(bare)
    if (literal !== undefined) return value(literal)
    if (type === 'BOOLEAN' && /^[01]$/.test(bare)) return value(bare === '1' ? 'true' : 'false')
    if (isNumber(bare)) return value(bare)
    return expression(/^(?:sysdate|systimestamp|current_timestamp)$/i.test(bare) ? 'CURRENT_TIMESTAMP' : bare)
  },
}
