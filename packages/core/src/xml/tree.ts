import type { SyntaxMistake } from '../errors/diagnostic.js'
import type { Mark, Section, Source } from '../errors/source.js'

/** An attribute; as a mark it stands for the first character of its value. */
export interface XmlAttribute extends Mark {
  readonly name: string
  readonly value: string
}

/** An element; as a mark it stands for the `<` of its start tag. The root, and each child of it, is a section of the text. */
export interface XmlElement extends Mark {
  readonly name: string
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlElement[]
  /** The first text in it that is not blank. */
  readonly text?: Mark
  /** Its own text; blanks around it count only inside a CDATA section. */
  readonly content?: string
}

/** A text that was read. */
export interface XmlDocument {
  readonly source: Source
  readonly root: XmlElement
  /** What is between the tags of the root. */
  readonly inner: { readonly from: number; readonly to: number }
}

/** The reason why a text cannot be read as XML, and where. */
export interface XmlProblem extends SyntaxMistake {
  /** The entity that the text refers to: none is ever expanded or fetched, but for the five of XML itself. */
  readonly entity?: string
}

/** An element while it is read. */
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
