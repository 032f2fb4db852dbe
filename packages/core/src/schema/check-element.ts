import type { Diagnostic } from '../errors/index.js'
import { nearest } from '../errors/nearest.js'
import {
  attributeNeeds,
  attributesExclude,
  misplacedElement,
  missingAttribute,
  noEffectAnyMore,
  notAllowedValue,
  notBoolean,
  notInteger,
  oldForm,
  otherCase,
  readAs,
  readAsTwo,
  unexpectedText,
  unknownAttribute,
  wrongForm,
} from '../errors/schema/structure-errors.js'
import { readBoolean } from '../model/index.js'
import type { XmlAttribute, XmlElement } from '../xml/index.js'
import { SchemaElement } from './element.js'
import {
  type AttributeType,
  type CompiledRule,
  compiledRule,
  type ElementName,
  type EnumeratedType,
  isEnumerated,
  removedElements,
} from './language/index.js'

type Report = (diagnostic: Diagnostic) => boolean

/** Checks an element, its attributes and children against the language table. An error does not stop the rest of the check. */
export function checkElement(
  element: XmlElement,
  name: ElementName,
  report: Report,
  isMisspelled = false,
): SchemaElement {
  const rule = compiledRule(name)
  const { attributes, rejected } = checkAttributes(element, name, report)
  let damaged = isMisspelled || rejected.length > 0
  for (const attribute of rule.required) {
    if (hasAttribute(attributes, attribute)) continue
    // A parameter may contain its value in custom attributes that only its behavior reads.
    if (attribute === 'value' && attributes.some((given) => !rule.attributes.has(given.name))) continue
    // An attribute with a wrong value or name was already reported.
    if (!rejected.some((given) => nearest(given, [attribute]))) report(missingAttribute(element, name, attribute))
    damaged = true
  }
  checkPairs(name, attributes, rule, report)
  if (element.text && !rule.hasContent) report(unexpectedText(element.text, name))
  const children: SchemaElement[] = element.children.length === 0 ? none : []
  for (const child of element.children) {
    if (rule.children.has(child.name)) {
      children.push(checkElement(child, child.name as ElementName, report))
    } else {
      report(misplacedElement(child, child.name, name, [...rule.children], removedElements.get(child.name)))
      // A misspelled element is read as the one that was meant: without it, references to what it declares would fail too.
      const meant = removedElements.has(child.name) ? undefined : nearest(child.name, rule.children)
      if (meant !== undefined) children.push(checkElement(child, meant as ElementName, report, true))
    }
  }
  return new SchemaElement(name, element, attributes, children, damaged, rule.hasContent ? element.content : undefined)
}

/** Checks attributes that exclude or require others. */
function checkPairs(
  element: ElementName,
  given: readonly XmlAttribute[],
  { paired, attributes }: CompiledRule,
  report: Report,
): void {
  for (const name of paired) {
    if (!hasAttribute(given, name)) continue
    const attribute = given.find((each) => each.name === name)!
    const { excludes, needs } = attributes.get(name)!
    const isGiven = (other: string): boolean => hasAttribute(given, other)
    if (excludes !== undefined && isGiven(excludes)) report(attributesExclude(attribute, element, excludes, name))
    if (needs && !needs.some(isGiven)) report(attributeNeeds(attribute, element, name, needs[0]!))
  }
}

/** One empty list, shared by the many elements without children or rejected attributes. */
const none: never[] = []

interface CheckedAttributes {
  /** The known attributes with valid values, under their canonical names. */
  readonly attributes: readonly XmlAttribute[]
  /** The names of the rejected attributes: the canonical name if the attribute is known. */
  readonly rejected: readonly string[]
}

function checkAttributes(element: XmlElement, name: ElementName, report: Report): CheckedAttributes {
  const rule = compiledRule(name)
  if (areAllAsIs(element.attributes, rule)) return { attributes: element.attributes, rejected: none }
  const attributes: XmlAttribute[] = []
  const rejected: string[] = []
  for (const attribute of element.attributes) {
    if (isIgnored(attribute.name)) continue
    let canonical = rule.attributes.has(attribute.name)
      ? attribute.name
      : rule.canonical.get(attribute.name.toLowerCase())
    if (canonical === undefined || (canonical !== attribute.name && isGiven(element, canonical))) {
      const given = { element: name, name: nameOf(element), attribute: attribute.name, value: attribute.value }
      const problem = unknownAttribute(attribute, given, rule.attributes)
      if (!report(problem)) {
        if (rule.keepsUnknown) attributes.push(attribute)
        continue
      }
      rejected.push(attribute.name)
      // A misspelled attribute is read as the one that was meant, as a misspelled element is.
      canonical = nearest(attribute.name, rule.attributes.keys())
      if (canonical === undefined || isGiven(element, canonical) || hasAttribute(attributes, canonical)) continue
    } else if (canonical !== attribute.name) report(otherCase(attribute, attribute.name, canonical))
    const { legacy, keepsEmpty, type, joined } = rule.attributes.get(canonical)!
    if (legacy) {
      report(noEffectAnyMore(attribute, canonical))
      continue
    }
    const parts = joined && !isGiven(element, joined.with) ? joined.pattern.exec(attribute.value)?.groups : undefined
    if (parts) {
      const [own, other] = [parts.own!, parts.other!]
      report(readAsTwo(attribute, canonical, attribute.value, own, joined!.with, other))
      attributes.push({ ...attribute, name: canonical, value: own }, { ...attribute, name: joined!.with, value: other })
    } else if (attribute.value !== '' || keepsEmpty) {
      const value = checkValue(attribute, canonical, type, report)
      if (value === undefined) {
        rejected.push(canonical)
        // Nobody writes a boolean to say what holds without it.
        if (type === 'boolean' && !nearest(attribute.value, falseWords))
          attributes.push({ ...attribute, name: canonical, value: 'true' })
      } else if (canonical === attribute.name && value === attribute.value) attributes.push(attribute)
      else attributes.push({ ...attribute, name: canonical, value })
    }
  }
  return { attributes, rejected }
}

const falseWords = ['false', 'no', 'off']

const nameOf = ({ attributes }: XmlElement): string => attributes.find(({ name }) => name === 'name')?.value ?? ''

const isGiven = (element: XmlElement, name: string): boolean => hasAttribute(element.attributes, name)

// The next two functions run for every element; loops are faster here than array methods with callbacks.
function hasAttribute(attributes: readonly XmlAttribute[], name: string): boolean {
  for (let at = 0; at < attributes.length; at++) if (attributes[at]!.name === name) return true
  return false
}

function areAllAsIs(attributes: readonly XmlAttribute[], rule: CompiledRule): boolean {
  for (let at = 0; at < attributes.length; at++) if (!isAsIs(attributes[at]!, rule)) return false
  return true
}

/** Whether an attribute can be used unchanged, as nearly all can. */
function isAsIs({ name, value }: XmlAttribute, { attributes }: CompiledRule): boolean {
  const rule = attributes.get(name)
  return (
    rule !== undefined &&
    !rule.legacy &&
    value !== '' &&
    isOfType(value, rule.type) &&
    !rule.joined?.pattern.test(value)
  )
}

/** Whether a value has the exact spelling of its type. */
function isOfType(value: string, type: AttributeType): boolean {
  if (type === 'boolean') return readBoolean(value) !== undefined
  if (type === 'integer') return /^[0-9]+$/.test(value) && Number.isSafeInteger(Number(value))
  if (type === 'signed integer') return /^-?[0-9]+$/.test(value) && Number.isSafeInteger(Number(value))
  return isEnumerated(type) ? type.values.includes(value) : (type.isValid?.(value) ?? true)
}

// Namespaced attributes (xmlns, xsi:schemaLocation) belong to editors and validators.
const isIgnored = (attribute: string): boolean => attribute === 'xmlns' || attribute.includes(':')

/** Returns the value in the form that later steps read, or undefined if it is not valid. */
function checkValue(attribute: XmlAttribute, name: string, type: AttributeType, report: Report): string | undefined {
  const { value } = attribute
  if (isOfType(value, type)) return value
  if (isEnumerated(type)) return checkEnumerated(attribute, name, type, report)
  // Any other word means false, as in Propel.
  if (type === 'boolean') return report(notBoolean(attribute, name, value)) ? undefined : 'false'
  if (type === 'integer' || type === 'signed integer') return checkInteger(attribute, name, type, report)
  report(wrongForm(attribute, name, value, type.form, type.offers))
  return undefined
}

/** Reads leading digits as the number, as PHP does when it casts a string. */
function checkInteger(attribute: XmlAttribute, name: string, type: AttributeType, report: Report): string | undefined {
  const { value } = attribute
  const digits = /^\s*(-?\d+)/.exec(value)?.[1]
  if (digits === undefined || !isOfType(digits, type)) {
    report(notInteger(attribute, name, value))
    return undefined
  }
  if (value.trim() !== digits) report(readAs(attribute, name, value, digits))
  return digits
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
