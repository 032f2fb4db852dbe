import type { Mark } from '../errors/index.js'
import type { XmlAttribute, XmlElement } from '../xml/index.js'

const truths = new Map<string, boolean>([
  ...['true', 't', 'y', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'n', 'no', 'off', '0'].map((word) => [word, false] as const),
])

/** The boolean that a word stands for, or undefined when it stands for none. */
export const readBoolean = (value: string): boolean | undefined => truths.get(value.toLowerCase())

/** Reads the attributes of one element by name; an empty one counts as absent. */
export class Attributes {
  readonly #element: XmlElement

  constructor(element: XmlElement) {
    this.#element = element
  }

  find(name: string): XmlAttribute | undefined {
    return this.#element.attributes.find((attribute) => attribute.name === name)
  }

  text(name: string): string | undefined {
    return this.find(name)?.value || undefined
  }

  flag(name: string): boolean {
    return readBoolean(this.text(name) ?? '') ?? false
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    return value && /^[0-9]+$/.test(value) ? Number(value) : undefined
  }

  /** Where a value was written, or the element when it was left out. */
  mark(name: string): Mark {
    return this.find(name) ?? this.#element
  }
}
