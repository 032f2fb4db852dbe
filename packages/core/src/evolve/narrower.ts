import { nativeType, type TypeLimits } from '../dialects/index.js'

/** A column type in canonical form. */
export interface HeldType {
  readonly type: string
  /** The values of a list, if known. */
  readonly values?: readonly string[]
}

/** Returns whether one type has values that another type cannot store. */
export const isNarrower = (from: HeldType, to: HeldType, limits: TypeLimits): boolean =>
  from.type !== to.type && !fits(heldBy(from, limits), heldBy(to, limits))

/** Returns the numbers next to the range of a number type on both sides; undefined if the range is not limited. */
export function beyondRange(type: string, limits: TypeLimits): readonly [below: string, above: string] | undefined {
  const held = heldBy({ type }, limits)
  if (held.kind !== 'number' || typeof held.min !== 'bigint' || typeof held.max !== 'bigint') return undefined
  return [String(held.min - 1n), String(held.max + 1n)]
}

/** The values that a type can store. */
type Held =
  | { readonly kind: 'number'; readonly min: Bound; readonly max: Bound; readonly scale: number; readonly text: number }
  | { readonly kind: 'float'; readonly bits: number; readonly limits?: Held & { readonly kind: 'number' } }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'text' | 'bytes' | 'bits'
      readonly length: number
      readonly isFixed: boolean
      readonly set: number
    }
  | { readonly kind: 'list'; readonly text: number }
  | Moment
  | { readonly kind: 'array' | 'range' | 'multirange'; readonly element: Held }
  /** A user-defined type about which the schema contains nothing. */
  | { readonly kind: 'made' }
  | { readonly kind: 'other'; readonly word: string; readonly inner: string; readonly text: number }

interface Moment {
  readonly kind: 'moment'
  readonly hasDay: boolean
  readonly hasClock: boolean
  readonly hasZone: boolean
  readonly digits: number
  /** Types with a larger number support both earlier and later times. */
  readonly span: number
}

type Bound = bigint | number

const integers: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  mediumint: 24,
  int: 32,
  integer: 32,
  bigint: 64,
}
const floats: Readonly<Record<string, number>> = { real: 24, float: 24, double: 53 }
const decimals = new Set(['decimal', 'numeric', 'number'])
const fixed = new Set(['char', 'nchar', 'bpchar', 'binary'])
const texts: Readonly<Record<string, number>> = {
  char: Number.POSITIVE_INFINITY,
  nchar: Number.POSITIVE_INFINITY,
  bpchar: Number.POSITIVE_INFINITY,
  varchar: Number.POSITIVE_INFINITY,
  nvarchar: Number.POSITIVE_INFINITY,
  varchar2: Number.POSITIVE_INFINITY,
  nvarchar2: Number.POSITIVE_INFINITY,
  tinytext: 255,
  text: Number.POSITIVE_INFINITY,
  ntext: Number.POSITIVE_INFINITY,
  mediumtext: 2 ** 24 - 1,
  longtext: Number.POSITIVE_INFINITY,
  citext: Number.POSITIVE_INFINITY,
  clob: Number.POSITIVE_INFINITY,
  nclob: Number.POSITIVE_INFINITY,
}
/** Matches types with characters that SQL Server's other text types cannot store. */
const national = /^n(?:char|varchar|text)$/
const bytes: Readonly<Record<string, number>> = {
  binary: Number.POSITIVE_INFINITY,
  varbinary: Number.POSITIVE_INFINITY,
  raw: Number.POSITIVE_INFINITY,
  tinyblob: 255,
  blob: Number.POSITIVE_INFINITY,
  mediumblob: 2 ** 24 - 1,
  longblob: Number.POSITIVE_INFINITY,
  bytea: Number.POSITIVE_INFINITY,
}
const moments: Readonly<Record<string, Partial<Moment>>> = {
  date: { hasDay: true },
  time: { hasClock: true },
  timetz: { hasClock: true, hasZone: true },
  timestamp: { hasDay: true, hasClock: true },
  timestamptz: { hasDay: true, hasClock: true, hasZone: true },
  datetime: { hasDay: true, hasClock: true },
  datetime2: { hasDay: true, hasClock: true },
  smalldatetime: { hasDay: true, hasClock: true, span: 0, digits: 0 },
  datetimeoffset: { hasDay: true, hasClock: true, hasZone: true },
}
const elements: Readonly<Record<string, string>> = {
  int4: 'integer',
  int8: 'bigint',
  num: 'numeric',
  date: 'date',
  ts: 'timestamp',
  tstz: 'timestamptz',
}
/** Maximum text lengths of types that are known by name only. */
const otherTexts: Readonly<Record<string, number>> = { uuid: 36, inet: 43, cidr: 43, macaddr: 17, macaddr8: 23 }
/** Types that can store all values of another type. */
const wider: Readonly<Record<string, readonly string[]>> = {
  cidr: ['inet'],
  macaddr: ['macaddr8'],
  json: ['jsonb'],
  jsonb: ['json'],
}

function heldBy({ type, values }: HeldType, limits: TypeLimits): Held {
  const text = type.replace(/^(?:"(?:[^"]|"")*"\.?)+ (?=.)/, '')
  const element = /^(.*)\[\]$/s.exec(text)?.[1]
  if (element !== undefined)
    return { kind: 'array', element: heldBy({ type: element, ...(values && { values }) }, limits) }
  const [, listWord, list] = /^(enum|set)\((.*)\)$/is.exec(text) ?? []
  const known = values && values.length > 0 ? values : listed(list)
  if (listWord !== undefined || text.startsWith('"')) {
    if (known.length === 0) return { kind: 'made' }
    const lengths = known.map((value) => [...value].length)
    const isSet = listWord?.toLowerCase() === 'set'
    return {
      kind: 'list',
      text: isSet ? lengths.reduce((sum, length) => sum + length + 1, -1) : Math.max(...lengths),
    }
  }
  return plainlyHeld(text, limits)
}

const listed = (list = ''): string[] => [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value)

function plainlyHeld(text: string, limits: TypeLimits): Held {
  const { word, size, scale, rest } = nativeType(text)
  const [, inner = ''] = /\((.*)\)/s.exec(text) ?? []
  const isUnsigned = /\b(?:unsigned|zerofill)\b/.test(rest)
  const bits = integers[word]
  if (bits !== undefined) {
    const isPositive = isUnsigned || (word === 'tinyint' && limits.tinyintIsUnsigned === true)
    return number(isPositive ? 0n : -(2n ** BigInt(bits - 1)), 2n ** BigInt(isPositive ? bits : bits - 1) - 1n)
  }
  if (word === 'year') return number(0n, 2155n)
  if (word === 'boolean' || (word === 'bit' && size === undefined)) return { kind: 'boolean' }
  // Oracle writes a number without a size with at most 40 characters.
  if (word === 'number' && size === undefined) return { ...decimal(size), text: 40 }
  if (decimals.has(word)) return decimal(size, scale, isUnsigned)
  const floatBits = floats[word]
  if (floatBits !== undefined) {
    const isSized = word === 'float' && size !== undefined && scale === undefined
    return {
      kind: 'float',
      bits: isSized ? size : floatBits,
      ...(scale !== undefined && { limits: decimal(size, scale, isUnsigned) }),
    }
  }
  const isMax = /^\(max\)/i.test(`(${inner})`)
  const length = texts[word]
  if (length !== undefined) {
    const most = word === 'text' ? (limits.text ?? length) : length
    const own = isMax || /text|clob/.test(word) ? most : (size ?? most)
    return {
      kind: 'text',
      length: own,
      isFixed: fixed.has(word) && size !== undefined,
      set: national.test(word) ? 1 : 0,
    }
  }
  const most = bytes[word]
  if (most !== undefined) {
    const own = word === 'blob' ? (limits.text ?? most) : most
    return { kind: 'bytes', length: (isMax ? undefined : size) ?? own, isFixed: fixed.has(word), set: 0 }
  }
  if (word === 'bit' || word === 'varbit')
    return { kind: 'bits', length: size ?? Number.POSITIVE_INFINITY, isFixed: word === 'bit', set: 0 }
  const moment = moments[word]
  if (moment) {
    return {
      kind: 'moment',
      hasDay: false,
      hasClock: false,
      hasZone: /with (?:local )?time zone/.test(rest),
      digits: size ?? limits.secondDigits,
      span: word === 'timestamp' && limits.timestampsEnd ? 0 : 1,
      ...moment,
    }
  }
  const [, of, multi] = /^(int4|int8|num|date|ts|tstz)(multi)?range$/.exec(word) ?? []
  if (of !== undefined)
    return { kind: multi === undefined ? 'range' : 'multirange', element: plainlyHeld(elements[of]!, limits) }
  return { kind: 'other', word, inner: `${inner} ${rest}`.trim(), text: otherTexts[word] ?? Number.POSITIVE_INFINITY }
}

/** Returns an exact number type. */
function number(min: Bound, max: Bound, scale = 0, text?: number): Held & { readonly kind: 'number' } {
  const digits = Math.max(`${max}`.length, `${min}`.length)
  return { kind: 'number', min, max, scale, text: text ?? digits + (scale > 0 ? scale + 1 : 0) }
}

/**
 * Returns a decimal type. A scale may be negative or larger than the size, see
 * https://www.postgresql.org/docs/current/datatype-numeric.html
 */
function decimal(size: number | undefined, scale = 0, isUnsigned = false): Held & { readonly kind: 'number' } {
  if (size === undefined) {
    const all = Number.POSITIVE_INFINITY
    return number(isUnsigned ? 0 : -all, all, all, all)
  }
  const max = 10n ** BigInt(Math.max(size - scale, 0)) - 1n
  return number(isUnsigned ? 0n : -max, max, scale)
}

function fits(from: Held, to: Held): boolean {
  // The values of such a type are unknown.
  if (from.kind === 'made') return true
  if (to.kind === 'text') return fitsText(from, to)
  // A single value becomes an array with one element; a string may be the text of an array.
  if (to.kind === 'array' && from.kind !== 'array') return from.kind !== 'text' && fits(from, to.element)
  switch (from.kind) {
    case 'boolean':
      return to.kind === 'boolean' || to.kind === 'float' || to.kind === 'bits' || (to.kind === 'number' && to.max >= 1)
    case 'number':
      return (to.kind === 'number' && fitsNumber(from, to)) || (to.kind === 'float' && fitsFloat(from, to))
    case 'float':
      if (to.kind !== 'float' || to.bits < from.bits) return false
      return !to.limits || (from.limits !== undefined && fitsNumber(from.limits, to.limits))
    case 'bits':
      if (to.kind === 'number') return from.length <= 64 && fitsNumber(number(0n, 2n ** BigInt(from.length) - 1n), to)
      return to.kind === 'bits' && to.length >= from.length && (!to.isFixed || from.isFixed)
    case 'bytes':
      return to.kind === 'bytes' && to.length >= from.length && (!to.isFixed || from.isFixed)
    case 'moment':
      return to.kind === 'moment' && fitsMoment(from, to)
    case 'array':
      return to.kind === 'array' && fits(from.element, to.element)
    case 'range':
    case 'multirange':
      return to.kind === from.kind && fits(from.element, to.element)
    case 'other':
      return to.kind === 'other' && fitsOther(from, to)
    default:
      return false
  }
}

function fitsText(from: Held, to: Held & { readonly kind: 'text' | 'bytes' | 'bits' }): boolean {
  // A text may contain characters that the other character set lacks, and trailing spaces that a fixed length does not keep.
  if (from.kind === 'text') return to.length >= from.length && to.set >= from.set && (!to.isFixed || from.isFixed)
  return from.kind !== 'bytes' && textLength(from) <= to.length
}

/** Returns the length of the longest value as text. */
function textLength(held: Held): number {
  switch (held.kind) {
    case 'number':
    case 'list':
    case 'other':
      return held.text
    case 'float':
      return held.bits > 53 ? 45 : held.bits > 24 ? 24 : 15
    case 'boolean':
      return 5
    case 'bits':
      return held.length
    case 'moment':
      return (
        [held.hasDay ? 10 : 0, held.hasClock ? 8 : 0].filter(Boolean).reduce((sum, length) => sum + length + 1, -1) +
        (held.hasClock && held.digits > 0 ? held.digits + 1 : 0) +
        (held.hasZone ? 6 : 0)
      )
    default:
      return Number.POSITIVE_INFINITY
  }
}

type NumberHeld = Held & { readonly kind: 'number' }

const fitsNumber = (from: NumberHeld, to: NumberHeld): boolean =>
  to.min <= from.min && to.max >= from.max && to.scale >= from.scale

/**
 * Returns whether a float can store a number exactly. It can store all integers up to a power of two, and all numbers with at
 * most its number of significant digits.
 */
function fitsFloat(from: NumberHeld, to: Held & { readonly kind: 'float' }): boolean {
  const end = 2 ** to.bits
  const isWhole = from.scale <= 0 && from.max <= end && from.min >= -end
  const digits = `${from.max}`.length + Math.max(from.scale, 0)
  return (isWhole || digits <= Math.floor((to.bits - 1) * Math.log10(2))) && (!to.limits || fitsNumber(from, to.limits))
}

const fitsMoment = (from: Moment, to: Moment): boolean =>
  from.hasDay === to.hasDay &&
  (to.hasClock || !from.hasClock) &&
  (to.hasZone || !from.hasZone) &&
  (!from.hasClock || to.digits >= from.digits) &&
  to.span >= from.span

/** Compares unknown types. The meaning of their parameters is unknown; without parameters, most types store every value. */
const fitsOther = (from: Held & { readonly kind: 'other' }, to: Held & { readonly kind: 'other' }): boolean =>
  from.word === to.word
    ? to.inner === '' || isWiderGeometry(from, to) || isLonger(from, to)
    : to.inner === '' && (wider[from.word]?.includes(to.word) ?? false)

type Inner = { readonly word: string; readonly inner: string }

/** Returns whether the new type is the same geometry with all shapes, as in `geometry(geometry,4326)`. */
const isWiderGeometry = (from: Inner, to: Inner): boolean =>
  from.word === 'geometry' && to.inner.replace(/^geometry\b/, '') === from.inner.replace(/^\w+/, '')

/** Returns whether an interval gets at least as many fraction digits of seconds. */
const isLonger = (from: Inner, to: Inner): boolean =>
  from.word === 'interval' && /^\d$/.test(from.inner) && /^\d$/.test(to.inner) && Number(to.inner) >= Number(from.inner)
