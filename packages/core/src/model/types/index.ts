import { binaries, GEOMETRY, OBJECT } from './binaries.js'
import { choices, flags, nativeChoices } from './choices.js'
import type { ColumnType, TypeFamily } from './column-type.js'
import { ARRAY, HSTORE, json } from './documents.js'
import { BIT, CIDR, INET, MACADDR, uuids, VARBIT } from './identifiers.js'
import { numbers, YEAR } from './numbers.js'
import { ranges } from './ranges.js'
import { CITEXT, texts } from './texts.js'
import { INTERVAL, TIMESTAMPTZ, times } from './times.js'

export type { ColumnKind, ShownKind, SqlType } from './column-type.js'
export { arrayElements, arrayForm } from './literal-forms.js'

const commonTypes = {
  ...texts,
  ...numbers,
  ...binaries,
  ...times,
  ...flags,
  ...choices,
  ARRAY,
  OBJECT,
  JSON: json,
  GEOMETRY,
  ...uuids,
}

/** Types that not every database has. */
const rareTypes = { YEAR, TIMESTAMPTZ, INTERVAL, INET, CIDR, MACADDR, CITEXT, HSTORE, BIT, VARBIT, ...ranges }

type WrittenType = keyof typeof commonTypes | RareType

export type RareType = keyof typeof rareTypes

export type SchemaType = WrittenType | keyof typeof nativeChoices

/** All column types, in the order of the documentation. They do not depend on a database. */
export const columnTypes: Readonly<Record<SchemaType, ColumnType>> = { ...commonTypes, ...rareTypes, ...nativeChoices }

/** The types that a schema can name. */
export const schemaTypes = Object.keys({ ...commonTypes, ...rareTypes }) as readonly WrittenType[]

const written: ReadonlySet<string> = new Set(schemaTypes)

/** Returns whether a schema can use the type name. */
export const isSchemaType = (name: string): name is WrittenType => written.has(name)

/** Returns whether a column of the model can have the type. */
export const isColumnType = (name: string): name is SchemaType => Object.hasOwn(columnTypes, name)

/** Returns whether some databases do not have the type. */
export const isRareType = (type: SchemaType): type is RareType => Object.hasOwn(rareTypes, type)

/** Returns a type as written in schemas; `native` is true for a database type. */
export const writtenType = (type: SchemaType): { readonly type: WrittenType; readonly native: boolean } =>
  isSchemaType(type) ? { type, native: false } : { type: type === 'ENUM_NATIVE' ? 'ENUM' : 'SET', native: true }

/** Returns a type as shown in messages. */
export const shownType = (type: SchemaType): string => {
  const { type: name, native } = writtenType(type)
  return native ? `native ${name}` : name
}

const entries = Object.entries(columnTypes) as (readonly [SchemaType, ColumnType])[]

/** Legacy type names and the types that replace them. */
export const legacyTypes: ReadonlyMap<string, SchemaType> = new Map(
  entries.flatMap(([type, { legacyNames = [] }]) => legacyNames.map((name) => [name, type] as const)),
)

/** Type names from other tools and databases, and what to write instead. */
export const typeSuggestions: ReadonlyMap<string, string> = new Map(
  entries.flatMap(([type, { foreignNames = {} }]) =>
    Object.entries(foreignNames).map(([name, attribute]) => [
      name,
      attribute === '' ? type : `${type}" with ${attribute.replace(/"$/, '')}`,
    ]),
  ),
)

/** Returns the types whose facts meet a condition. */
export const typesWhere = (isMet: (facts: ColumnType) => unknown): ReadonlySet<SchemaType> =>
  new Set(entries.flatMap(([type, facts]) => (isMet(facts) ? [type] : [])))

const ofFamily = (...families: readonly TypeFamily[]): ReadonlySet<SchemaType> =>
  typesWhere(({ family }) => families.includes(family))

export const integerTypes = ofFamily('integer')
export const decimalTypes = ofFamily('decimal')
/** Integers that can store Unix seconds. */
export const secondTypes = typesWhere(({ bits = 0 }) => bits >= 32)
export const floatTypes = ofFamily('float')
export const numericTypes = ofFamily('integer', 'decimal', 'float')
/** Types whose values are numbers, years too. */
export const numberTypes = ofFamily('integer', 'decimal', 'float', 'year')
export const temporalTypes = ofFamily('temporal')
/** Types that contain a date, but no time zone. */
export const dateTypes = typesWhere(({ moment }) => moment === 'date' || moment === 'datetime')
/** Types for free text. */
export const characterTypes = ofFamily('text')
/** Types for text that PHP and the database compare in the same way. */
export const plainTextTypes = typesWhere(({ family, ignoresCase }) => family === 'text' && !ignoresCase)
/** Types whose defaults are quoted. */
export const textTypes = ofFamily('text', 'json', 'temporal')
export const lobTypes = typesWhere(({ isLarge }) => isLarge)
/** Types whose values are bytes. */
export const binaryTypes = ofFamily('bytes', 'object', 'geometry')
export const booleanTypes = ofFamily('boolean')
/** Types whose value is one of a `valueSet`. */
export const enumTypes = typesWhere(({ kind }) => kind === 'enum' || kind === 'native-enum')
/** Types with a `valueSet`. */
export const valueSetTypes = ofFamily('choice', 'native choice')
/** Types whose values are lists of texts. */
export const listTypes = typesWhere(({ kind }) => kind === 'array' || kind === 'set' || kind === 'native-set')
/** Types whose values the database itself checks. */
export const nativeValueTypes = ofFamily('native choice')

/** Returns the largest integer that a column of the type can store on all databases, and JavaScript exactly. */
export const largestInteger = (type: SchemaType): number =>
  Math.min(2 ** ((columnTypes[type].bits ?? 64) - 1) - 1, Number.MAX_SAFE_INTEGER)
