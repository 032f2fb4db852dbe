import type { Diagnostic } from '../../errors/index.js'
import {
  misplacedElement,
  missingAttribute,
  notAllowedValue,
  notBoolean,
  notInteger,
  unexpectedText,
  unknownAttribute,
} from '../../errors/schema-errors.js'
import type { XmlAttribute, XmlElement } from '../../xml/index.js'
import { readBoolean } from '../attributes.js'
import { type AttributeRule, type ElementName, isElementName, ruleOf } from '../elements.js'
import type { SchemaState } from '../state.js'

/** Elements and attributes against the table of the language; nothing stops the check of the rest. */
export function checkStructure(state: SchemaState): SchemaState {
  const diagnostics: Diagnostic[] = []
  for (const document of state.documents) checkElement(document, 'database', diagnostics)
  return { ...state, diagnostics: [...state.diagnostics, ...diagnostics] }
}

function checkElement(element: XmlElement, name: ElementName, diagnostics: Diagnostic[]): void {
  const rule = ruleOf(name)
  const known = Object.keys(rule.attributes)
  for (const attribute of element.attributes) {
    if (isIgnored(attribute.name)) continue
    const attributeRule = Object.hasOwn(rule.attributes, attribute.name) ? rule.attributes[attribute.name] : undefined
    if (!attributeRule) diagnostics.push(unknownAttribute(attribute, name, attribute.name, known))
    else if (attribute.value !== '') checkValue(attribute, attributeRule, diagnostics)
  }
  for (const attribute of known) {
    if (!rule.attributes[attribute]!.required) continue
    if (!element.attributes.some((given) => given.name === attribute && given.value !== '')) {
      diagnostics.push(missingAttribute(element, name, attribute))
    }
  }
  if (element.text) diagnostics.push(unexpectedText(element.text, name))
  for (const child of element.children) {
    if (isElementName(child.name) && rule.children.includes(child.name)) checkElement(child, child.name, diagnostics)
    else diagnostics.push(misplacedElement(child, child.name, name, rule.children))
  }
}

// Namespaced attributes (xmlns, xsi:schemaLocation) belong to editors and validators.
const isIgnored = (attribute: string): boolean => attribute === 'xmlns' || attribute.includes(':')

function checkValue(attribute: XmlAttribute, rule: AttributeRule, diagnostics: Diagnostic[]): void {
  const { name, value } = attribute
  if (rule.type === 'boolean') {
    if (readBoolean(value) === undefined) diagnostics.push(notBoolean(attribute, name, value))
  } else if (rule.type === 'integer') {
    if (!/^[0-9]+$/.test(value)) diagnostics.push(notInteger(attribute, name, value))
  } else if (rule.type !== 'string') {
    if (!rule.type.includes(value.toLowerCase())) diagnostics.push(notAllowedValue(attribute, name, value, rule.type))
  }
}
