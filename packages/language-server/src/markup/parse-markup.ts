/** An attribute of a start tag, which may be incomplete. */
export interface MarkupAttribute {
  readonly name: string
  /** Start of the name. */
  start: number
  /** Value without quotes and with resolved entities; absent if there is only a name. */
  readonly value?: string
  valueStart: number
  valueEnd: number
}

/** An element in a text that may be invalid anywhere. */
export interface MarkupElement {
  readonly name: string
  /** Offset of the `<` of the start tag. */
  start: number
  /** Offset after the start tag. */
  tagEnd: number
  /** Whether the start tag is complete. */
  isTagEnded: boolean
  /** Whether the element is complete: it has an end tag or a complete tag without content. */
  isEnded: boolean
  /** Offset after the end tag, or the end of the parent if there is no end tag. */
  end: number
  readonly attributes: MarkupAttribute[]
  readonly children: MarkupElement[]
  parent: MarkupElement | undefined
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const resolved = (text: string): string =>
  text.includes('&') ? text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name]!) : text

/** Matches the next start tag, end tag, comment, CDATA section or processing instruction. */
const markup = /<(?:(!--)|(!\[CDATA\[)|(\?)|(!)|(\/)?([\p{L}_:][\p{L}\p{N}_.:-]*)?)/gu
const ends = ['-->', ']]>', '?>', '>']
const attribute =
  /\s*([\p{L}_:][\p{L}\p{N}_.:-]*)(?:\s*=\s*(?:"([^"<]*)"|'([^'<]*)'|(["'])([^<>\n]*)|([^\s<>"'/]*)))?/uy
const tagEnd = /\s*(?:[^\s<>\p{L}_:][^<>\p{L}_:]*?)??(\/?>|(?=<)|$)/uy

/**
 * Parses XML while it is being typed. Unlike the compiler's parser, it never fails: an unfinished tag ends where the next one
 * starts, an end tag closes the nearest element with its name, and a value without a closing quote ends with the line.
 */
export const parseMarkup = (text: string): MarkupElement => readMarkup(text).root

/**
 * Parses markup and returns whether it is self-contained: surrounding text cannot change how it is parsed. Unfinished tags end
 * where the next one starts.
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

/** Parses what follows the tag name. Returns whether the element has no content. */
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
      // An unfinished tag is being typed, and what follows is not its content.
      return end[1] !== '>'
    }
    // Skips a stray character, such as a quote.
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

/** Returns an attribute by its case-insensitive name, like the compiler. */
export const attributeNamed = (element: MarkupElement, name: string): MarkupAttribute | undefined =>
  element.attributes.find((each) => each.name === name) ??
  element.attributes.find((each) => each.name.toLowerCase() === name.toLowerCase())
