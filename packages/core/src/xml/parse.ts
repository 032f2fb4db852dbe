import { createRequire } from 'node:module'
import type { SaxesParser } from 'saxes'
import { beginsAsXml, Section, type Source } from '../errors/source.js'
import { explainProblem } from './explain-problem.js'
import { Scan } from './scan.js'
import type { OpenElement, XmlAttribute, XmlDocument, XmlElement, XmlProblem } from './tree.js'
import { deepest, longestValue, mostAttributes } from './tree.js'

/** Parses XML into a tree in which every element and attribute has a location. The first problem ends the parsing. */
export function parseXml(source: Source): XmlDocument | XmlProblem {
  const scan = new Scan(source, 0, source.text.length)
  return scan.run() ? { source, root: scan.root!, inner: scan.inner } : parseAnyXml(source)
}

/** Same as parseXml(), but always uses the full parser. */
export function parseAnyXml(source: Source): XmlDocument | XmlProblem {
  // Checked first, as a parser's message about another kind of file would contain pieces of that file.
  if (source.text.trim() !== '' && !beginsAsXml(source.text)) {
    return { reason: 'the file does not start with an XML element', source, offset: source.text.search(/\S/) }
  }
  const { problem, root, inner } = new XmlReading(source, 0, source.text.length).run()
  return problem ?? (root ? { source, root, inner } : { reason: 'the file is empty', source, offset: 0 })
}

/**
 * Parses some children of a root, and what is between them. Returns `open` if the last child is not closed, and undefined if
 * there is anything else than children, or a problem.
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

/** Thrown to stop the parser, which would otherwise report consequences of the first problem. */
class FirstProblem extends Error {}

// Loaded on demand, as most schemas are plain and do not need it.
const saxes = (): typeof import('saxes') => createRequire(import.meta.url)('saxes')

class XmlReading {
  root: XmlElement | undefined
  readonly inner = { from: 0, to: 0 }
  problem: XmlProblem | undefined
  readonly #source: Source
  /** The part of the source to parse, and its offset there. */
  readonly #text: string
  readonly #shift: number
  readonly #isWhole: boolean
  readonly #parser: SaxesParser
  readonly #stack: OpenElement[] = []
  /** The section for locations: the root, which is the whole text, or a child of it. */
  #section: Section
  readonly #whole: Section
  /** The start of the section in the parsed part. */
  #sectionStart: number
  #attributes: XmlAttribute[] = []
  #tagStart = 0
  /** The end of the last tag, comment or instruction, where text starts. */
  #markupEnd = 0

  /** @param parent the element around the parsed part, unless it is a whole document */
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
      // saxes would wait for the second half of a surrogate pair and fail at the end.
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
    // saxes reports the end of what it has read, so the start is found by searching backwards: no tag name contains a
    // "<" and no value contains the quote around it.
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
      // saxes reports it before reading its ">".
      this.#markupEnd = parser.position + 1
    })
    // Carriage returns are kept: they can only come from character references, as raw ones are read as line breaks.
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

  /** Reports a problem that the parser has found. */
  #stumble(message: string): never {
    const text = this.#text
    const end = Math.min(this.#parser.position, text.length)
    const reason = message.replace(/^(?:.*?:)?\d+:\d+: /, '').replace(/\.$/, '')
    if (reason === 'undefined entity') {
      const start = text.lastIndexOf('&', end - 1)
      this.#fail(reason, start, text.slice(start + 1, end - 1))
    }
    // Parsing only a part of a file saves time. If that fails, the whole file is parsed.
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
