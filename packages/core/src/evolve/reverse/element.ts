import type { Draft } from './draft.js'

/** An element of the schema; undefined attributes are not written. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number | true | undefined>>
  readonly children?: readonly Element[]
  readonly text?: string
}

/** Returns an element as a draft, without parts that contain characters that XML cannot contain. */
export function written({ name, attributes, children = [], text }: Element, notice: (text: string) => void): Draft {
  return {
    name,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
    ),
    children: children.flatMap((child) => {
      if (isWritableElement(child)) return [written(child, notice)]
      const place = name === 'database' ? '' : `${attributes.name}: `
      notice(clean(`${place}${child.name} ${child.attributes.name ?? ''} is omitted: it ${unwritable}`))
      return []
    }),
    ...(text !== undefined && { text }),
  }
}

/** Returns whether an element can be written; a table or view can omit a part, but other elements cannot. */
const isWritableElement = ({ name, attributes, children = [], text = '' }: Element): boolean =>
  [...Object.values(attributes), text].every((value) => isWritable(String(value))) &&
  (name === 'table' || name === 'view' || children.every(isWritableElement))

export const isWritable = (text: string): boolean => clean(text) === text

export const unwritable = 'contains a character that XML cannot represent'

/** Removes the control characters that XML cannot contain. */
export const clean = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
