import { SaxesParser } from 'saxes'
import type { Mark, Source } from '../errors/source.js'

/** An attribute; as a mark it stands for the first character of its value. */
export interface XmlAttribute extends Mark {
  readonly name: string
  readonly value: string
}

/** An element; as a mark it stands for the `<` of its start tag. */
export interface XmlElement extends Mark {
  readonly name: string
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlElement[]
  /** The first text in it that is not blank. */
  readonly text?: Mark
  /** Its own text; blanks around it count only inside a CDATA section. */
  readonly content?: string
}

/** The reason why a text is no XML that we read, and where. */
export interface XmlProblem extends Mark {
  readonly reason: string
  /** The entity that the text refers to: none is ever expanded or fetched, but for the five of XML itself. */
  readonly entity?: string
}

interface OpenElement extends XmlElement {
  readonly attributes: XmlAttribute[]
  readonly children: XmlElement[]
  text?: Mark
  content: string
}

/** XML text to a tree in which every element and attribute has a place; the first problem ends the reading. */
export function parseXml(source: Source): XmlElement | XmlProblem {
  const reading = new Reading(source)
  const { problem, root } = reading.run()
  return problem ?? root ?? { reason: 'the file is empty', source, offset: 0 }
}

export const isXmlProblem = (parsed: XmlElement | XmlProblem): parsed is XmlProblem => 'reason' in parsed

/** Thrown to leave the parser, which would go on to report what follows from the first problem. */
class FirstProblem extends Error {}

class Reading {
  root: XmlElement | undefined
  problem: XmlProblem | undefined
  readonly #source: Source
  readonly #parser = new SaxesParser({ position: true })
  readonly #stack: OpenElement[] = []
  #attributes: XmlAttribute[] = []
  #tagStart = 0
  /** Where the last tag, comment or instruction ended: text starts there. */
  #markupEnd = 0

  constructor(source: Source) {
    this.#source = source
  }

  run(): this {
    this.#listen()
    try {
      this.#parser.write(this.#source.text).close()
    } catch (error) {
      if (!(error instanceof FirstProblem)) throw error
    }
    return this
  }

  #listen(): void {
    const parser = this.#parser
    const { text } = this.#source
    parser.on('error', (error) => this.#fail(error.message))
    // saxes reports the end of what it read, so the start is found by looking back in the text: no tag name holds a
    // "<" and no value the quote that encloses it.
    parser.on('opentagstart', () => {
      this.#tagStart = text.lastIndexOf('<', parser.position - 1)
      this.#attributes = []
    })
    parser.on('attribute', ({ name, value }) => {
      const quote = text[parser.position - 1]!
      const offset = text.lastIndexOf(quote, parser.position - 2) + 1
      this.#attributes.push({ name, value, source: this.#source, offset })
    })
    parser.on('opentag', ({ name }) => {
      const attributes = this.#attributes
      const element: OpenElement = {
        name,
        source: this.#source,
        offset: this.#tagStart,
        attributes,
        children: [],
        content: '',
      }
      this.#stack.at(-1)?.children.push(element)
      this.root ??= element
      this.#stack.push(element)
      this.#markupEnd = parser.position
    })
    parser.on('closetag', () => {
      this.#stack.pop()
      this.#markupEnd = parser.position
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
    parent.text = { source: this.#source, offset: rest.exec(this.#source.text)?.index ?? this.#markupEnd }
  }

  #fail(message: string): never {
    const { text } = this.#source
    const end = Math.min(this.#parser.position, text.length)
    const reason = message.replace(/^(?:.*?:)?\d+:\d+: /, '').replace(/\.$/, '')
    const start = reason === 'undefined entity' ? text.lastIndexOf('&', end - 1) : -1
    this.problem = {
      reason,
      source: this.#source,
      offset: start < 0 ? end : start,
      ...(start >= 0 && { entity: text.slice(start + 1, end - 1) }),
    }
    throw new FirstProblem()
  }
}
