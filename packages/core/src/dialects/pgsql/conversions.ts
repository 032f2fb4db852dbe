import { type Column, characterTypes } from '../../model/index.js'
import type { TextColumn } from '../alter-rules.js'
import { stringLiteral } from '../clauses.js'
import { typeName } from './enum-types.js'

const families: Readonly<Record<string, readonly string[]>> = {
  integer: ['smallint', 'integer', 'bigint'],
  number: ['real', 'double precision', 'numeric'],
  text: ['char', 'varchar', 'text', 'citext'],
  time: ['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval'],
  network: ['inet', 'cidr'],
  bits: ['bit', 'varbit'],
  document: ['json', 'jsonb'],
}

function familyOf(type: string): string {
  const word = type.replace(/\(.*?\)/s, '')
  const known = Object.keys(families).find((family) => families[family]!.includes(word))
  return known ?? (['boolean', 'bytea', 'uuid'].includes(word) ? word : 'other')
}

const isNumber = (family: string): boolean => family === 'integer' || family === 'number'

/** Writes how a column's values are converted to another type; types are canonical, `sql` is the new type in SQL. */
export function usingClause(column: string, from: string, to: string, sql: string): string {
  const uncut = uncutType(from, to, sql)
  const expression = special(column, from, to, uncut) ?? conversion(column, familyOf(from), familyOf(to), uncut)
  return expression === undefined ? '' : ` USING ${expression}`
}

/**
 * Returns the type of a cast. A cast to a type with a length truncates longer strings. So strings are cast to a type without one:
 * the server rejects what is too long when it stores the result.
 */
function uncutType(from: string, to: string, sql: string): string {
  const [, element, array] = /^(.*?)((?:\[\])*)$/s.exec(to)!
  const family = familyOf(element!)
  if (family === 'text') return `text${array}`
  // A longer BIT is filled up with zeros, but only by a cast.
  if (family === 'bits' && !(/^bit\b/.test(from) && bitsOf(from) < bitsOf(to))) return `bit varying${array}`
  return sql
}

const bitsOf = (type: string): number => Number(/\((\d+)\)/.exec(type)?.[1] ?? 1)

function special(column: string, from: string, to: string, sql: string): string | undefined {
  // A cast would add the mask to a single host.
  if (from === 'inet' && familyOf(to) === 'text') return `abbrev(${column})`
  if (from.endsWith('[]') === to.endsWith('[]')) return undefined
  // A single value becomes an array with one element and back. A longer array becomes its text form, which can become an array
  // again.
  if (to.endsWith('[]')) {
    const whole = familyOf(from) === 'text' ? `WHEN ${column} LIKE '{%}' THEN ${column}::${sql} ` : ''
    return `CASE ${whole}WHEN ${column} IS NOT NULL THEN ARRAY[${column}]::${sql} END`
  }
  // The server rejects the text form of a longer array for other types.
  const rest = familyOf(to) === 'text' ? `${column}::text` : `${column}::text::${sql}`
  return `CASE WHEN cardinality(${column}) = 1 THEN ${column}[1]::${sql} ELSE ${rest} END`
}

function conversion(column: string, from: string, to: string, sql: string): string | undefined {
  if (from === to && (isNumber(from) || from === 'text')) return undefined
  if (isNumber(from) && (isNumber(to) || to === 'text')) return undefined
  if (from === 'boolean' && isNumber(to)) return `${column}::int::${sql}`
  if (isNumber(from) && to === 'boolean') return `${column} <> 0`
  if (isNumber(from) && to === 'bytea') return `decode(${column}::text, 'escape')`
  // A cast reads \ in a text as an escape, and writes bytes as hexadecimal digits.
  if (from === 'text' && to === 'bytea') return `convert_to(${column}, 'UTF8')`
  if (from === 'bytea' && to === 'text') return `convert_from(${column}, 'UTF8')`
  // Every type has a text form that the server can read again.
  if (to === 'other') return `${column}::text::${sql}`
  if (from === 'text' || to === 'text' || from === to) return `${column}::${sql}`
  return undefined
}

/** Returns a query that fails with the first text that does not fit the number type. */
export function misfits({ table, field, isWhole, beyond }: TextColumn, sql: string): string {
  const pattern = isWhole ? '^\\s*[+-]?\\d+\\s*$' : '^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?\\s*$'
  const outside = beyond ? `${field}::numeric <= ${beyond[0]} OR ${field}::numeric >= ${beyond[1]}` : 'false'
  return `SELECT ${field}::${sql} FROM ${table} WHERE CASE WHEN ${field} ~* '${pattern}' THEN ${outside} ELSE ${field} IS NOT NULL END`
}

/** Converts numbers of ENUM and SET values to the values, and back; undefined for other changes. */
export function valueConversion(column: string, before: Column, after: Column): string | undefined {
  const list = (values: readonly string[]): string => `ARRAY[${values.map(stringLiteral).join(', ')}]::text[]`
  const [from, to] = [before, after].map(({ type }) => (characterTypes.has(type) ? 'text' : type))
  switch (`${from} ${to}`) {
    case 'ENUM text':
      return ` USING coalesce((${list(before.valueSet)})[${column} + 1], ${column}::text)`
    // The server rejects what is not in the list, here and below.
    case 'text ENUM':
      return ` USING coalesce(array_position(${list(after.valueSet)}, ${column}::text) - 1, ${column}::smallint)`
    case 'ENUM ENUM_NATIVE':
      return ` USING coalesce((${list(before.valueSet)})[${column} + 1], ${column}::text)::${typeName(after)}`
    case 'ENUM_NATIVE ENUM':
      return ` USING coalesce(array_position(${list(after.valueSet)}, ${column}::text) - 1, ${column}::text::smallint)`
    case 'SET SET_NATIVE': {
      const chosen = before.valueSet.map(
        (value, bit) => `CASE WHEN ${column} & ${2 ** bit} <> 0 THEN ${stringLiteral(value)} END`,
      )
      const others = `CASE WHEN ${column} NOT BETWEEN 0 AND ${2n ** BigInt(before.valueSet.length) - 1n} THEN ${column}::text END`
      // NULL stays NULL instead of becoming an empty array.
      return ` USING CASE WHEN ${column} IS NOT NULL THEN array_remove(ARRAY[${[...chosen, others].join(', ')}]::text[], NULL)::${typeName(after)}[] END`
    }
    case 'SET_NATIVE SET':
      return ` USING ${after.valueSet
        .map((value, bit) => `CASE WHEN ${stringLiteral(value)} = ANY (${column}::text[]) THEN ${2 ** bit} ELSE 0 END`)
        .join(' + ')} + CASE WHEN ${column}::text[] <@ ${list(after.valueSet)} THEN 0 ELSE ${column}::text::integer END`
    default:
      return undefined
  }
}
