/** An attribute of a start tag, as far as it is written. */
export interface MarkupAttribute {
  readonly name: string
  /** Of the name. */
  start: number
  /** Without quotes, with entities resolved; absent where only the name is written. */
  readonly value?: string
  valueStart: number
  valueEnd: number
}

/** An element of a text that may be broken anywhere. */
export interface MarkupElement {
  readonly name: string
  /** The `<` of the start tag. */
  start: number
  /** Behind the start tag. */
  tagEnd: number
  /** Whether the start tag is written to its end. */
  isTagEnded: boolean
  /** Whether it is written to its end: to its end tag, or to that of a tag without content. */
  isEnded: boolean
  /** Behind the end tag; where the parent ends if there is none. */
  end: number
  readonly attributes: MarkupAttribute[]
  readonly children: MarkupElement[]
  parent: MarkupElement | undefined
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const resolved = (text: string): string =>
  text.includes('&') ? text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name]!) : text

/** The next start tag, end tag, comment, CDATA section or processing instruction. */
const markup = /<(?:(!--)|(!\[CDATA\[)|(\?)|(!)|(\/)?([\p{L}_:][\p{L}\p{N}_.:-]*)?)/gu
const ends = ['-->', ']]>', '?>', '>']
const attribute =
  /\s*([\p{L}_:][\p{L}\p{N}_.:-]*)(?:\s*=\s*(?:"([^"<]*)"|'([^'<]*)'|(["'])([^<>\n]*)|([^\s<>"'/]*)))?/uy
const tagEnd = /\s*(?:[^\s<>\p{L}_:][^<>\p{L}_:]*?)??(\/?>|(?=<)|$)/uy

/**
 * Reads XML as a person types it. Unlike the parser of the compiler it never fails: a tag without its end ends where the
 * next one begins, an end tag closes the nearest element of its name, a value without its quote ends with the line.
 */
export const parseMarkup = (text: string): MarkupElement => readMarkup(text).root

/**
 * The same, and whether a text that goes on reads the same so far: nothing in it is ended, or may be, by what is around it.
 * Tags that are being typed end where the next one begins.
 */
export function readMarkup(text: string): { readonly root: MarkupElement; readonly isWhole: boolean } {
  let isWhole = true
  const root: MarkupElement = {
    name: '',
    start: 0,
    tagEnd: 0,
    isTagEnded: true,
    isEnded: true,
    end: text.length,
    attributes: [],
    children: [],
    parent: undefined,
  }
  let open = root
  markup.lastIndex = 0
  for (let found = markup.exec(text); found; found = markup.exec(text)) {
    const kind = found.slice(1, 5).findIndex((part) => part !== undefined)
    if (kind >= 0) {
      const end = text.indexOf(ends[kind]!, markup.lastIndex)
      if (end < 0) {
        isWhole = false
        break
      }
      markup.lastIndex = end + ends[kind]!.length
    } else if (found[5]) {
      const close = text.indexOf('>', markup.lastIndex)
      const next = text.indexOf('<', markup.lastIndex)
      const end = close >= 0 && (next < 0 || close < next) ? close + 1 : markup.lastIndex
      let closed: MarkupElement | undefined = open
      while (closed && closed.name !== found[6]) closed = closed.parent
      isWhole &&= closed !== undefined && closed !== root && text[end - 1] === '>'
      if (closed && closed !== root) {
        for (let inner = open; inner !== closed; inner = inner.parent!) inner.end = found.index
        closed.end = end
        closed.isEnded = true
        open = closed.parent!
      }
      markup.lastIndex = end
    } else {
      const element: MarkupElement = {
        name: found[6] ?? '',
        start: found.index,
        tagEnd: 0,
        isTagEnded: false,
        isEnded: false,
        end: text.length,
        attributes: [],
        children: [],
        parent: open,
      }
      const isEmpty = readTag(text, markup.lastIndex, element)
      open.children.push(element)
      if (isEmpty) element.end = element.tagEnd
      else open = element
      markup.lastIndex = element.tagEnd
    }
  }
  return { root, isWhole: isWhole && open === root }
}

/** Reads what follows the name; returns whether the element has no content. */
function readTag(text: string, from: number, element: MarkupElement): boolean {
  let at = from
  while (true) {
    attribute.lastIndex = at
    const found = attribute.exec(text)
    if (found) {
      at = attribute.lastIndex
      element.attributes.push(attributeOf(found, at))
      continue
    }
    tagEnd.lastIndex = at
    const end = tagEnd.exec(text)
    if (end) {
      element.tagEnd = tagEnd.lastIndex
      element.isTagEnded = end[1] !== ''
      element.isEnded = end[1] === '/>'
      // A tag that nobody has ended is being typed, and what follows is beside it.
      return end[1] !== '>'
    }
    // A stray character, such as a quote.
    at++
    if (at >= text.length) {
      element.tagEnd = text.length
      return true
    }
  }
}

function attributeOf(found: RegExpExecArray, end: number): MarkupAttribute {
  const [whole, name, double, single, , open, bare] = found
  const start = found.index + whole.length - whole.trimStart().length
  const quoted = double ?? single
  if (quoted !== undefined) {
    return { name: name!, start, value: resolved(quoted), valueStart: end - 1 - quoted.length, valueEnd: end - 1 }
  }
  const loose = open ?? bare
  return loose === undefined
    ? { name: name!, start, valueStart: end, valueEnd: end }
    : { name: name!, start, value: resolved(loose), valueStart: end - loose.length, valueEnd: end }
}

export const attributeValue = (element: MarkupElement, name: string): string | undefined =>
  attributeNamed(element, name)?.value

/** Names of attributes count in any spelling, as for the compiler. */
export const attributeNamed = (element: MarkupElement, name: string): MarkupAttribute | undefined =>
  element.attributes.find((each) => each.name === name) ??
  element.attributes.find((each) => each.name.toLowerCase() === name.toLowerCase())
