import { createRequire } from 'node:module'
import type { SaxesParser } from 'saxes'
import { beginsAsXml, Section, type Source } from '../errors/source.js'
import { explainProblem } from './explain-problem.js'
import { Scan } from './scan.js'
import type { OpenElement, XmlAttribute, XmlDocument, XmlElement, XmlProblem } from './tree.js'
import { deepest, longestValue, mostAttributes } from './tree.js'

/** XML text to a tree in which every element and attribute has a place; the first problem ends the reading. */
export function parseXml(source: Source): XmlDocument | XmlProblem {
  const scan = new Scan(source, 0, source.text.length)
  return scan.run() ? { source, root: scan.root!, inner: scan.inner } : parseAnyXml(source)
}

/** The same for XML of any kind. */
export function parseAnyXml(source: Source): XmlDocument | XmlProblem {
  // What a parser says of another kind of file contains pieces of the file.
  if (source.text.trim() !== '' && !beginsAsXml(source.text)) {
    return { reason: 'the file does not start with an XML element', source, offset: source.text.search(/\S/) }
  }
  const { problem, root, inner } = new XmlReading(source, 0, source.text.length).run()
  return problem ?? (root ? { source, root, inner } : { reason: 'the file is empty', source, offset: 0 })
}

/**
 * Some children of a root, with what is between them; `open` where the last of them is not closed, undefined where they are
 * not all there is.
 */
export function parseChildren(source: Source, from: number, to: number): readonly XmlElement[] | 'open' | undefined {
  const parentOf = (): OpenElement => ({
    name: '',
    source: new Section(source, 0),
    offset: 0,
    attributes: [],
    children: [],
    content: '',
  })
  const plain = parentOf()
  const scan = new Scan(source, from, to, plain)
  if (scan.run()) return plain.children
  if (scan.isOpen) return 'open'
  const parent = parentOf()
  const { problem } = new XmlReading(source, from, to, parent).run()
  return problem || parent.text || parent.content ? undefined : parent.children
}

export const isXmlProblem = (parsed: XmlDocument | XmlProblem): parsed is XmlProblem => 'reason' in parsed

/** Thrown to leave the parser, which would go on to report what follows from the first problem. */
class FirstProblem extends Error {}

// Loaded for those who need it: most schemas are plain.
const saxes = (): typeof import('saxes') => createRequire(import.meta.url)('saxes')

class XmlReading {
  root: XmlElement | undefined
  readonly inner = { from: 0, to: 0 }
  problem: XmlProblem | undefined
  readonly #source: Source
  /** What is read of the source, and where it begins there. */
  readonly #text: string
  readonly #shift: number
  readonly #isWhole: boolean
  readonly #parser: SaxesParser
  readonly #stack: OpenElement[] = []
  /** Where marks are: in the root, which is all of the text, or in a child of it. */
  #section: Section
  readonly #whole: Section
  /** Where that begins in what is read. */
  #sectionStart: number
  #attributes: XmlAttribute[] = []
  #tagStart = 0
  /** Where the last tag, comment or instruction ended: text starts there. */
  #markupEnd = 0

  /** @param parent the element that what is read is inside of, unless it is a whole document */
  constructor(source: Source, from: number, to: number, parent?: OpenElement) {
    this.#source = source
    this.#text = source.text.slice(from, to)
    this.#shift = from
    this.#parser = new (saxes().SaxesParser)({ position: true, fragment: parent !== undefined })
    this.#whole = new Section(source, 0)
    this.#section = this.#whole
    this.#sectionStart = -from
    this.#isWhole = parent === undefined
    if (parent) this.#stack.push(parent)
  }

  run(): this {
    this.#listen()
    try {
      // saxes would wait for the second half of the character, and stumble when none comes.
      if (/[\ud800-\udbff]$/.test(this.#text)) this.#fail('half a character', this.#text.length - 1)
      this.#parser.write(this.#text).close()
    } catch (error) {
      if (!(error instanceof FirstProblem)) throw error
    }
    return this
  }

  #listen(): void {
    const parser = this.#parser
    const text = this.#text
    parser.on('error', ({ message }) => this.#stumble(message))
    // saxes reports the end of what it read, so the start is found by looking back in the text: no tag name holds a
    // "<" and no value the quote that encloses it.
    parser.on('opentagstart', () => {
      this.#tagStart = text.lastIndexOf('<', parser.position - 1)
      this.#attributes = []
      if (this.#stack.length === 1) {
        this.#section = new Section(this.#source, this.#shift + this.#tagStart)
        this.#sectionStart = this.#tagStart
      }
    })
    parser.on('attribute', ({ name, value }) => {
      if (this.#attributes.length >= mostAttributes)
        this.#fail(`more than ${mostAttributes} attributes`, this.#tagStart)
      if (value.length > longestValue) this.#fail(`a value of more than ${longestValue} characters`, this.#tagStart)
      const quote = text[parser.position - 1]!
      const offset = text.lastIndexOf(quote, parser.position - 2) + 1 - this.#sectionStart
      this.#attributes.push({ name, value, source: this.#section, offset })
    })
    parser.on('opentag', ({ name }) => {
      const attributes = this.#attributes
      const element: OpenElement = {
        name,
        source: this.#section,
        offset: this.#tagStart - this.#sectionStart,
        attributes,
        children: [],
        content: '',
      }
      if (this.#stack.length >= deepest) this.#fail(`elements nested deeper than ${deepest}`, this.#tagStart)
      this.#stack.at(-1)?.children.push(element)
      this.#stack.push(element)
      this.#markupEnd = parser.position
      if (this.root) return
      this.root = element
      this.inner.from = parser.position
    })
    parser.on('closetag', ({ isSelfClosing }) => {
      const { source } = this.#stack.pop()!
      this.#markupEnd = parser.position
      if (this.#stack.length === 0) this.inner.to = isSelfClosing ? 0 : text.lastIndexOf('</', parser.position - 1)
      if (this.#stack.length !== 1) return
      source.endAt(this.#shift + parser.position)
      this.#section = this.#whole
      this.#sectionStart = -this.#shift
    })
    for (const event of ['processinginstruction', 'doctype'] as const) {
      parser.on(event, () => {
        this.#markupEnd = parser.position
      })
    }
    parser.on('comment', () => {
      // Reported before its ">" is read.
      this.#markupEnd = parser.position + 1
    })
    // A carriage return was written as a character reference, as raw ones are line ends: it is meant.
    parser.on('text', (found) => this.#noteText(found, found.replace(/^[ \t\n]+|[ \t\n]+$/g, '')))
    parser.on('cdata', (found) => {
      this.#noteText(found, found)
      this.#markupEnd = parser.position
    })
  }

  #noteText(found: string, content: string): void {
    const parent = this.#stack.at(-1)
    if (!parent) return
    parent.content += content
    if (parent.text || !/\S/.test(found)) return
    const rest = /\S/g
    rest.lastIndex = this.#markupEnd
    const start = rest.exec(this.#text)?.index ?? this.#markupEnd
    parent.text = { source: this.#section, offset: start - this.#sectionStart }
  }

  /** Reports what the parser found. */
  #stumble(message: string): never {
    const text = this.#text
    const end = Math.min(this.#parser.position, text.length)
    const reason = message.replace(/^(?:.*?:)?\d+:\d+: /, '').replace(/\.$/, '')
    if (reason === 'undefined entity') {
      const start = text.lastIndexOf('&', end - 1)
      this.#fail(reason, start, text.slice(start + 1, end - 1))
    }
    // A part of a file is read to save time; if that fails, the whole file is read.
    if (this.#isWhole) this.problem = explainProblem(this.#source, { reason, offset: end })
    else this.#fail(reason, end)
    throw new FirstProblem()
  }

  #fail(reason: string, offset: number, entity?: string): never {
    this.problem = {
      reason,
      source: this.#source,
      offset: this.#shift + offset,
      ...(entity !== undefined && { entity }),
    }
    throw new FirstProblem()
  }
}
