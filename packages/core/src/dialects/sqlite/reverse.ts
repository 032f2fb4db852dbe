import { catalogTypes, columnTypes, isCurrentTimestamp, type SchemaType } from '../../model/index.js'
import { stringLiteral } from '../clauses.js'
import { expression, isNumber, nativeType, type ReverseRules, sized, unquoted, value } from '../reverse-rules.js'

const schemaTypes = catalogTypes('sqlite')

/**
 * Returns the type that the server derives from a word: https://www.sqlite.org/datatype3.html#determination_of_column_affinity
 */
function affinity(word: string): SchemaType {
  if (/int/.test(word)) return 'INTEGER'
  if (/char|clob|text/.test(word)) return 'LONGVARCHAR'
  if (word === '' || /blob/.test(word)) return 'BLOB'
  return /real|floa|doub/.test(word) ? 'DOUBLE' : 'NUMERIC'
}

/** Returns a name used as a default, which the server reads as a string: https://www.sqlite.org/quirks.html */
function namedText(text: string): string | undefined {
  const [, , double = '', back = '', bracketed = ''] =
    /^("((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\])$/.exec(text) ?? []
  const inner = double.replaceAll('""', '"') || back.replaceAll('``', '`') || bracketed
  if (inner !== '' || /^(?:""|``|\[\])$/.test(text)) return inner
  return /^[A-Za-z_]\w*$/.test(text) && !/^(?:CURRENT_(?:TIME|DATE|TIMESTAMP)|TRUE|FALSE)$/i.test(text)
    ? text
    : undefined
}

export const reverse: ReverseRules = {
  // From https://www.sqlite.org/lang_corefunc.html#load_extension, and functions of the shell.
  reachesOut: /^(?:load_extension|readfile|writefile|lsmode|edit|fts3_tokenizer)$/,

  literal: stringLiteral,

  schemaTypeOf({ type: text }) {
    const native = nativeType(text)
    const type = native.rest === '' ? schemaTypes.get(native.word) : undefined
    return type ? sized(type, native) : { type: affinity(text.toLowerCase()) }
  },

  // Only the declared words are stored, so each one is a separate type.
  canonical: (text) => text.toUpperCase().replaceAll(' ', ''),

  defaultOf({ default: text }, type) {
    if (text === undefined || /^null$/i.test(text)) return undefined
    if (/^datetime\(CURRENT_TIMESTAMP,\s*'localtime'\)$/i.test(text)) return expression('CURRENT_TIMESTAMP')
    // The parentheses keep it unchanged: without them, it would become the local time.
    if (isCurrentTimestamp(text)) return expression(`(${text})`)
    const literal = unquoted(text) ?? namedText(text)
    // A binary literal would be written as bytes, and a boolean as a number, but the server also stores text and numbers there.
    const { literal: form } = columnTypes[type]
    const isText = form === 'bytes' || (form === 'boolean' && !/^[01]$/.test(literal ?? ''))
    if (literal !== undefined) return isText ? expression(stringLiteral(literal)) : value(literal)
    if (form === 'boolean' && /^(?:[01]|false|true)$/i.test(text))
      return value(/^(?:0|false)$/i.test(text) ? 'false' : 'true')
    return isNumber(text) && form !== 'boolean' && form !== 'bytes' ? value(text) : expression(text)
  },
}
