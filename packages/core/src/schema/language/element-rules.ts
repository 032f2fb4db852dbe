import { isPhpClass, isSqlIdentifier } from '../../escape/index.js'
import { dialectNames, isDialectName, readList } from '../../model/index.js'

/** The rule for one element of the schema language. */
export interface ElementRule {
  /** Whether unknown attributes are kept, for the code that reads the element. @default false */
  readonly keepsUnknown?: boolean
  /** A sentence for the reference page and for editors. */
  readonly about: string
  readonly children: Readonly<Record<string, Occurrence>>
  /** Description of the text content, if the element has any. */
  readonly content?: string
  readonly attributes: Readonly<Record<string, AttributeRule>>
}

/** How often a child may occur in its parent. The order is always free. */
export type Occurrence = '*' | '+'

export interface AttributeRule {
  readonly type: AttributeType
  readonly about: string
  readonly required?: true
  /** Description of the behavior without the attribute. Absent if nothing happens then. */
  readonly default?: string
  /** Whether an empty value differs from an absent one. */
  readonly keepsEmpty?: true
  /** Whether the attribute comes from older versions of the language and has no effect. */
  readonly legacy?: true
  /** Another attribute that cannot be combined with it. */
  readonly excludes?: string
  /** Attributes of which at least one is also required. */
  readonly needs?: readonly string[]
  /** The notation of old schemas that joins it with another attribute. */
  readonly joined?: JoinedForm
}

/** A value that joins an attribute with another one, which is then not written itself. */
export interface JoinedForm {
  readonly with: string
  /** Matches the two values as groups `own` and `other`. */
  readonly pattern: RegExp
}

/** `10,2`: size and scale. */
export const sizeAndScale: JoinedForm = { with: 'scale', pattern: /^\s*(?<own>\d+)\s*[,.]\s*(?<other>\d+)\s*$/ }

const dotted = /^(?<other>[^.]+)\.(?<own>[^.]+)$/

/** `shop.book`: schema and table. */
export const schemaAndTable: JoinedForm = { with: 'schema', pattern: dotted }
export const foreignSchemaAndTable: JoinedForm = { with: 'foreignSchema', pattern: dotted }

export type AttributeType = TextType | 'boolean' | 'integer' | 'signed integer' | EnumeratedType

/** Free text; `form` describes it. */
export interface TextType {
  readonly form: string
  /** Values that editors suggest, although others are possible. */
  readonly offers?: readonly string[]
  /** Whether a string has that form. Absent if any string does, or if a later step checks it. */
  readonly isValid?: (text: string) => boolean
}

export interface EnumeratedType {
  readonly values: readonly string[]
  /** Other spellings that mean the same, without a warning. */
  readonly synonyms?: Readonly<Record<string, string>>
  /** Old spellings, which cause a warning. */
  readonly old?: Readonly<Record<string, string>>
}

export const isEnumerated = (type: AttributeType): type is EnumeratedType =>
  typeof type === 'object' && 'values' in type

export const text: TextType = { form: 'text' }

export const commaList: TextType = { form: 'comma list' }
/** The attribute `only`: the databases that an element is for. */
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
/** A PHP class, also with the path of old schemas: `lib.model.Base`. */
export const phpClassWithPath: TextType = {
  form: 'PHP class',
  isValid: (name) => isPhpClass(name.replaceAll('.', '\\')),
}
export const phpInterface: TextType = { form: 'PHP interface', isValid: isPhpClass }
/** Names of tables, columns, keys and so on, which are quoted in SQL. */
export const sqlName: TextType = { form: 'text', isValid: isSqlIdentifier }
export const phpNamespace: TextType = { form: 'PHP namespace' }
export const visibility: EnumeratedType = { values: ['public', 'protected', 'private'] }
export const namingMethod: EnumeratedType = { values: ['underscore', 'phpname', 'nochange', 'clean'] }
export const stringFormat: TextType = { form: 'format', offers: ['XML', 'YAML', 'JSON', 'CSV'] }

export const idMethod: EnumeratedType = {
  values: ['native', 'none'],
  old: { autoincrement: 'native', sequence: 'native', null: 'none' },
}
