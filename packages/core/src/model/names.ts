import { hash } from 'node:crypto'
import { type IdentifierLimit, identifierLength } from './platform.js'

export type NamingMethod = 'underscore' | 'phpname' | 'nochange' | 'clean'

/** The PHP name that a naming method makes of an SQL name. Case conversion is ASCII only. */
export function phpNameOf(name: string, method: NamingMethod = 'underscore'): string {
  const names = phpNames[method]
  const known = names.get(name)
  if (known !== undefined) return known
  const phpName = methods[method](name)
  names.set(name, phpName)
  return phpName
}

/** Most tables have columns that others have too. */
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

/** Whether accessors of these names are the same methods: PHP ignores the case of method names. */
export const sameAccessors = (one: string, other: string): boolean => asciiLower(one) === asciiLower(other)

const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text)

export const asciiLower = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const asciiUpper = (text: string): string =>
  isAscii(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

const upperFirst = (text: string): string => (/^[a-z]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text)

const md5 = (text: string): string => hash('md5', text)

/**
 * `author_pkey`, or `a_very_long_na_1a2b_pkey` where the vendor's limit asks for it: the table part is shortened and
 * told apart by a hash, the suffix is kept.
 */
export function nameWithSuffix(table: string, suffix: string, maxLength: number): string {
  if (Buffer.byteLength(table + suffix) <= maxLength) return table + suffix
  const room = maxLength - Buffer.byteLength(suffix) - 5
  return `${clipped(table, room)}_${md5(table).slice(0, 4)}${suffix}`
}

/** At most so many bytes, which is what some vendors count, without half a character at the end. */
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

/** A name within the vendor's limit: a longer name becomes its beginning and a hash of the whole name. */
export function fittedName(name: string, platform: IdentifierLimit): string {
  const { maxIdentifierLength, identifierUnit } = platform
  // No character of a string takes more than three bytes: nearly all names need not be counted.
  if (name.length * 3 <= maxIdentifierLength || identifierLength(name, platform) <= maxIdentifierLength) return name
  const room = maxIdentifierLength - 9
  const start = identifierUnit === 'bytes' ? clipped(name, room) : [...name].slice(0, room).join('')
  return `${start}_${md5(name).slice(0, 8)}`
}

/** `book_fk_ea464c`: the table, the kind and six digits that depend on what the object is about. */
export const generatedName = (
  table: string,
  kind: 'fk' | 'i' | 'u' | 'c' | 'x',
  about: string,
  maxLength: number,
): string => nameWithSuffix(table, `_${kind}_${md5(about.toLowerCase()).slice(0, 6)}`, maxLength)

/** The name of a foreign key with `fi_` for the last `fk_`: the index behind it. */
export function foreignKeyIndexName(name: string): string {
  const position = name.lastIndexOf('fk_')
  return position < 0 ? `fi_${name.slice(3)}` : `${name.slice(0, position)}fi_${name.slice(position + 3)}`
}

/** `FOO_BAR` of the key `foo-bar`: the end of the constants of an inheritance class. */
export const inheritanceSuffix = (key: string): string =>
  asciiUpper(key.replace(/[^A-Za-z0-9]+/g, '_').replace(/_+$/, ''))

/** The constant of an ENUM or SET value. */
export const valueConstant = (columnConstant: string, value: string): string =>
  `${columnConstant}_${asciiUpper(value.replace(/[^A-Za-z0-9_\x80-\u{10ffff}]/gu, '_'))}`

/** Whole names, in which `*` stands for any characters. */
export function namePattern(patterns: readonly string[]): (name: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`, 's')
  })
  return (name) => expressions.some((expression) => expression.test(name))
}
