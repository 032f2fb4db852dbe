import { behavior, parameter, parameterList, parameterListItem, vendor } from './behavior.js'
import { column, inheritance } from './column.js'
import { database, domain, externalSchema } from './database.js'
import { foreignKey, index, indexColumn, reference, unique, uniqueColumn } from './keys.js'
import type { AttributeRule, ElementRule } from './rules.js'
import { idMethodParameter, table } from './table.js'

/**
 * The schema language as data: which elements exist, where they stand, which attributes they take. Reading, checking,
 * suggestions, the XSD and the reference page all work from this table, so they cannot disagree.
 */
export const elements = {
  database,
  'external-schema': externalSchema,
  domain,
  table,
  column,
  inheritance,
  'foreign-key': foreignKey,
  reference,
  index,
  'index-column': indexColumn,
  unique,
  'unique-column': uniqueColumn,
  'id-method-parameter': idMethodParameter,
  behavior,
  parameter,
  'parameter-list': parameterList,
  'parameter-list-item': parameterListItem,
  vendor,
} as const satisfies Record<string, ElementRule>

export type ElementName = keyof typeof elements

export type AttributeName<Name extends ElementName> = keyof (typeof elements)[Name]['attributes'] & string

export const isElementName = (name: string): name is ElementName => Object.hasOwn(elements, name)

export const ruleOf = (name: ElementName): ElementRule => elements[name]

export const attributeRule = (element: ElementName, attribute: string): AttributeRule | undefined => {
  const { attributes } = ruleOf(element)
  return Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
}

/** Elements of older versions, and what to use instead. */
export const removedElements: ReadonlyMap<string, string> = new Map([
  ['validator', 'use the validate behavior'],
  ['rule', 'use the validate behavior'],
])

export {
  type AttributeRule,
  type AttributeType,
  type ElementRule,
  type EnumeratedType,
  isEnumerated,
  isText,
} from './rules.js'
