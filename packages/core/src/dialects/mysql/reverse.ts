import { catalogTypes, columnTypes, temporalTypes, writeList } from '../../model/index.js'
import { expression, isNumber, nativeType, type ReverseRules, sized, value } from '../reverse-rules.js'
import { withoutParentheses } from '../sql-text.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'

// Display widths, and default sizes that the server adds.
const ownSizes: Readonly<Record<string, number>> = {
  char: 1,
  tinyint: 4,
  smallint: 6,
  mediumint: 9,
  int: 11,
  bigint: 20,
  decimal: 10,
  binary: 1,
  bit: 1,
  year: 4,
}
const unsignedSizes: Readonly<Record<string, number>> = { tinyint: 3, smallint: 5, mediumint: 8, int: 10, bigint: 20 }

const synonyms: Readonly<Record<string, string>> = {
  integer: 'int',
  numeric: 'decimal',
  real: 'double',
  dec: 'decimal',
  bool: 'tinyint',
}

const schemaTypes = catalogTypes('mysql')

/** Returns the values of `enum('a','b')`; undefined for other types. */
function valuesOf(text: string): string[] | undefined {
  const [, list] = /^(?:enum|set)\s*\((.*)\)$/is.exec(text.trim()) ?? []
  if (list === undefined) return undefined
  const values = [...list.matchAll(/'((?:[^'\\]|''|\\.)*)'\s*(?:,\s*|$)/gsy)]
  const isWhole = values.reduce((length, [part]) => length + part.length, 0) === list.length
  return isWhole
    ? values.map(([, value = '']) => value.replace(/''|\\(.)/gs, (_, escaped) => escapes[escaped] ?? escaped ?? "'"))
    : undefined
}

// https://dev.mysql.com/doc/refman/8.4/en/string-literals.html#character-escape-sequences
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0', Z: '\x1a', b: '\b' }

const integers = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint'])

export const reverse: ReverseRules = {
  escapesReturns: true,
  literal,

  schemaTypeOf({ type: text }) {
    const native = nativeType(text)
    const word = synonyms[native.word] ?? native.word
    if ((word === 'tinyint' || word === 'bit') && native.size === 1 && native.rest === '') return { type: 'BOOLEAN' }
    const type = schemaTypes.get(word)
    const [, srid] = /^srid (\d+)$/.exec(native.rest) ?? []
    if (srid !== undefined && type === 'GEOMETRY') return { type, srid: Number(srid) }
    // A PHP integer cannot represent all of its bits.
    if (!type || (word === 'bit' && (native.size ?? 0) > 63)) return undefined
    const isFilled = /\bzerofill\b/.test(native.rest)
    const isUnsigned = isFilled || native.rest === 'unsigned'
    // With zero padding, the display width of a number matters.
    const guess = sized(type, native, isFilled ? undefined : (isUnsigned ? unsignedSizes : ownSizes)[word])
    return isUnsigned ? { ...guess, unsigned: true, ...(isFilled && { zerofill: true }) } : guess
  },

  canonical(text) {
    const { word: written, size, scale, rest } = nativeType(text)
    const word = synonyms[written] ?? written
    const values = valuesOf(text)
    if (values) return `${word}(${values.map(literal).join(',')})`
    const own = ownSizes[word]
    const isFilled = /\bzerofill\b/.test(rest)
    const sign = isFilled ? 'unsigned zerofill' : rest
    if (integers.has(word)) {
      const width = isFilled ? (size ?? unsignedSizes[word]) : word === 'tinyint' && size === 1 ? 1 : undefined
      return `${word}${width === undefined ? '' : `(${width})`} ${sign}`.trim()
    }
    const shown = size ?? own
    const digits = word === 'decimal' ? (scale ?? 0) : scale
    // Text and blobs do not have a size.
    return /text|blob|json/.test(word) || shown === undefined
      ? `${word} ${sign}`.trim()
      : `${word}(${[shown, digits].filter((part) => part !== undefined)}) ${sign}`.trim()
  },

  valuesOf,

  defaultOf(column, type) {
    const { default: text, defaultIs } = column
    if (text === undefined) return undefined
    // Servers that do not distinguish expressions from text only report these words for types that cannot have text.
    if (defaultIs !== 'text' || temporalTypes.has(type)) {
      const [now, digits] = /^current_timestamp(?:\((\d*)\))?$/i.exec(text) ?? []
      // With parentheses, the expression keeps its number of digits; otherwise it has those of the column.
      if (now !== undefined)
        return expression(
          Number(digits ?? 0) === (nativeType(column.type).size ?? 0) ? 'CURRENT_TIMESTAMP' : `(${text.toUpperCase()})`,
        )
      if (/^(?:curdate\(\)|current_date(?:\(\))?)$/i.test(text)) return expression('CURRENT_DATE')
    }
    if (defaultIs === 'expression') return expression(withoutParentheses(text, lexicon))
    if (defaultIs === 'text') {
      // Large types can only have an expression as default.
      if (type === 'JSON') return expression(literal(text))
      if (type === 'SET_NATIVE') return value(writeList(text.split(',')))
      if (type === 'ENUM_NATIVE') return value(text)
    }
    const [, bits] = /^b'([01]+)'$/i.exec(text) ?? []
    if (type === 'BIT' && bits !== undefined) return value(bits.padStart(nativeType(column.type).size ?? 1, '0'))
    if (type === 'BOOLEAN' && /^(?:[01]|b'[01]')$/.test(text)) return value(text.includes('1') ? 'true' : 'false')
    const { family } = columnTypes[type]
    if (family === 'boolean' || family === 'json') return expression(withoutParentheses(text, lexicon))
    return defaultIs === 'text' || isNumber(text) ? value(text) : expression(withoutParentheses(text, lexicon))
  },
}
