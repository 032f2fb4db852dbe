/** Returns a year of the range that the databases with such a type store. */
export const yearForm = (text: string): string | undefined =>
  /^(?:19(?:0[1-9]|[1-9]\d)|20\d\d|21(?:[0-4]\d|5[0-5]))$/.test(text.trim()) ? text.trim() : undefined

export function bitForm(text: string): string | undefined {
  const digits = text.trim()
  return /^[01]*$/.test(digits) ? digits : undefined
}

/** Normalizes a time to UTC. A time zone is required, because each server would assume its own. */
export function instant(text: string): string | undefined {
  const [, date, time = '', fraction = '', sign, hours = '0', minutes = '0'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,6})?\d*\s*(?:(?:Z|UTC|GMT)|([+-])(\d\d):?(\d\d)?)$/i.exec(
      text.trim(),
    ) ?? []
  if (date === undefined) return undefined
  const wall = new Date(`${date}T${time}Z`)
  if (Number.isNaN(wall.getTime()) || wall.toISOString().slice(0, 10) !== date) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const moment = new Date(wall.getTime() - offset * 60_000).toISOString()
  return `${moment.slice(0, 10)} ${moment.slice(11, 19)}${fraction.replace(/\.?0*$/, '')}+00`
}

const monthsOf: Readonly<Record<string, bigint>> = { year: 12n, mon: 1n, Y: 12n, M: 1n }
const daysOf: Readonly<Record<string, bigint>> = { week: 7n, day: 1n, W: 7n, D: 1n }
const secondsOf: Readonly<Record<string, bigint>> = { hour: 3600n, min: 60n, sec: 1n, H: 3600n, M: 60n, S: 1n }

interface Parts {
  months: bigint
  days: bigint
  micros: bigint
}

/** Normalizes an interval to the form `1 year 2 mons 3 days 04:05:06.5`; ISO 8601 intervals are accepted, too. */
export function interval(text: string): string | undefined {
  const parts = isoInterval(text.trim()) ?? wordInterval(text.trim())
  return parts && intervalText(parts)
}

const micros = (number: string): bigint => {
  const [whole = '0', fraction = ''] = number.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
}

function isoInterval(text: string): Parts | undefined {
  const [, minus, dates, times = ''] =
    /^([+-])?P(?=.)((?:[+-]?\d{1,9}[YMWD])*)(?:T((?:[+-]?\d{1,9}(?:\.\d+)?[HMS])+))?$/i.exec(text) ?? []
  if (dates === undefined) return undefined
  const parts: Parts = { months: 0n, days: 0n, micros: 0n }
  const sign = minus === '-' ? -1n : 1n
  for (const [, minusOfPart, number = '0', unit = ''] of dates.toUpperCase().matchAll(/([+-]?)(\d+)([A-Z])/g)) {
    const amount = BigInt(number) * sign * (minusOfPart === '-' ? -1n : 1n)
    parts.months += amount * (daysOf[unit] === undefined ? monthsOf[unit]! : 0n)
    parts.days += amount * (daysOf[unit] ?? 0n)
  }
  for (const [, minusOfPart, number = '0', unit = ''] of times.toUpperCase().matchAll(/([+-]?)([\d.]+)([A-Z])/g)) {
    parts.micros += micros(number) * secondsOf[unit]! * sign * (minusOfPart === '-' ? -1n : 1n)
  }
  return parts
}

function wordInterval(text: string): Parts | undefined {
  const parts: Parts = { months: 0n, days: 0n, micros: 0n }
  const words =
    /([+-]?\d{1,9})\s+(year|mon(?=s?\b|th)|week|day|hour|min(?=s?\b|ute)|sec(?=s?\b|ond))(?:th|ute|ond)?s?\b\s*|([+-])?(\d{1,9}):(\d\d)(?::(\d\d(?:\.\d+)?))?\s*/giy
  for (const [, number, unit = '', minus, hours = '0', minutes = '0', seconds = '0'] of text.matchAll(words)) {
    if (number !== undefined) {
      const amount = BigInt(number)
      const word = unit.toLowerCase()
      parts.months += amount * (monthsOf[word] ?? 0n)
      parts.days += amount * (daysOf[word] ?? 0n)
      parts.micros += amount * (secondsOf[word] ?? 0n) * 1_000_000n
    } else {
      const time = (BigInt(hours) * 3600n + BigInt(minutes) * 60n) * 1_000_000n + micros(seconds)
      parts.micros += minus === '-' ? -time : time
    }
  }
  const read = [...text.matchAll(words)].map(([all]) => all).join('')
  return text !== '' && read === text ? parts : undefined
}

/** Writes an interval as the server does: a positive part after a negative one gets a plus sign. */
function intervalText({ months, days, micros: time }: Parts): string {
  const texts: string[] = []
  let isBehindMinus = false
  for (const [number, unit] of [
    [months / 12n, 'year'],
    [months % 12n, 'mon'],
    [days, 'day'],
  ] as const) {
    if (number === 0n) continue
    texts.push(`${isBehindMinus && number > 0n ? '+' : ''}${number} ${unit}${number === 1n ? '' : 's'}`)
    isBehindMinus = number < 0n
  }
  if (time !== 0n || texts.length === 0) {
    const size = time < 0n ? -time : time
    const seconds = size / 1_000_000n
    const clock = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => String(part).padStart(2, '0'))
    const fraction = `.${String(size % 1_000_000n).padStart(6, '0')}`.replace(/\.?0*$/, '')
    texts.push(`${time < 0n ? '-' : isBehindMinus ? '+' : ''}${clock.join(':')}${fraction}`)
  }
  return texts.join(' ')
}

interface Network {
  /** The address as a string; `bytes` are its bytes. */
  readonly address: string
  readonly bytes: readonly number[]
  readonly length: number
}

export function inet(text: string): string | undefined {
  const network = readNetwork(text.trim())
  if (!network) return undefined
  const { address, bytes, length } = network
  return length === bytes.length * 8 ? address : `${address}/${length}`
}

export function cidr(text: string): string | undefined {
  const network = readNetwork(text.trim())
  if (!network) return undefined
  const { address, bytes, length } = network
  const hasHost = bytes.some((byte, at) => (byte & (2 ** Math.min(8, Math.max(0, (at + 1) * 8 - length)) - 1)) !== 0)
  return hasHost ? undefined : `${address}/${length}`
}

function readNetwork(text: string): Network | undefined {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const bytes = address.includes(':') ? sixBytes(address) : fourBytes(address)
  if (!bytes) return undefined
  const length = Number(bits ?? bytes.length * 8)
  return length > bytes.length * 8 ? undefined : { address: addressText(bytes), bytes, length }
}

function fourBytes(text: string): number[] | undefined {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
    ? parts.map(Number)
    : undefined
}

function sixBytes(text: string): number[] | undefined {
  const [, head = text, four] = /^(.*:)(\d+(?:\.\d+){3})$/.exec(text) ?? []
  const last = four === undefined ? [] : fourBytes(four)
  if (!last) return undefined
  const halves = (four === undefined ? head : head.replace(/:$/, head.endsWith('::') ? ':' : '')).split('::')
  if (halves.length > 2) return undefined
  const [left, right] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const words = [...left!, ...(right ?? [])]
  if (!words.every((word) => /^[\da-f]{1,4}$/i.test(word))) return undefined
  const toBytes = (list: readonly string[]): number[] =>
    list.flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 255])
  const gap = 16 - words.length * 2 - last.length
  if (halves.length === 2 ? gap < 2 : gap !== 0) return undefined
  return [...toBytes(left!), ...Array<number>(Math.max(gap, 0)).fill(0), ...toBytes(right ?? []), ...last]
}

function addressText(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join('.')
  const words = Array.from({ length: 8 }, (_, at) => (bytes[at * 2]! << 8) | bytes[at * 2 + 1]!)
  const isZero = (from: number, to: number): boolean => words.slice(from, to).every((word) => word === 0)
  const four = bytes.slice(12).join('.')
  if (isZero(0, 5) && words[5] === 0xffff) return `::ffff:${four}`
  if (isZero(0, 6) && words[6] !== 0) return `::${four}`
  const hex = words.map((word) => word.toString(16))
  let [start, length] = [0, 0]
  for (let from = 0; from < 8; from++) {
    let to = from
    while (words[to] === 0) to++
    if (to - from > length) [start, length] = [from, to - from]
  }
  return length < 2 ? hex.join(':') : `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
}

export function macAddress(text: string): string | undefined {
  const written = text.trim().toLowerCase()
  const isWhole = /^(?:..([:-])..(?:\1..){4}|.{6}[:-].{6}|....([.-])....\2....|.{12})$/.test(written)
  const digits = written.replace(/[:.-]/g, '')
  return isWhole && /^[\da-f]{12}$/.test(digits) ? digits.match(/../g)!.join(':') : undefined
}

/** Normalizes an hstore literal. Pairs are in the server's order, shorter keys first; of duplicate keys, the first one wins. */
export function hstore(text: string): string | undefined {
  const pairs = new Map<string, string>()
  const pattern = /\s*"((?:[^"\\]|\\.)*)"\s*=>\s*("(?:[^"\\]|\\.)*"|NULL)\s*(?:,|$)/giy
  let end = 0
  for (const [all, key = '', value = ''] of text.trim().matchAll(pattern)) {
    end += all.length
    const quoted = value[0] === '"' ? requoted(value.slice(1, -1)) : 'NULL'
    if (!pairs.has(requoted(key))) pairs.set(requoted(key), quoted)
  }
  if (end !== text.trim().length) return undefined
  const bare = (key: string): string => key.slice(1, -1).replace(/\\(.)/gs, '$1')
  const keys = [...pairs.keys()].sort((a, b) => {
    const [one, other] = [Buffer.from(bare(a)), Buffer.from(bare(b))]
    return one.length - other.length || Buffer.compare(one, other)
  })
  return keys.map((key) => `${key}=>${pairs.get(key)}`).join(', ')
}

const inQuotes = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

const requoted = (escaped: string): string => inQuotes(escaped.replace(/\\(.)/gs, '$1'))

/** How to read the bounds of a range, and, for discrete types, how to get the next value. */
interface Step {
  readonly read: (text: string) => string | undefined
  readonly next?: (value: string) => string
}

/** Returns the step for whole numbers with this number of bits, not counting the sign. */
export const wholeStep = (bits: bigint): Step => ({
  read: (text) => {
    if (!/^[+-]?\d{1,19}$/.test(text)) return undefined
    const value = BigInt(text)
    return value >= -(2n ** bits) && value < 2n ** bits ? String(value) : undefined
  },
  next: (value) => String(BigInt(value) + 1n),
})
export const dayStep: Step = {
  read: (text) => (moment(`${text} 00:00`) === undefined ? undefined : text),
  next: (value) => new Date(Date.parse(`${value}T00:00Z`) + 86_400_000).toISOString().slice(0, 10),
}

const decimal = (text: string): string | undefined =>
  /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : undefined

const moment = (text: string): string | undefined => {
  const form = instant(`${text}Z`)
  return form?.replace(/\+00$/, '')
}

export const decimalStep: Step = { read: decimal }
export const momentStep: Step = { read: moment }
export const instantStep: Step = { read: instant }

/** Normalizes a range. Discrete types use the form `[1,5)`: the lower bound is included, the upper bound is not. */
export function range(text: string, { read, next }: Step): string | undefined {
  if (/^\s*empty\s*$/i.test(text)) return 'empty'
  const [, open, low, high, close] =
    /^\s*([[(])\s*("[^"\\]*"|[^",()[\]\\]*)\s*,\s*("[^"\\]*"|[^",()[\]\\]*)\s*([\])])\s*$/.exec(text) ?? []
  if (open === undefined || low === undefined || high === undefined) return undefined
  let [lower, upper] = [low, high].map((bound) => {
    const bare = bound.replaceAll('"', '').trim()
    return bare === '' ? null : read(bare)
  })
  if (lower === undefined || upper === undefined) return undefined
  let [first, last] = [lower === null ? '(' : open, upper === null ? ')' : close]
  if (lower !== null && upper !== null) {
    const order = compareBounds(lower, upper)
    if (order > 0) return undefined
    if (order === 0 && first + last !== '[]') return 'empty'
  }
  if (next) {
    if (lower !== null && first === '(') [lower, first] = [next(lower), '[']
    if (upper !== null && last === ']') [upper, last] = [next(upper), ')']
    // The next number after the largest one is out of range.
    if ((lower !== null && read(lower) === undefined) || (upper !== null && read(upper) === undefined)) return undefined
    if (lower !== null && lower === upper) return 'empty'
  }
  const quoted = (bound: string | null): string => (bound === null ? '' : bound.includes(' ') ? `"${bound}"` : bound)
  return `${first}${quoted(lower)},${quoted(upper)}${last}`
}

const compareBounds = (one: string, other: string): number => {
  const [a, b] = [Number(one), Number(other)]
  if (Number.isNaN(a) || Number.isNaN(b)) return one < other ? -1 : one > other ? 1 : 0
  return a - b
}

/** Normalizes an array literal to the server's form, `{a,NULL,"b c"}`; undefined for other strings and for nested arrays. */
export function arrayForm(text: string): string | undefined {
  const written = arrayElements(text)?.map((element) => {
    if (element === null) return 'NULL'
    return /^[^\s",{}\\]+$/.test(element) && !/^null$/i.test(element) ? element : inQuotes(element)
  })
  return written && `{${written.join(',')}}`
}

/** Returns the elements of an array literal, null for each NULL; undefined for other strings and for nested arrays. */
export function arrayElements(text: string): (string | null)[] | undefined {
  const [, inner] = /^\s*\{(.*)\}\s*$/s.exec(text) ?? []
  if (inner === undefined) return undefined
  if (inner.trim() === '') return []
  const elements: (string | null)[] = []
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|([^",{}\\\s](?:[^",{}\\]*[^",{}\\\s])?))\s*(,|$)/gsy
  let end = 0
  for (const [all, quoted, bare] of inner.matchAll(pattern)) {
    end += all.length
    if (quoted !== undefined) elements.push(quoted.replace(/\\(.)/gs, '$1'))
    else elements.push(/^null$/i.test(bare!) ? null : bare!)
    if (end === inner.length && all.endsWith(',')) return undefined
  }
  return end === inner.length ? elements : undefined
}
