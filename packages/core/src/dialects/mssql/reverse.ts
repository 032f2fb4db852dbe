import { catalogTypes, columnTypes } from '../../model/index.js'
import { expression, isNumber, nativeType, type ReverseRules, sized, unquoted, value } from '../reverse-rules.js'
import { withoutParentheses } from '../sql-text.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'

const schemaTypes = catalogTypes('mssql')

// Default sizes that the server adds: fraction digits, and the bits of a float.
const ownSizes: Readonly<Record<string, number>> = {
  datetime2: 7,
  time: 7,
  datetimeoffset: 7,
  float: 53,
  char: 1,
  binary: 1,
}

export const reverse: ReverseRules = {
  literal,

  schemaTypeOf({ type: text }) {
    const native = nativeType(text)
    const type = schemaTypes.get(/\(max\)/i.test(text) ? `${native.word}(max)` : native.word)
    return type && sized(type, native, ownSizes[native.word])
  },

  canonical(text) {
    const { word, size, scale } = nativeType(text)
    if (/\(max\)/i.test(text)) return `${word}(max)`
    const shown = size ?? ownSizes[word] ?? (/^(?:decimal|numeric)$/.test(word) ? 18 : undefined)
    const digits = /^(?:decimal|numeric)$/.test(word) ? (scale ?? 0) : undefined
    return shown === undefined ? word : `${word}(${[shown, digits].filter((part) => part !== undefined)})`
  },

  defaultOf({ default: text }, type) {
    if (text === undefined) return undefined
    const bare = withoutParentheses(text, lexicon)
    const literal = unquoted(bare.replace(/^N'/, "'"))
    if (literal !== undefined) return value(columnTypes[type].canonical?.(literal) ?? literal)
    if (type === 'BOOLEAN' && /^[01]$/.test(bare)) return value(bare === '1' ? 'true' : 'false')
    if (isNumber(bare)) return value(bare)
    return expression(/^(?:getdate|sysdatetimeoffset)\(\)$/i.test(bare) ? 'CURRENT_TIMESTAMP' : bare)
  },
}
