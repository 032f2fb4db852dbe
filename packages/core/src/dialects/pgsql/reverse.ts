import { arrayForm, catalogTypes, columnTypes, writeList } from '../../model/index.js'
import type { CatalogColumn } from '../catalog.js'
import { expression, isNumber, nativeType, type ReverseRules, sized, unquoted, value } from '../reverse-rules.js'
import { isSqlType, withoutParentheses } from '../sql-text.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'

const synonyms: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'smallint',
  smallserial: 'smallint',
  int: 'integer',
  int4: 'integer',
  serial: 'integer',
  serial4: 'integer',
  int8: 'bigint',
  bigserial: 'bigint',
  serial8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  decimal: 'numeric',
  character: 'char',
  'character varying': 'varchar',
}

const schemaTypes = catalogTypes('pgsql')

/** Parses a type and returns its name in the table above: `timestamp(3) without time zone` is timestamp. */
function parse(text: string): ReturnType<typeof nativeType> {
  const spelled = text
    .toLowerCase()
    .replace(/^(time|timestamp)(\(\d+\))? with time zone$/, '$1tz$2')
    .replace(/ without time zone$/, '')
    .replace(/^character varying/, 'varchar')
    .replace(/^bpchar(?=\()/, 'char')
    .replace(/^double precision$/, 'float8')
    .replace(/^bit varying/, 'varbit')
  const native = nativeType(spelled)
  return { ...native, word: synonyms[native.word] ?? native.word }
}

/** Returns whether the server's default size of the type is 1. */
const hasOwnSize = (word: string): boolean => word === 'char' || word === 'bit'

/** Returns the element type of an array; the number of dimensions is ignored, because the server does not store it. */
const elementOf = (type: string): string | undefined =>
  /^(.*?)(?:(?:\s*\[\d*\])+|\s+array(?:\s*\[\d*\])?)\s*$/is.exec(type)?.[1]

/** Returns a string literal that is only followed by casts. */
function literalOf(text: string): string | undefined {
  const [, literal, rest = ''] = /^('(?:[^']|'')*')(.*)$/s.exec(text) ?? []
  const [behind = '', ...casts] = rest.split('::')
  return behind === '' && casts.every((type) => isSqlType(type, lexicon)) ? literal : undefined
}

/** Splits `{a,"b c"}` into its elements: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function elementsOf(text: string): string[] | undefined {
  const inner = /^\{(.*)\}$/s.exec(text)?.[1]
  if (inner === undefined) return undefined
  const elements = [...inner.matchAll(/(?:"((?:[^"\\]|\\.)*)"|([^{},"\\]+))(?:,|$)/gsy)]
  const isWhole = elements.reduce((length, [part]) => length + part.length, 0) === inner.length
  return isWhole ? elements.map(([, quoted, plain]) => plain ?? quoted!.replace(/\\(.)/gs, '$1')) : undefined
}

export const reverse: ReverseRules = {
  escapesReturns: true,
  literal,

  // https://www.postgresql.org/docs/current/functions-admin.html, lo-funcs.html, functions-xml.html and contrib.html
  reachesOut:
    /^(?:pg_(?!(?:get|current|size|column)_|(?:typeof|backend_pid|is_in_recovery|postmaster_start_time)$)\w+|lo_\w+|loread|lowrite|dblink\w*|(?:query|table|schema|database|cursor)_to_xml\w*|ts_stat|ts_rewrite|set_config|setval|crosstab\w*|connectby|xpath_table|postgres_fdw_\w+|http(?:_\w+)?)$/,

  schemaTypeOf({ type: text }) {
    const element = elementOf(text)
    const native = parse(element ?? text)
    const type = schemaTypes.get(native.word)
    const [, srid] = /^geometry\(geometry, *(\d+)\)$/i.exec(text) ?? []
    if (srid !== undefined) return { type: 'GEOMETRY', srid: Number(srid) }
    if (!type || (element !== undefined && columnTypes[type].arrayExample === undefined)) return undefined
    const guess = sized(type, native, hasOwnSize(native.word) ? 1 : undefined)
    return element === undefined ? guess : { ...guess, array: true }
  },

  canonical(text) {
    const element = elementOf(text)
    // Quoted names belong to user-defined types.
    if (element !== undefined) return element.includes('"') ? `${element}[]` : `${reverse.canonical(element)}[]`
    // Keeps the shapes and reference systems of PostGIS.
    if (/^geometry\(/i.test(text)) return text.toLowerCase().replaceAll(' ', '')
    const { word, size, scale, rest } = parse(text)
    // Keeps the fields of an interval: https://www.postgresql.org/docs/current/datatype-datetime.html
    if (word === 'interval' && rest !== '') return text.toLowerCase()
    const shown = size ?? (hasOwnSize(word) ? 1 : undefined)
    const digits = word === 'numeric' ? (scale ?? 0) : scale
    return shown === undefined ? word : `${word}(${[shown, digits].filter((part) => part !== undefined)})`
  },

  // https://www.postgresql.org/docs/current/functions-info.html: pg_get_expr
  defaultOf({ default: text, type: native }, type) {
    if (text === undefined) return undefined
    const literal = literalOf(text)
    if (type === 'SET_NATIVE') {
      const values = literal === undefined ? undefined : elementsOf(unquoted(literal)!)
      return values ? value(writeList(values)) : expression(text)
    }
    if (elementOf(native) !== undefined) {
      const list =
        literal === undefined || !reverse.schemaTypeOf({ type: native } as CatalogColumn)
          ? undefined
          : arrayForm(unquoted(literal)!)
      return list === undefined ? expression(text) : value(list)
    }
    if (type === 'BINARY' && literal !== undefined) return expression(literal)
    if (literal !== undefined) return value(columnTypes[type].canonical?.(unquoted(literal)!) ?? unquoted(literal)!)
    const bare = withoutParentheses(text, lexicon)
    if (isNumber(bare)) return value(bare)
    if (/^(?:true|false)$/.test(text)) return value(text)
    const [, word, digits] = /^(now\(\)|CURRENT_TIMESTAMP|LOCALTIMESTAMP)(?:\((\d)\))?$/i.exec(bare) ?? []
    if (word === undefined) return expression(bare)
    // Only a bare word means the current time with all digits of the column, so other forms are put in parentheses.
    const isNow =
      (digits === undefined || Number(digits) === parse(native).size) &&
      (!/^local/i.test(word) || columnTypes[type].kind === 'temporal')
    return expression(isNow ? 'CURRENT_TIMESTAMP' : `(${bare})`)
  },
}
