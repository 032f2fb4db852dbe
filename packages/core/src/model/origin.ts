import type { Mark } from '../errors/index.js'

/** The location of a part of the model: its element, and each of its attributes. */
export interface Origin extends Mark {
  /** Returns the location of an attribute's value, or of the element if the attribute is not written. */
  at(attribute: string): Mark
  /** Returns the location of a behavior parameter's value; undefined if it is not written. */
  parameter?(name: string): Mark | undefined
}

/** Returns whether an attribute is written at all. */
export const isWritten = (origin: Origin, attribute: string): boolean => origin.at(attribute) !== origin

/** Returns the origin for a copy; messages report the location of the original. */
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

/** Returns an origin without locations of attributes. */
export function originAt(mark: Mark): Origin {
  const origin: Origin = { ...mark, at: () => origin }
  return origin
}

/** Serializes a part of the model without its locations. */
export const textOf = (part: unknown): string =>
  JSON.stringify(part, (key, value) => (places.has(key) ? undefined : value instanceof Map ? [...value] : value))

const places: ReadonlySet<string> = new Set(['origin', 'localOrigin', 'foreignOrigin'])
