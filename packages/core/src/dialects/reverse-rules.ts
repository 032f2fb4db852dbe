import type { ColumnDefault, SchemaType } from '../model/index.js'
import type { CatalogColumn } from './catalog.js'

/** How what a vendor's catalog says is put in the terms of a schema. */
export interface ReverseRules {
  /** The schema type of a native type; undefined when there is none. */
  typeOf(column: CatalogColumn): SchemaTypeGuess | undefined
  /** One spelling for every native type: what two spellings of one type have in common. */
  canonical(type: string): string
  /** The values of an ENUM or SET, where they are part of the type. */
  valuesOf?(type: string): readonly string[] | undefined
  defaultOf(column: CatalogColumn, type: SchemaType): ColumnDefault | undefined
  /**
   * Functions of the server, in small letters, that read or write files, reach other sessions or execute text as SQL. A migration
   * calls those in the default of a column that it adds, so none comes from the catalog of somebody else.
   */
  readonly reachesOut?: RegExp
  /** A string in SQL. */
  literal(text: string): string
  /** Whether the SQL of a text keeps its carriage returns in files. */
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

/** A native type in its parts: `decimal(10,2) unsigned` is decimal, 10, 2 and unsigned. */
export interface NativeType {
  readonly word: string
  readonly size?: number
  readonly scale?: number
  /** What follows the parentheses, or the words after the first where there are none. */
  readonly rest: string
}

export function nativeType(type: string): NativeType {
  const [, word = '', inner = '', rest = ''] =
    /^\s*([^\s(]+)\s*(?:\(([^)]*)\))?\s*(.*?)\s*$/s.exec(type.toLowerCase()) ?? []
  const [size, scale] = inner.split(',').map((part) => (/^\s*-?\d+\s*$/.test(part) ? Number(part) : undefined))
  return { word, ...(size !== undefined && { size }), ...(scale !== undefined && { scale }), rest }
}

/** Size and scale as a guess has them; a size that the vendor adds by itself is left out. */
export function sized(type: SchemaType, { size, scale }: NativeType, own?: number): SchemaTypeGuess {
  // A schema takes no size of 0, and no scale below 0 or above the size, which PostgreSQL and Oracle have.
  const isSaid = scale === undefined || (scale >= 0 && scale <= (size ?? 0))
  if (!size || !isSaid || (size === own && !scale)) return { type }
  return { type, size, ...(scale !== undefined && { scale }) }
}

export const value = (text: string): ColumnDefault => ({ kind: 'value', text })

export const expression = (text: string): ColumnDefault => ({ kind: 'expression', text })

/** The text of an SQL string literal; undefined for other SQL. */
export const unquoted = (text: string): string | undefined =>
  /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined

export const isNumber = (text: string): boolean => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
