import type { MarkupAttribute, MarkupElement } from './parse-markup.js'

/** What is at a position in a schema. */
export type Cursor =
  /** In a comment, CDATA section, declaration or end tag. */
  | { readonly kind: 'other'; readonly parent: MarkupElement }
  /** Between elements. */
  | { readonly kind: 'content'; readonly parent: MarkupElement }
  | { readonly kind: 'element name'; readonly element: MarkupElement; readonly parent: MarkupElement }
  /** On the name of an attribute, or where one may start. */
  | { readonly kind: 'attribute name'; readonly element: MarkupElement; readonly attribute?: MarkupAttribute }
  | { readonly kind: 'value'; readonly element: MarkupElement; readonly attribute: MarkupAttribute }

export function cursorAt(root: MarkupElement, offset: number, text: string): Cursor {
  const element = innermost(root, offset)
  // At its end, an unfinished tag is still being typed.
  const isInTag = offset < element.tagEnd || (offset === element.tagEnd && !element.isTagEnded)
  if (element === root || !isInTag) {
    const before = element.children.findLast(({ end }) => end <= offset)?.end ?? element.tagEnd
    return { kind: isInOther(text.slice(before, offset)) ? 'other' : 'content', parent: element }
  }
  const nameEnd = element.start + 1 + element.name.length
  if (offset <= nameEnd) return { kind: 'element name', element, parent: element.parent ?? root }
  for (const attribute of element.attributes) {
    if (attribute.value !== undefined && offset >= attribute.valueStart && offset <= attribute.valueEnd) {
      return { kind: 'value', element, attribute }
    }
    if (offset >= attribute.start && offset <= attribute.start + attribute.name.length) {
      return { kind: 'attribute name', element, attribute }
    }
  }
  return { kind: 'attribute name', element }
}

/** Matches from the start of a comment, CDATA section, processing instruction, declaration or end tag to its end, if it has one. */
const others = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<[!/][^<>]*(?:>|$)/g

/** Returns whether the last part of a text between elements is still open. */
function isInOther(between: string): boolean {
  const last = [...between.matchAll(others)].at(-1)
  return last !== undefined && last.index + last[0].length === between.length && !isClosed(last[0])
}

const isClosed = (other: string): boolean => {
  if (other.startsWith('<!--')) return other.length > 6 && other.endsWith('-->')
  if (other.startsWith('<![CDATA[')) return other.endsWith(']]>')
  return other.endsWith(other.startsWith('<?') ? '?>' : '>')
}

function innermost(root: MarkupElement, offset: number): MarkupElement {
  let found = root
  while (true) {
    const inner = childAt(found.children, offset)
    if (!inner) return found
    found = inner
  }
}

/**
 * Returns the last child that starts before the offset and contains it. Uses binary search, because a schema can have thousands
 * of tables.
 */
function childAt(children: readonly MarkupElement[], offset: number): MarkupElement | undefined {
  let low = 0
  let high = children.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (children[middle]!.start < offset) low = middle + 1
    else high = middle
  }
  const child = children[low - 1]
  // A position at the end of an unfinished element is still inside it.
  const isInside = child && (offset < child.end || (offset === child.end && !child.isEnded))
  return isInside ? child : undefined
}
