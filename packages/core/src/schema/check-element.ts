import type { Diagnostic } from '../errors/index.js'
import {
  misplacedElement,
  missingAttribute,
  noEffectAnyMore,
  notAllowedValue,
  notBoolean,
  notInteger,
  oldForm,
  otherCase,
  unexpectedText,
  unknownAttribute,
} from '../errors/schema/structure.js'
import { readBoolean } from '../model/index.js'
import type { XmlAttribute, XmlElement } from '../xml/index.js'
import { SchemaElement } from './element.js'
import {
  type AttributeRule,
  type ElementName,
  type EnumeratedType,
  isElementName,
  isEnumerated,
  removedElements,
  ruleOf,
} from './language/index.js'

type Report = (diagnostic: Diagnostic) => void

/** Elements and attributes against the table of the language; nothing stops the check of the rest. */
export function checkElement(element: XmlElement, name: ElementName, report: Report): SchemaElement {
  const rule = ruleOf(name)
  const { attributes, rejected } = checkAttributes(element, name, report)
  let damaged = rejected.length > 0
  for (const [attribute, { required }] of Object.entries(rule.attributes)) {
    if (!required || attributes.some((given) => given.name === attribute)) continue
    // An attribute that was written, but wrongly, was reported already.
    if (!rejected.includes(attribute)) report(missingAttribute(element, name, attribute))
    damaged = true
  }
  if (element.text) report(unexpectedText(element.text, name))
  const children: SchemaElement[] = []
  for (const child of element.children) {
    if (isElementName(child.name) && Object.hasOwn(rule.children, child.name)) {
      children.push(checkElement(child, child.name, report))
    } else {
      const allowed = Object.keys(rule.children)
      report(misplacedElement(child, child.name, name, allowed, removedElements.get(child.name)))
    }
  }
  return new SchemaElement(name, element, attributes, children, damaged)
}

interface CheckedAttributes {
  /** Those that are known and have a proper value, under their canonical names. */
  readonly attributes: readonly XmlAttribute[]
  /** Canonical names, or unknown ones, of those that do not. */
  readonly rejected: readonly string[]
}

function checkAttributes(element: XmlElement, name: ElementName, report: Report): CheckedAttributes {
  const { attributes: rules } = ruleOf(name)
  const attributes: XmlAttribute[] = []
  const rejected: string[] = []
  for (const attribute of element.attributes) {
    if (isIgnored(attribute.name)) continue
    const canonical = canonicalName(attribute.name, rules)
    const taken = canonical !== attribute.name && element.attributes.some((other) => other.name === canonical)
    if (canonical === undefined || taken) {
      report(unknownAttribute(attribute, name, attribute.name, Object.keys(rules)))
      rejected.push(attribute.name)
      continue
    }
    if (canonical !== attribute.name) report(otherCase(attribute, attribute.name, canonical))
    const rule = rules[canonical]!
    if (rule.legacy) {
      report(noEffectAnyMore(attribute, canonical))
    } else if (attribute.value !== '' || rule.keepsEmpty) {
      const value = checkValue(attribute, canonical, rule, report)
      if (value === undefined) rejected.push(canonical)
      else attributes.push({ ...attribute, name: canonical, value })
    }
  }
  return { attributes, rejected }
}

// Namespaced attributes (xmlns, xsi:schemaLocation) belong to editors and validators.
const isIgnored = (attribute: string): boolean => attribute === 'xmlns' || attribute.includes(':')

function canonicalName(written: string, rules: Readonly<Record<string, AttributeRule>>): string | undefined {
  if (Object.hasOwn(rules, written)) return written
  const lower = written.toLowerCase()
  return Object.keys(rules).find((name) => name.toLowerCase() === lower)
}

/** The value as the rest of the pipeline reads it, or undefined when it is none. */
function checkValue(attribute: XmlAttribute, name: string, rule: AttributeRule, report: Report): string | undefined {
  const { value } = attribute
  if (rule.type === 'boolean') {
    if (readBoolean(value) !== undefined) return value
    report(notBoolean(attribute, name, value))
    return undefined
  }
  if (rule.type === 'integer') {
    if (/^[0-9]+$/.test(value) && Number(value) <= Number.MAX_SAFE_INTEGER) return value
    report(notInteger(attribute, name, value))
    return undefined
  }
  return isEnumerated(rule.type) ? checkEnumerated(attribute, name, rule.type, report) : value
}

function checkEnumerated(
  attribute: XmlAttribute,
  name: string,
  { values, synonyms = {}, old = {} }: EnumeratedType,
  report: Report,
): string | undefined {
  const lower = attribute.value.toLowerCase()
  const value = values.find((candidate) => candidate.toLowerCase() === lower)
  if (value !== undefined) return value
  const synonym = Object.keys(synonyms).find((candidate) => candidate.toLowerCase() === lower)
  if (synonym !== undefined) return synonyms[synonym]
  if (Object.hasOwn(old, lower)) {
    report(oldForm(attribute, attribute.value, old[lower]!))
    return old[lower]
  }
  report(notAllowedValue(attribute, name, attribute.value, values))
  return undefined
}
