import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Range } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import {
  attributeNamed,
  attributeValue,
  type MarkupAttribute,
  type MarkupElement,
  parseMarkup,
} from './markup/parse-markup.js'
import { reparseMarkup } from './markup/reparse-markup.js'

/** What a name in a schema stands for. Names of SQL are compared without regard to case; databases may have the same ones. */
export type NamedThing = { readonly database: string; readonly name: string } & (
  | { readonly kind: 'table' }
  | { readonly kind: 'domain' }
  | { readonly kind: 'column'; readonly table: string }
)

/** A place where a name is written. */
export interface NameUse {
  readonly thing: NamedThing
  /** `keyOf` it. */
  readonly key: string
  readonly file: SchemaFile
  readonly isDeclaration: boolean
  /** Text that is written before it moves it, so that these are asked for each time. */
  readonly start: number
  readonly end: number
}

export interface DeclaredTable {
  readonly database: string
  readonly name: string
  readonly file: SchemaFile
  readonly element: MarkupElement
}

/** Which parameters of behaviors name columns or tables: known to the behaviors. */
export type ParameterRoles = (behavior: string, parameter: string) => 'columns' | 'table' | undefined

/** The path of a file on this machine; undefined for any other address. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    // Of another machine, or with an encoded slash.
    return undefined
  }
}

/** The database that tables belong to, by the name of the one that they are written in: included tables belong to another. */
export type Scope = (database: string) => string

export const uriOf = (path: string): string => pathToFileURL(path).href

/** A name without its SQL schema, in the form in which names are compared. */
export const plainName = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Equal for names of the same thing. */
export const keyOf = (thing: NamedThing): string =>
  `${thing.database}\n${thing.kind} ${thing.kind === 'column' ? `${plainName(thing.table)}.` : ''}${plainName(thing.name)}`

/** A schema file as it is in the editor, or on the disk. */
export class SchemaFile {
  readonly path: string
  readonly #roles: ParameterRoles
  readonly #scope: Scope
  /** Changes in place while somebody types; what is read of it belongs to one version. */
  #document: TextDocument
  #version: number
  #text: string
  #markup: MarkupElement | undefined
  /** By the element of the database that they are in: typing changes one of them. */
  readonly #uses = new WeakMap<MarkupElement, readonly NameUse[]>()

  constructor(path: string, document: TextDocument, roles: ParameterRoles, scope: Scope) {
    this.path = path
    this.#scope = scope
    this.#document = document
    this.#version = document.version
    this.#text = document.getText()
    this.#roles = roles
  }

  get document(): TextDocument {
    return this.#document
  }

  /** The text that it was read from. */
  get text(): string {
    return this.#text
  }

  /** Whether it was read from a document as this is now. */
  isOf(document: TextDocument): boolean {
    return this.#document === document && this.#version === document.version
  }

  /** The same file with another text. */
  update(document: TextDocument): void {
    const before = this.#text
    const after = document.getText()
    this.#document = document
    this.#version = document.version
    this.#text = after
    if (this.#markup && before !== after) this.#markup = reparseMarkup(before, this.#markup, after)
  }

  get markup(): MarkupElement {
    this.#markup ??= parseMarkup(this.#text)
    return this.#markup
  }

  get databases(): readonly MarkupElement[] {
    return this.markup.children.filter(({ name }) => name === 'database')
  }

  get tables(): DeclaredTable[] {
    return this.databases.flatMap(({ children }) =>
      children.flatMap((element) => {
        const name = isTable(element) ? attributeValue(element, 'name') : undefined
        return name === undefined ? [] : [{ database: this.databaseAround(element), name, file: this, element }]
      }),
    )
  }

  /** Every name of a table, column or domain that is written in the file. */
  get uses(): readonly NameUse[] {
    return this.databases.flatMap(({ children }) => children.flatMap((child) => this.#usesOf(child)))
  }

  /** The name that an offset is in, or at the end of. */
  useAt(offset: number): NameUse | undefined {
    for (const { children } of this.databases) {
      const child = children.findLast(({ start }) => start <= offset)
      const use = child && this.#usesOf(child).find(({ start, end }) => start <= offset && offset <= end)
      if (use) return use
    }
    return undefined
  }

  range(start: number, end: number): Range {
    return { start: this.document.positionAt(start), end: this.document.positionAt(end) }
  }

  /** The database that an element belongs to. */
  databaseAround(element: MarkupElement): string {
    const database = enclosing(element, 'database')
    return this.#scope((database && attributeValue(database, 'name')) ?? '')
  }

  #usesOf(child: MarkupElement): readonly NameUse[] {
    const known = this.#uses.get(child)
    if (known) return known
    const database = this.databaseAround(child)
    const uses = [
      ...(child.name === 'domain'
        ? this.#named(child, 'name', (name) => ({ kind: 'domain', database, name }), true)
        : []),
      ...(isTable(child) ? this.#usesInTable(child) : []),
    ]
    this.#uses.set(child, uses)
    return uses
  }

  *#usesInTable(element: MarkupElement): Generator<NameUse> {
    const database = this.databaseAround(element)
    const table = attributeValue(element, 'name')
    yield* this.#named(element, 'name', (name) => ({ kind: 'table', database, name }), true)
    const own = (name: string): NamedThing => ({ kind: 'column', database, table: table ?? '', name })
    for (const child of element.children) {
      switch (child.name) {
        case 'column':
          yield* this.#named(child, 'name', own, true)
          yield* this.#named(child, 'domain', (name) => ({ kind: 'domain', database, name }))
          break
        case 'foreign-key':
          yield* this.#usesInForeignKey(child, own)
          break
        case 'index':
        case 'unique':
          for (const part of child.children) yield* this.#named(part, 'name', own)
          break
        case 'behavior':
          yield* this.#usesInBehavior(child, own)
      }
    }
  }

  *#usesInForeignKey(element: MarkupElement, own: (name: string) => NamedThing): Generator<NameUse> {
    const database = this.databaseAround(element)
    const foreign = attributeValue(element, 'foreignTable') ?? ''
    yield* this.#named(element, 'foreignTable', (name) => ({ kind: 'table', database, name }))
    for (const reference of element.children) {
      yield* this.#named(reference, 'local', own)
      yield* this.#named(reference, 'foreign', (name) => ({ kind: 'column', database, table: foreign, name }))
    }
  }

  *#usesInBehavior(element: MarkupElement, own: (name: string) => NamedThing): Generator<NameUse> {
    const database = this.databaseAround(element)
    const behavior = attributeValue(element, 'name') ?? ''
    for (const parameter of element.children) {
      const role = this.#roles(behavior, attributeValue(parameter, 'name') ?? '')
      const value = attributeNamed(parameter, 'value')
      if (!role || value?.value === undefined) continue
      if (role === 'table') yield* this.#named(parameter, 'value', (name) => ({ kind: 'table', database, name }))
      else yield* this.#listed(value, own)
    }
  }

  *#named(
    element: MarkupElement,
    attributeName: string,
    thing: (name: string) => NamedThing,
    isDeclaration = false,
  ): Generator<NameUse> {
    const found = attributeNamed(element, attributeName)
    if (!found?.value) return
    // Only the last part of `schema.table` is the name of the table.
    const from = found.value.lastIndexOf('.') + 1
    yield new AttributePart(this, thing(found.value), isDeclaration, found, from, found.valueEnd - found.valueStart)
  }

  /** A list with commas, as parameters have it. */
  *#listed(attribute: MarkupAttribute, own: (name: string) => NamedThing): Generator<NameUse> {
    for (const { 0: name, index } of (attribute.value ?? '').matchAll(/[^\s,]+/g)) {
      yield new AttributePart(this, own(name), false, attribute, index, index + name.length)
    }
  }
}

/** A name that is a part of the value of an attribute. */
class AttributePart implements NameUse {
  readonly key: string

  constructor(
    readonly file: SchemaFile,
    readonly thing: NamedThing,
    readonly isDeclaration: boolean,
    readonly attribute: MarkupAttribute,
    readonly from: number,
    readonly to: number,
  ) {
    this.key = keyOf(thing)
  }

  get start(): number {
    return this.attribute.valueStart + this.from
  }

  get end(): number {
    return this.attribute.valueStart + this.to
  }
}

const isTable = (element: MarkupElement): boolean => element.name === 'table' || element.name === 'view'

/** The element of a name that is around another one, or that one itself. */
export function enclosing(element: MarkupElement | undefined, name: string): MarkupElement | undefined {
  let found = element
  while (found && found.name !== name) found = found.parent
  return found
}
