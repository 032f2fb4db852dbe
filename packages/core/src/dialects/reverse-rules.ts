import type { ColumnDefault, SchemaType } from '../model/index.js'
import type { CatalogColumn } from './catalog.js'

/** How a vendor's catalog is converted to a schema. */
export interface ReverseRules {
  /** Returns the schema type of a native type; undefined if there is none. */
  schemaTypeOf(column: CatalogColumn): SchemaTypeGuess | undefined
  /** Returns the canonical form of a native type; equivalent spellings give the same form. */
  canonical(type: string): string
  /** Returns the values of an ENUM or SET type, if the type contains them. */
  valuesOf?(type: string): readonly string[] | undefined
  defaultOf(column: CatalogColumn, type: SchemaType): ColumnDefault | undefined
  /**
   * Matches server functions, in lower case, that read or write files, access other sessions or run strings as SQL. They are
   * never imported from a catalog, because a migration that adds a column calls the functions in its default.
   */
  readonly reachesOut?: RegExp
  /** Writes a string literal. */
  literal(text: string): string
  /** Whether string literals preserve carriage returns in files. */
  readonly escapesReturns?: true
}

export interface SchemaTypeGuess {
  readonly type: SchemaType
  readonly size?: number
  readonly scale?: number
  readonly array?: true
  readonly unsigned?: true
  readonly zerofill?: true
  readonly srid?: number
  /** Vendor parameters of the column. */
  readonly vendor?: Readonly<Record<string, string>>
}

/** The parts of a native type: `decimal(10,2) unsigned` is decimal, 10, 2 and unsigned. */
export interface NativeType {
  readonly word: string
  readonly size?: number
  readonly scale?: number
  /** The text after the parentheses, or the words after the first one if there are no parentheses. */
  readonly rest: string
}

export function nativeType(type: string): NativeType {
  const [, word = '', inner = '', rest = ''] =
    /^\s*([^\s(]+)\s*(?:\(([^)]*)\))?\s*(.*?)\s*$/s.exec(type.toLowerCase()) ?? []
  const [size, scale] = inner.split(',').map((part) => (/^\s*-?\d+\s*$/.test(part) ? Number(part) : undefined))
  return { word, ...(size !== undefined && { size }), ...(scale !== undefined && { scale }), rest }
}

/** Returns size and scale for a type guess; `own` is the vendor's default size, which is omitted. */
export function sized(type: SchemaType, { size, scale }: NativeType, own?: number): SchemaTypeGuess {
  // A schema does not accept a size of 0, nor a scale below 0 or above the size, which PostgreSQL and Oracle allow.
  const isSaid = scale === undefined || (scale >= 0 && scale <= (size ?? 0))
  if (!size || !isSaid || (size === own && !scale)) return { type }
  return { type, size, ...(scale !== undefined && { scale }) }
}

export const value = (text: string): ColumnDefault => ({ kind: 'value', text })

export const expression = (text: string): ColumnDefault => ({ kind: 'expression', text })

/** Returns the value of an SQL string literal; undefined for other SQL. */
export const unquoted = (text: string): string | undefined =>
  /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined

export const isNumber = (text: string): boolean => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
