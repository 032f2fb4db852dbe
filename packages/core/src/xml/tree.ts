import type { SyntaxMistake } from '../errors/diagnostic.js'
import type { Mark, Section, Source } from '../errors/source.js'

/** An attribute. Its location is the first character of its value. */
export interface XmlAttribute extends Mark {
  readonly name: string
  readonly value: string
}

/** An element. Its location is the `<` of its start tag. The root and each of its children is a section of the text. */
export interface XmlElement extends Mark {
  readonly name: string
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlElement[]
  /** The location of its first text other than whitespace. */
  readonly text?: Mark
  /** Its own text. Surrounding whitespace counts only inside a CDATA section. */
  readonly content?: string
}

/** A parsed text. */
export interface XmlDocument {
  readonly source: Source
  readonly root: XmlElement
  /** The range between the tags of the root. */
  readonly inner: { readonly from: number; readonly to: number }
}

/** The reason why a text is not valid XML, and the location. */
export interface XmlProblem extends SyntaxMistake {
  /** The entity that the text refers to. Entities are never expanded or fetched, except the five predefined ones. */
  readonly entity?: string
}

/** An element while it is being parsed. */
export interface OpenElement extends XmlElement {
  readonly source: Section
  readonly attributes: XmlAttribute[]
  readonly children: XmlElement[]
  text?: Mark
  content: string
}

/** Limits that schemas and configurations do not reach; see docs/security.md. */
export const deepest = 100
export const mostAttributes = 1_000
export const longestValue = 1_000_000
