import { createRequire } from 'node:module'
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'

/** Loaded on demand: xmlbuilder2 takes 90 ms of processor time to load, and only commands that write XML need it. */
const xmlbuilder = (): typeof import('xmlbuilder2') => createRequire(import.meta.url)('xmlbuilder2')

/** An element to write. Undefined attributes are omitted. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly children: readonly (XmlNode | XmlComment)[]
  /** Text of an element without children. */
  readonly text?: string
}

/** A comment to write: the text between `<!--` and `-->`. */
export interface XmlComment {
  readonly comment: string
}

/** Style of the written XML. */
export interface XmlStyle {
  /** Whether an empty element is written with a start and an end tag. @default false */
  readonly emptyTags?: boolean
  /** Comments before the root. */
  readonly comments?: readonly XmlComment[]
}

/** Writes a tree as indented XML, with an XML declaration. */
export function writeXml(root: XmlNode, { emptyTags = false, comments = [] }: XmlStyle = {}): string {
  const document = xmlbuilder().create({ version: '1.0', encoding: 'UTF-8' })
  for (const child of [...comments, root]) add(document, child)
  return `${document.end({ prettyPrint: true, allowEmptyTags: emptyTags })}\n`
}

function add(parent: XMLBuilder, node: XmlNode | XmlComment): void {
  if ('comment' in node) {
    parent.com(node.comment)
    return
  }
  const element = parent.ele(node.name)
  for (const [name, value] of Object.entries(node.attributes)) {
    if (value !== undefined) element.att(name, value.replace(special, reference))
  }
  if (node.text !== undefined) addText(element, node.text)
  for (const child of node.children) add(element, child)
}

/** Adds text. Whitespace at either end requires CDATA, which can contain neither a carriage return nor its own end. */
function addText(element: XMLBuilder, text: string): void {
  if (text.trim() === text) element.txt(text.replace(specialInText, reference))
  else {
    for (const part of text.split(/(\r+)|(?<=\])(?=\]>)/)) {
      if (part?.startsWith('\r')) element.txt('&#13;'.repeat(part.length))
      else if (part) element.dat(part.replace(illegal, '\ufffd'))
    }
  }
}

/** Matches characters that XML cannot contain. */
const illegal = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const specialInText = new RegExp(`[&<>\\r]|${illegal.source}`, 'gu')

/** Matches characters with a special meaning in an attribute, where a line break or tab is read as a space. */
const special = new RegExp(`[&<>"\\t\\n\\r]|${illegal.source}`, 'gu')

// xmlbuilder2 does not escape line breaks and reads "R&D;" as an entity, so it is given escaped text.
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
