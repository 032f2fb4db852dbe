import { isPhpClass, isSqlIdentifier } from '../../escape/index.js'
import { dialectNames, isDialectName, readList } from '../../model/index.js'

/** One element of the schema language. */
export interface ElementRule {
  /** Whether attributes of other names are kept for the code that reads the element. @default false */
  readonly keepsUnknown?: boolean
  /** A sentence for the reference page and for editors. */
  readonly about: string
  readonly children: Readonly<Record<string, Occurrence>>
  /** What its text is, in words; absent where it has none. */
  readonly content?: string
  readonly attributes: Readonly<Record<string, AttributeRule>>
}

/** How often a child may stand in its parent; order is free everywhere. */
export type Occurrence = '*' | '+'

export interface AttributeRule {
  readonly type: AttributeType
  readonly about: string
  readonly required?: true
  /** What holds without it, in words; absent when that is simply nothing. */
  readonly default?: string
  /** Whether an empty value differs from an absent one. */
  readonly keepsEmpty?: true
  /** Read, but without effect: from older versions of the language. */
  readonly legacy?: true
  /** Another attribute that cannot stand beside it. */
  readonly excludes?: string
  /** Attributes one of which must stand beside it. */
  readonly needs?: readonly string[]
  /** How old schemas write it in one with another attribute. */
  readonly joined?: JoinedForm
}

/** The value of an attribute together with that of another, which is not written by itself. */
export interface JoinedForm {
  readonly with: string
  /** Its groups `own` and `other` are the two values. */
  readonly pattern: RegExp
}

/** `10,2` */
export const sizeAndScale: JoinedForm = { with: 'scale', pattern: /^\s*(?<own>\d+)\s*[,.]\s*(?<other>\d+)\s*$/ }

const dotted = /^(?<other>[^.]+)\.(?<own>[^.]+)$/

/** `shop.book`: schema and table. */
export const schemaAndTable: JoinedForm = { with: 'schema', pattern: dotted }
export const foreignSchemaAndTable: JoinedForm = { with: 'foreignSchema', pattern: dotted }

export type AttributeType = TextType | 'boolean' | 'integer' | EnumeratedType

/** Free text; `form` says which, in words. */
export interface TextType {
  readonly form: string
  /** Values that editors offer although others are possible. */
  readonly offers?: readonly string[]
  /** Whether a text is of that form; absent where any text is, or where that is found out later. */
  readonly isValid?: (text: string) => boolean
}

export interface EnumeratedType {
  readonly values: readonly string[]
  /** Other spellings that mean the same, without a warning. */
  readonly synonyms?: Readonly<Record<string, string>>
  /** Old spellings, which give a warning. */
  readonly old?: Readonly<Record<string, string>>
}

export const isEnumerated = (type: AttributeType): type is EnumeratedType =>
  typeof type === 'object' && 'values' in type

export const text: TextType = { form: 'text' }

export const commaList: TextType = { form: 'comma list' }
/** The databases that an element is for. */
export const onlyVendors = {
  type: {
    form: 'comma list of databases',
    offers: dialectNames,
    isValid: (list) => list !== '' && readList(list).every(isDialectName),
  },
  keepsEmpty: true,
  default: 'all of them',
  about: 'Names of the databases that have it; others leave it out.',
} as const satisfies AttributeRule
/** The database that SQL is for. */
export const oneVendor = {
  type: { form: 'database', offers: dialectNames, isValid: isDialectName },
  keepsEmpty: true,
  default: 'all of them',
  about: 'The database that the SQL is for.',
} as const satisfies AttributeRule
export const phpIdentifier: TextType = { form: 'PHP identifier' }
export const phpClass: TextType = { form: 'PHP class', isValid: isPhpClass }
/** Also with the path of old schemas: `lib.model.Base`. */
export const phpClassWithPath: TextType = {
  form: 'PHP class',
  isValid: (name) => isPhpClass(name.replaceAll('.', '\\')),
}
export const phpInterface: TextType = { form: 'PHP interface', isValid: isPhpClass }
/** Names of tables, columns, keys and the like; they are quoted. */
export const sqlName: TextType = { form: 'text', isValid: isSqlIdentifier }
export const phpNamespace: TextType = { form: 'PHP namespace' }
export const visibility: EnumeratedType = { values: ['public', 'protected', 'private'] }
export const namingMethod: EnumeratedType = { values: ['underscore', 'phpname', 'nochange', 'clean'] }
export const stringFormat: TextType = { form: 'format', offers: ['XML', 'YAML', 'JSON', 'CSV'] }

export const idMethod: EnumeratedType = {
  values: ['native', 'none'],
  old: { autoincrement: 'native', sequence: 'native', null: 'none' },
}
