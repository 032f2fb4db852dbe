/** An element to write; attributes that are undefined are left out. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly children: readonly XmlNode[]
}

/** A tree to XML text, indented, with an XML declaration. */
export function writeXml(root: XmlNode): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...linesOf(root, ''), ''].join('\n')
}

function* linesOf({ name, attributes, children }: XmlNode, indent: string): Generator<string> {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${value.replace(special, reference)}"`))
    .join('')
  if (children.length === 0) return yield `${indent}<${name}${written}/>`
  yield `${indent}<${name}${written}>`
  for (const child of children) yield* linesOf(child, `${indent}  `)
  yield `${indent}</${name}>`
}

/** What means something else in an attribute, where a line break or tab reads as a blank, and what no XML can hold. */
const special = /[&<>"\t\n\r]|[^\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const reference = (character: string): string => references[character] ?? '\ufffd'
