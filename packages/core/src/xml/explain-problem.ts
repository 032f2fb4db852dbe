import type { Source } from '../errors/source.js'
import type { XmlProblem } from './tree.js'

/** What a parser reports: the reason, and the position where it noticed the mistake. */
interface Found {
  readonly reason: string
  readonly offset: number
}

interface OpenTag {
  readonly name: string
  readonly offset: number
  /** The tag as users find it in the file: `<table name="book">`. */
  readonly shown: string
}

type Remark = readonly [offset: number, message: string]

/** Matches the readable part of an attribute. */
const attributeStart = /\s*([^\s=<>"'/]+)(\s*=\s*)?(["']?)/y
const wholeTag = /<([^\s<>"'/=]+)(?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>/y
const tagStart = /<([^\s<>"'/=]+)/y
const closingTag = /<\/([^\s<>/]*)\s*(>?)/y
/** Matches an "&" that does not start an entity. A parser searches for its ";" up to the end of the file. */
const bareAmpersand = /&(?!(?:[A-Za-z_][\w.-]*|#\d+|#x[\da-fA-F]+);)/

/** Markup that is not an element, with the string that ends it. */
const otherMarkup: readonly (readonly [start: string, end: string, noun: string])[] = [
  ['<!--', '-->', 'comment'],
  ['<![CDATA[', ']]>', 'CDATA section'],
  ['<?', '?>', 'instruction'],
]

/**
 * Describes a problem for schema authors. A parser notices a missing quote or end tag long after the mistake, and reports
 * the position where it noticed. This function searches for the tag that was left open.
 */
export function explainProblem(source: Source, found: Found): XmlProblem {
  return new Search(source, found).run() ?? { source, ...found }
}

class Search {
  readonly #source: Source
  readonly #text: string
  readonly #noticed: number
  readonly #open: OpenTag[] = []
  #at = 0

  constructor(source: Source, { offset }: Found) {
    this.#source = source
    this.#text = source.text
    this.#noticed = offset
  }

  run(): XmlProblem | undefined {
    for (;;) {
      const from = this.#at
      const start = this.#text.indexOf('<', from)
      const ampersand = this.#ampersand(from, start < 0 ? this.#text.length : start)
      if (ampersand) return ampersand
      if (start < 0) return this.#notClosed(this.#open.toReversed(), 'the end of the file')
      if (start > this.#noticed) return undefined
      this.#at = start
      const problem = this.#markup(start)
      if (problem !== 'none') return problem
    }
  }

  #ampersand(from: number, to: number): XmlProblem | undefined {
    const at = this.#text.slice(from, to).search(bareAmpersand)
    return at < 0 ? undefined : this.#problem(from + at, 'an "&" that starts no entity', [], 'write &amp;')
  }

  /** Checks one tag, comment or instruction. Returns undefined if the mistake is of an unknown kind. */
  #markup(start: number): XmlProblem | 'none' | undefined {
    const text = this.#text
    for (const [begin, end, noun] of otherMarkup) {
      if (!text.startsWith(begin, start)) continue
      const found = text.indexOf(end, start + begin.length)
      if (found < 0) return this.#problem(start, `the ${noun} that starts here is not closed with "${end}"`)
      this.#at = found + end.length
      return 'none'
    }
    if (text.startsWith('<!', start)) return this.#doctype(start)
    return text[start + 1] === '/' ? this.#close(start) : this.#openTag(start)
  }

  #doctype(start: number): 'none' | undefined {
    const end = /<![^<>[]*(?:\[[^\]]*\]\s*)?>/y
    end.lastIndex = start
    if (!end.test(this.#text)) return undefined
    this.#at = end.lastIndex
    return 'none'
  }

  #close(start: number): XmlProblem | 'none' | undefined {
    closingTag.lastIndex = start
    const [tag, name, bracket] = closingTag.exec(this.#text)!
    if (!bracket) return this.#problem(start, `the closing tag </${name} has no ">"`)
    this.#at = start + tag.length
    const innermost = this.#open.at(-1)
    if (innermost?.name === name) {
      this.#open.pop()
      return 'none'
    }
    const opened = this.#open.findLastIndex((open) => open.name === name)
    if (opened >= 0) return this.#notClosed(this.#open.slice(opened + 1), tag, [[start, `${tag} is here`]])
    if (!innermost) return undefined
    const reason = `${tag} does not match the open tag ${innermost.shown}`
    return this.#problem(start, reason, [[innermost.offset, 'opened here']])
  }

  #openTag(start: number): XmlProblem | 'none' | undefined {
    wholeTag.lastIndex = start
    const found = wholeTag.exec(this.#text)
    if (!found || wholeTag.lastIndex >= this.#noticed) {
      const problem = this.#attributes(start)
      if (problem || !found) return problem
    }
    const [tag, name = '', slash] = found
    this.#at = start + tag.length
    const ampersand = this.#ampersand(start, this.#at)
    if (ampersand) return ampersand
    if (!slash) this.#open.push({ name, offset: start, shown: shownTag(name, tag) })
    return 'none'
  }

  /** Returns the mistake in the attributes of a wrong tag. */
  #attributes(start: number): XmlProblem | undefined {
    const text = this.#text
    tagStart.lastIndex = start
    const tag = tagStart.exec(text)?.[1]
    if (tag === undefined) return undefined
    const seen = new Map<string, number>()
    for (let at = start + 1 + tag.length; ; ) {
      attributeStart.lastIndex = at
      const found = attributeStart.exec(text)
      if (!found) return this.#tagEnd(start, at, tag)
      const [, name = '', equals, quote = ''] = found
      const value = attributeStart.lastIndex
      const named = text.indexOf(name, at)
      const first = seen.get(name)
      if (first !== undefined)
        return this.#problem(named, `<${tag}> has the attribute "${name}" twice`, [[first, 'first given here']])
      seen.set(name, named)
      if (equals === undefined)
        return this.#problem(named, `the attribute "${name}" of <${tag}> has no value`, [], `write ${name}="…"`)
      if (quote === '') return this.#unquoted(tag, name, value)
      const end = text.indexOf(quote, value)
      if (end < 0 || /=\s*$/.test(text.slice(value, end)) || !/[\s/>]/.test(text[end + 1] ?? ''))
        return this.#problem(value - 1, `the value of "${name}" in <${tag}> has no closing quote`)
      const bracket = text.slice(value, end).indexOf('<')
      if (bracket >= 0)
        return this.#problem(value + bracket, `the value of "${name}" in <${tag}> contains "<"`, [], 'write &lt;')
      at = end + 1
    }
  }

  #unquoted(tag: string, name: string, value: number): XmlProblem {
    const [, word, quote] = /^([^\s<>"'/]*)(["']?)/.exec(this.#text.slice(value, value + 100))!
    return quote
      ? this.#problem(value, `the value of "${name}" in <${tag}> has no opening quote`)
      : this.#problem(
          value,
          `the value of "${name}" in <${tag}> is not in quotes`,
          [],
          `write ${name}="${word || '…'}"`,
        )
  }

  /** Returns the mistake at the end of a tag with correct attributes. */
  #tagEnd(start: number, at: number, tag: string): XmlProblem | undefined {
    const end = /\s*(<|$)/y
    end.lastIndex = at
    return end.test(this.#text)
      ? this.#problem(start, `the tag ${shownTag(tag, this.#text.slice(start, at)).slice(0, -1)} has no ">"`)
      : undefined
  }

  /** Reports elements without end tag before `until`, all of them, as several may have been forgotten. */
  #notClosed(
    [first, ...others]: readonly OpenTag[],
    until: string,
    notes: readonly Remark[] = [],
  ): XmlProblem | undefined {
    if (!first) return undefined
    const more = others
      .slice(0, mostNotes)
      .map(({ offset, shown }): Remark => [offset, `${shown} is not closed either`])
    return this.#problem(first.offset, `${first.shown} is not closed before ${until}`, [...more, ...notes])
  }

  #problem(offset: number, reason: string, notes: readonly Remark[] = [], hint?: string): XmlProblem {
    const source = this.#source
    return {
      source,
      offset,
      reason,
      ...(hint !== undefined && { hint }),
      ...(notes.length > 0 && { notes: notes.map(([at, message]) => ({ at: { source, offset: at }, message })) }),
    }
  }
}

const mostNotes = 5

/** Shows a tag with its own name and its `name` attribute. */
function shownTag(name: string, tag: string): string {
  const given = /\sname\s*=\s*("[^"]*"|'[^']*')/.exec(tag)?.[1]
  return given === undefined ? `<${name}>` : `<${name} name=${given}>`
}
