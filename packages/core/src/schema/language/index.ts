import { behavior, parameter, parameterList, parameterListItem, vendor } from './behavior-elements.js'
import { column, inheritance } from './column-elements.js'
import { database, domain, extension, externalSchema, sequence } from './database-elements.js'
import type { AttributeRule, ElementRule } from './element-rules.js'
import {
  check,
  exclude,
  excludeColumn,
  foreignKey,
  index,
  indexColumn,
  indexInclude,
  reference,
  unique,
  uniqueColumn,
} from './key-elements.js'
import { create, drop, statement } from './statement-elements.js'
import { idMethodParameter, part, partition, table } from './table-elements.js'
import { sql, view } from './view-elements.js'

/**
 * The schema language as data: its elements, their parents and their attributes. Reading, checking, suggestions, the XSD and
 * the reference page all use this table, so they cannot disagree.
 */
export const elements = {
  database,
  'external-schema': externalSchema,
  extension,
  sequence,
  domain,
  table,
  view,
  sql,
  statement,
  create,
  drop,
  column,
  inheritance,
  'foreign-key': foreignKey,
  reference,
  index,
  'index-column': indexColumn,
  'index-include': indexInclude,
  unique,
  'unique-column': uniqueColumn,
  check,
  exclude,
  'exclude-column': excludeColumn,
  partition,
  part,
  'id-method-parameter': idMethodParameter,
  behavior,
  parameter,
  'parameter-list': parameterList,
  'parameter-list-item': parameterListItem,
  vendor,
} as const satisfies Record<string, ElementRule>

export type ElementName = keyof typeof elements

export type AttributeName<Name extends ElementName> = keyof (typeof elements)[Name]['attributes'] & string

export const ruleOf = (name: ElementName): ElementRule => elements[name]

/** An element rule prepared for the structure check. */
export interface CompiledRule {
  readonly attributes: ReadonlyMap<string, AttributeRule>
  /** Canonical attribute names by lower-case name. */
  readonly canonical: ReadonlyMap<string, string>
  readonly required: readonly string[]
  /** Names of attributes that exclude or require others. */
  readonly paired: readonly string[]
  readonly keepsUnknown: boolean
  readonly children: ReadonlySet<string>
  readonly hasContent: boolean
}

const compile = ({ attributes, children, content, keepsUnknown = false }: ElementRule): CompiledRule => ({
  hasContent: content !== undefined,
  attributes: new Map(Object.entries(attributes)),
  canonical: new Map(Object.keys(attributes).map((name) => [name.toLowerCase(), name])),
  required: Object.keys(attributes).filter((name) => attributes[name]!.required),
  paired: Object.keys(attributes).filter((name) => attributes[name]!.excludes ?? attributes[name]!.needs),
  children: new Set(Object.keys(children)),
  keepsUnknown,
})

const compiled = new Map<ElementName, CompiledRule>()

export function compiledRule(name: ElementName): CompiledRule {
  const known = compiled.get(name)
  if (known) return known
  const rule = compile(elements[name])
  compiled.set(name, rule)
  return rule
}

/** Elements that no longer exist, with their replacements. */
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
} from './element-rules.js'
