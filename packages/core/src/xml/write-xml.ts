import { createRequire } from 'node:module'
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'

/** Loading xmlbuilder2 takes 90 ms of processor time, and only commands that write XML need it. */
const xmlbuilder = (): typeof import('xmlbuilder2') => createRequire(import.meta.url)('xmlbuilder2')

/** An element to write; attributes that are undefined are left out. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly children: readonly (XmlNode | XmlComment)[]
  /** What stands between the tags of an element without children. */
  readonly text?: string
}

/** What stands between `<!--` and `-->`. */
export interface XmlComment {
  readonly comment: string
}

/** How a tree is written. */
export interface XmlStyle {
  /** Whether an element without children has two tags. @default false */
  readonly emptyTags?: boolean
  /** What stands before the root. */
  readonly comments?: readonly XmlComment[]
}

/** A tree to XML text, indented, with an XML declaration. */
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

/** Blanks at either end count only in a CDATA section, which can hold neither a carriage return nor its own end. */
function addText(element: XMLBuilder, text: string): void {
  if (text.trim() === text) element.txt(text.replace(specialInText, reference))
  else {
    for (const part of text.split(/(\r+)|(?<=\])(?=\]>)/)) {
      if (part?.startsWith('\r')) element.txt('&#13;'.repeat(part.length))
      else if (part) element.dat(part.replace(illegal, '\ufffd'))
    }
  }
}

/** What no XML can hold. */
const illegal = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const specialInText = new RegExp(`[&<>\\r]|${illegal.source}`, 'gu')

/** What means something else in an attribute, where a line break or tab reads as a blank. */
const special = new RegExp(`[&<>"\\t\\n\\r]|${illegal.source}`, 'gu')

// xmlbuilder2 writes line breaks as they are, and takes "R&D;" for an entity: what it gets has to be XML already.
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
