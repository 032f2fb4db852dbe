import { hash } from 'node:crypto'
import { type IdentifierLimit, identifierLength } from './platform.js'

export type NamingMethod = 'underscore' | 'phpname' | 'nochange' | 'clean'

/** Returns the PHP name that a naming method derives from an SQL name. Case conversion is ASCII only. */
export function phpNameOf(name: string, method: NamingMethod = 'underscore'): string {
  const names = phpNames[method]
  const known = names.get(name)
  if (known !== undefined) return known
  const phpName = methods[method](name)
  names.set(name, phpName)
  return phpName
}

/** Caches PHP names, because most column names occur in several tables. */
const phpNames: Readonly<Record<NamingMethod, Map<string, string>>> = {
  underscore: new Map(),
  phpname: new Map(),
  clean: new Map(),
  nochange: new Map(),
}

const methods: Readonly<Record<NamingMethod, (name: string) => string>> = {
  underscore: (name) =>
    name
      .split('_')
      .map((part) => upperFirst(asciiLower(part)))
      .join(''),
  phpname: (name) => name.split('_').map(upperFirst).join(''),
  clean: (name) => {
    const runs = name.match(/[A-Za-z0-9]+/g)
    return runs ? runs.map((run) => upperFirst(asciiLower(run))).join('') : name
  },
  nochange: (name) => name,
}

/** Returns whether accessors with these names would be the same methods; PHP method names are case-insensitive. */
export const sameAccessors = (one: string, other: string): boolean => asciiLower(one) === asciiLower(other)

const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text)

export const asciiLower = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const asciiUpper = (text: string): string =>
  isAscii(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

const upperFirst = (text: string): string => (/^[a-z]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text)

const md5 = (text: string): string => hash('md5', text)

/**
 * Returns a name such as `author_pkey`, or `a_very_long_na_1a2b_pkey` if it would exceed the vendor's limit: the table name is
 * shortened and gets a hash, and the suffix is kept.
 */
export function nameWithSuffix(table: string, suffix: string, maxLength: number): string {
  if (Buffer.byteLength(table + suffix) <= maxLength) return table + suffix
  const room = maxLength - Buffer.byteLength(suffix) - 5
  return `${clipped(table, room)}_${md5(table).slice(0, 4)}${suffix}`
}

/** Truncates a string to a number of bytes, which some vendors count, without splitting a character. */
export function clipped(text: string, bytes: number): string {
  let end = 0
  let length = 0
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Returns a name within the vendor's limit; a longer name is truncated and gets a hash of the whole name. */
export function fittedName(name: string, platform: IdentifierLimit): string {
  const { maxIdentifierLength, identifierUnit } = platform
  // No UTF-16 code unit takes more than three bytes in UTF-8, so nearly all names need not be measured.
  if (name.length * 3 <= maxIdentifierLength || identifierLength(name, platform) <= maxIdentifierLength) return name
  const room = maxIdentifierLength - 9
  const start = identifierUnit === 'bytes' ? clipped(name, room) : [...name].slice(0, room).join('')
  return `${start}_${md5(name).slice(0, 8)}`
}

/** Returns a name such as `book_fk_ea464c`: the table, the kind and six digits of a hash of `about`. */
export const generatedName = (
  table: string,
  kind: 'fk' | 'i' | 'u' | 'c' | 'x',
  about: string,
  maxLength: number,
): string => nameWithSuffix(table, `_${kind}_${md5(about.toLowerCase()).slice(0, 6)}`, maxLength)

/** Returns the name of the index for a foreign key: the key's name with its last `fk_` replaced by `fi_`. */
export function foreignKeyIndexName(name: string): string {
  const position = name.lastIndexOf('fk_')
  return position < 0 ? `fi_${name.slice(3)}` : `${name.slice(0, position)}fi_${name.slice(position + 3)}`
}

/** Returns the suffix of an inheritance class's constants, such as `FOO_BAR` for the key `foo-bar`. */
export const inheritanceSuffix = (key: string): string =>
  asciiUpper(key.replace(/[^A-Za-z0-9]+/g, '_').replace(/_+$/, ''))

/** Returns the name of the constant for an ENUM or SET value. */
export const valueConstant = (columnConstant: string, value: string): string =>
  `${columnConstant}_${asciiUpper(value.replace(/[^A-Za-z0-9_\x80-\u{10ffff}]/gu, '_'))}`

/** Returns a function that matches whole names; `*` stands for any characters. */
export function namePattern(patterns: readonly string[]): (name: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`, 's')
  })
  return (name) => expressions.some((expression) => expression.test(name))
}
