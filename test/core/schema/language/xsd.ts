import { legacyTypes, schemaTypes } from '#core/model/index.js'
import { type AttributeRule, type AttributeType, elements, isEnumerated, ruleOf } from '#core/schema/language/index.js'

/**
 * The XSD of the schema language, for editors. It accepts what the reader accepts, but for attribute names in another
 * case, which XSD cannot express and the reader warns of.
 */
export function languageXsd(): string {
  const names = Object.keys(elements) as (keyof typeof elements)[]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!-- Generated from the table of the schema language in packages/core/src/schema/language; a test compares. -->',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">',
    '  <xs:element name="database" type="database"/>',
    ...names.flatMap(elementType),
    simpleType(
      'boolean',
      ['true', 'false'],
      `${anyCase(['true', 't', 'y', 'yes', 'on', '1', 'false', 'f', 'n', 'no', 'off', '0'])}|`,
    ),
    simpleType('integer', [], '[0-9]*'),
    simpleType('signed-integer', [], '(-?[0-9]+)?'),
    simpleType('columnType', schemaTypes, `${anyCase([...schemaTypes, ...legacyTypes.keys()])}|`),
    '</xs:schema>',
    '',
  ].join('\n')
}

function elementType(name: keyof typeof elements): string[] {
  const { about, children, attributes, content } = ruleOf(name)
  const inside = Object.keys(children).map((child) => `      <xs:element name="${child}" type="${child}"/>`)
  return [
    `  <xs:complexType name="${name}"${content === undefined ? '' : ' mixed="true"'}>`,
    `    <xs:annotation><xs:documentation>${escaped(about)}</xs:documentation></xs:annotation>`,
    ...(inside.length > 0
      ? ['    <xs:choice minOccurs="0" maxOccurs="unbounded">', ...inside, '    </xs:choice>']
      : []),
    ...Object.entries(attributes).flatMap(([attribute, rule]) => attributeDeclaration(name, attribute, rule)),
    '    <xs:anyAttribute namespace="##other" processContents="lax"/>',
    '  </xs:complexType>',
  ]
}

function attributeDeclaration(element: string, name: string, rule: AttributeRule): string[] {
  const use = rule.required ? ' use="required"' : ''
  const about = rule.default === undefined ? rule.about : `${rule.about} Default: ${rule.default}.`
  const documentation = `<xs:annotation><xs:documentation>${escaped(about)}</xs:documentation></xs:annotation>`
  const named = namedType(element, name, rule.type)
  if (named) return [`    <xs:attribute name="${name}" type="${named}"${use}>${documentation}</xs:attribute>`]
  return [
    `    <xs:attribute name="${name}"${use}>`,
    `      ${documentation}`,
    ...inlineType(rule.type, rule.required === true),
    '    </xs:attribute>',
  ]
}

const namedType = (element: string, name: string, type: AttributeType): string | undefined => {
  if (typeof type === 'string') return type.replace(' ', '-')
  if (name === 'type' && (element === 'column' || element === 'domain')) return 'columnType'
  return 'form' in type && !type.offers ? 'xs:string' : undefined
}

/** Values to offer, and a pattern for what else is accepted: another case, other spellings, nothing at all. */
function inlineType(type: AttributeType, required: boolean): string[] {
  if (typeof type === 'string') return []
  const values = isEnumerated(type) ? type.values : (type.offers ?? [])
  const others = isEnumerated(type) ? [...Object.keys(type.synonyms ?? {}), ...Object.keys(type.old ?? {})] : []
  const accepted = isEnumerated(type)
    ? `<xs:pattern value="${escaped(anyCase([...values, ...others]))}${required ? '' : '|'}"/>`
    : ''
  return [
    '      <xs:simpleType>',
    '        <xs:union>',
    `          <xs:simpleType><xs:restriction base="xs:string">${enumerations(values)}</xs:restriction></xs:simpleType>`,
    `          <xs:simpleType><xs:restriction base="xs:string">${accepted}</xs:restriction></xs:simpleType>`,
    '        </xs:union>',
    '      </xs:simpleType>',
  ]
}

const enumerations = (values: readonly string[]): string =>
  values.map((value) => `<xs:enumeration value="${escaped(value)}"/>`).join('')

function simpleType(name: string, values: readonly string[], pattern: string): string {
  const matching = `<xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`
  const offered = `<xs:simpleType><xs:restriction base="xs:string">${enumerations(values)}</xs:restriction></xs:simpleType>`
  const members = values.length > 0 ? [offered, matching] : [matching]
  return [
    `  <xs:simpleType name="${name}">`,
    '    <xs:union>',
    ...members.map((each) => `      ${each}`),
    '    </xs:union>',
    '  </xs:simpleType>',
  ].join('\n')
}

const anyCase = (words: readonly string[]): string =>
  words.map((word) => word.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)).join('|')

/** Text for an attribute or an annotation, which shows no Markdown. */
const escaped = (text: string): string =>
  text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
