import type { Mark, SourceText } from '../errors/index.js'
import { type Origin, readBoolean } from '../model/index.js'
import type { XmlAttribute } from '../xml/index.js'
import { compiledRule, type ElementName } from './language/index.js'

const none: readonly SchemaElement[] = []

/**
 * An element that passed the structure check: its attributes have canonical names and valid values, and it has only children
 * that are allowed in it. Everything else was reported and omitted.
 */
export class SchemaElement implements Origin {
  readonly name: ElementName
  readonly source: SourceText
  readonly offset: number
  readonly addedBy?: string
  readonly children: readonly SchemaElement[]
  /** Whether an attribute was omitted or is missing. Problems that follow from that are not reported. */
  readonly damaged: boolean
  /** The text content, for elements that may have text. */
  readonly content?: string
  readonly #attributes: readonly XmlAttribute[]

  constructor(
    name: ElementName,
    mark: Mark,
    attributes: readonly XmlAttribute[],
    children: readonly SchemaElement[],
    damaged: boolean,
    content?: string,
  ) {
    this.name = name
    this.source = mark.source
    this.offset = mark.offset
    if (mark.addedBy !== undefined) this.addedBy = mark.addedBy
    this.#attributes = attributes
    this.children = children
    this.damaged = damaged
    if (content) this.content = content
  }

  at(attribute: string): Mark {
    return this.find(attribute) ?? this
  }

  parameter(name: string): Mark | undefined {
    const written = this.children.findLast((child) => child.text('name') === name)
    return written && (written.has('value') ? written.at('value') : written)
  }

  find(attribute: string): XmlAttribute | undefined {
    // This runs so often that an iterator would be noticeably slower.
    const attributes = this.#attributes
    for (let at = 0; at < attributes.length; at++) if (attributes[at]!.name === attribute) return attributes[at]
    return undefined
  }

  get attributes(): readonly XmlAttribute[] {
    return this.#attributes
  }

  /** Returns this element merged with a later one about the same thing. Where they differ, the later one counts. */
  extended(later: SchemaElement, children: readonly SchemaElement[]): SchemaElement {
    const kept = this.#attributes.filter(({ name }) => !later.has(name))
    return new SchemaElement(
      this.name,
      this,
      [...kept, ...later.#attributes],
      children,
      this.damaged || later.damaged,
      later.content ?? this.content,
    )
  }

  has(attribute: string): boolean {
    return this.find(attribute) !== undefined
  }

  text(attribute: string): string | undefined {
    return this.find(attribute)?.value
  }

  flag(attribute: string): boolean | undefined {
    const value = this.text(attribute)
    return value === undefined ? undefined : readBoolean(value)
  }

  /** Returns a whole number above zero. Zero counts as absent. */
  size(attribute: string): number | undefined {
    return this.integer(attribute) || undefined
  }

  integer(attribute: string): number | undefined {
    const value = this.text(attribute)
    return value === undefined ? undefined : Number(value)
  }

  /** Returns the attributes that the language does not define. Only elements with `keepsUnknown` have any. */
  unknownAttributes(): XmlAttribute[] {
    const { attributes } = compiledRule(this.name)
    return this.#attributes.filter(({ name }) => !attributes.has(name))
  }

  childrenOf(name: ElementName): readonly SchemaElement[] {
    return this.children.length === 0 ? none : this.children.filter((child) => child.name === name)
  }
}
