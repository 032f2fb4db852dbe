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
}

/** The reason why a text is no XML, and where. */
export interface XmlProblem {
  readonly reason: string
  readonly mark: Mark
}

interface OpenElement extends XmlElement {
  readonly attributes: XmlAttribute[]
  readonly children: XmlElement[]
  text?: Mark
}

/** XML text to a tree in which every element and attribute has a place; the first problem ends the reading. */
export function parseXml(source: Source): XmlElement | XmlProblem {
  const parser = new SaxesParser({ position: true })
  const stack: OpenElement[] = []
  let attributes: XmlAttribute[] = []
  let tagStart = 0
  let root: XmlElement | undefined
  let problem: XmlProblem | undefined
  const markAt = (offset: number): Mark => ({ source, offset })

  parser.on('error', (error) => {
    problem ??= {
      reason: error.message.replace(/^(?:.*?:)?\d+:\d+: /, '').replace(/\.$/, ''),
      mark: markAt(Math.min(parser.position, source.text.length)),
    }
  })
  // saxes reports the end of what it read, so the start is found by looking back in the text: no tag name holds a
  // "<" and no value the quote that encloses it.
  parser.on('opentagstart', () => {
    tagStart = source.text.lastIndexOf('<', parser.position - 1)
    attributes = []
  })
  parser.on('attribute', ({ name, value }) => {
    const quote = source.text[parser.position - 1]!
    attributes.push({ name, value, source, offset: source.text.lastIndexOf(quote, parser.position - 2) + 1 })
  })
  parser.on('opentag', ({ name }) => {
    const element: OpenElement = { name, source, offset: tagStart, attributes, children: [] }
    stack.at(-1)?.children.push(element)
    root ??= element
    stack.push(element)
  })
  parser.on('closetag', () => stack.pop())
  parser.on('text', (text) => {
    const parent = stack.at(-1)
    if (parent && !parent.text && /\S/.test(text)) {
      const start = source.text.lastIndexOf('>', parser.position - 2) + 1
      parent.text = markAt(start + source.text.slice(start).search(/\S/))
    }
  })

  parser.write(source.text).close()
  return problem ?? root ?? { reason: 'the file is empty', mark: markAt(0) }
}
