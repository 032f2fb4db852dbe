import type { Mark } from '../errors/index.js'

/** Where a part of the model was written: the element, and each of its attributes. */
export interface Origin extends Mark {
  /** The first character of an attribute's value; of the element when the attribute is not written. */
  at(attribute: string): Mark
  /** The value of a parameter of a behavior; undefined where it is not written. */
  parameter?(name: string): Mark | undefined
}

/** Whether an attribute was given at all. */
export const isWritten = (origin: Origin, attribute: string): boolean => origin.at(attribute) !== origin

/** The origin of a copy that messages place where the original is written. */
export function copiedOrigin(original: Origin): Origin {
  const { source, offset } = original
  const origin: Origin = {
    source,
    offset,
    copyOf: original,
    at: (attribute) => (isWritten(original, attribute) ? { ...original.at(attribute), copyOf: original } : origin),
  }
  return origin
}

/** An origin without attributes of its own. */
export function originAt(mark: Mark): Origin {
  const origin: Origin = { ...mark, at: () => origin }
  return origin
}

/** A part of the model as text, without the places where it was written. */
export const textOf = (part: unknown): string =>
  JSON.stringify(part, (key, value) => (places.has(key) ? undefined : value instanceof Map ? [...value] : value))

const places: ReadonlySet<string> = new Set(['origin', 'localOrigin', 'foreignOrigin'])
