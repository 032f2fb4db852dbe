import { type Mark, Section, Source } from '../errors/source.js'
import { isXmlProblem, parseChildren, parseXml } from './parse.js'
import type { XmlDocument, XmlElement, XmlProblem } from './tree.js'

/**
 * Reads a text that differs little from one that was read before: children of the root that are the same in both are
 * taken over, with everything in them, and only what is between them is read. `patchSchema()` builds on it. Without either, a
 * change of one column under `--watch` takes 750 ms of processor time instead of 90 with 1,000 tables, 190 instead of 50 with 100.
 */
export function reparseXml(source: Source, before: XmlDocument): XmlDocument | XmlProblem {
  return readDifference(source, before) ?? parseXml(source)
}

function readDifference(source: Source, before: XmlDocument): XmlDocument | XmlProblem | undefined {
  const [old, text] = [before.source.text, source.text]
  const { root, inner } = before
  const growth = text.length - old.length
  const same = sameAtStart(old, text)
  const sameFrom = old.length - sameAtEnd(old, text, same)
  // What is outside the root, or its own tags, is for a reading of everything.
  if (same < inner.from || sameFrom > inner.to) return undefined
  // Text of the root is in no section, and the rules of XML 1.1 are for whole documents.
  if (root.text || root.content || /^<\?xml[^>]*\b1\.1\b/.test(text)) return undefined
  const { children } = root
  const first = firstWhere(children, ({ end }) => end > same)
  const last = firstWhere(children, ({ start }) => start >= sameFrom)
  const from = first === 0 ? inner.from : sectionOf(children[first - 1]!).end
  const to = (last === children.length ? inner.to : sectionOf(children[last]!).start) + growth
  const read = parseChildren(source, from, to)
  if (read === 'open') return problemWithout(source, [inner.from, from], [to, inner.to + growth])
  if (!read) return problemWithout(source, [inner.from, from])
  sectionOf(root).moveTo(source, 0)
  for (let at = 0; at < first; at++) move(children[at]!, source, 0)
  for (let at = last; at < children.length; at++) move(children[at]!, source, growth)
  return {
    source,
    root: { ...root, children: [...children.slice(0, first), ...read, ...children.slice(last)] },
    inner: { from: inner.from, to: inner.to + growth },
  }
}

/**
 * The problem of a text, found without some parts of it, each of which is nothing but whole elements: these can have no
 * problem, and do not change what is wrong around them. Undefined where there is none. Reading all of 1,000 tables with a mistake
 * in the middle takes 300 ms of processor time instead of 10.
 */
function problemWithout(
  source: Source,
  ...parts: readonly (readonly [from: number, to: number])[]
): XmlProblem | undefined {
  let text = ''
  let at = 0
  for (const [from, to] of parts) {
    text += source.text.slice(at, from)
    at = to
  }
  const problem = parseXml(new Source(source.file, text + source.text.slice(at)))
  if (!isXmlProblem(problem)) return undefined
  const inWhole = (offset: number): number =>
    parts.reduce((moved, [from, to]) => (moved < from ? moved : moved + to - from), offset)
  const placed = <T extends Mark>(mark: T): T => ({ ...mark, source, offset: inWhole(mark.offset) })
  return {
    ...placed(problem),
    ...(problem.notes && { notes: problem.notes.map(({ at: mark, message }) => ({ at: placed(mark), message })) }),
  }
}

const sectionOf = ({ source }: XmlElement): Section => {
  if (source instanceof Section) return source
  throw new Error('neither a root nor a child of one')
}

function move(element: XmlElement, source: Source, by: number): void {
  const section = sectionOf(element)
  section.moveTo(source, section.start + by)
}

/** How many elements come before the first for which something holds that then holds for all that follow. */
function firstWhere(elements: readonly XmlElement[], holds: (section: Section) => boolean): number {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sectionOf(elements[middle]!))) high = middle
    else low = middle + 1
  }
  return low
}

/** Blocks are compared at once, characters only in the block that differs. */
const block = 4096

/** How many characters two texts have in common at their start. */
export function sameAtStart(one: string, other: string): number {
  const limit = Math.min(one.length, other.length)
  let at = 0
  while (at + block <= limit && one.slice(at, at + block) === other.slice(at, at + block)) at += block
  while (at < limit && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return at
}

/**
 * How many they have in common at their end.
 *
 * @param notBefore what both have in common at the start, which does not count again
 */
export function sameAtEnd(one: string, other: string, notBefore: number): number {
  const limit = Math.min(one.length, other.length) - notBefore
  const blockAt = (text: string, from: number): string => text.slice(text.length - from - block, text.length - from)
  let count = 0
  while (count + block <= limit && blockAt(one, count) === blockAt(other, count)) count += block
  const codeAt = (text: string): number => text.charCodeAt(text.length - 1 - count)
  while (count < limit && codeAt(one) === codeAt(other)) count++
  return count
}
