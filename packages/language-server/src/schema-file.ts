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

/** What a name in a schema refers to. SQL names are case-insensitive, and several databases may use the same name. */
export type NamedThing = { readonly database: string; readonly name: string } & (
  | { readonly kind: 'table' }
  | { readonly kind: 'domain' }
  | { readonly kind: 'column'; readonly table: string }
)

/** An occurrence of a name. */
export interface NameUse {
  readonly thing: NamedThing
  /** Result of `keyOf` for the thing. */
  readonly key: string
  readonly file: SchemaFile
  readonly isDeclaration: boolean
  /** Offsets of the name. They change when text is inserted before it, so they must not be stored. */
  readonly start: number
  readonly end: number
}

export interface DeclaredTable {
  readonly database: string
  readonly name: string
  readonly file: SchemaFile
  readonly element: MarkupElement
}

/** Returns whether a behavior parameter names columns or a table. */
export type ParameterRoles = (behavior: string, parameter: string) => 'columns' | 'table' | undefined

/** Returns the path of a file on this machine, or undefined for any other URI. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    // The file is on another machine, or the URI contains an encoded slash.
    return undefined
  }
}

/** Returns the database of tables written inside a database element. In an included file, it is the including database. */
export type Scope = (database: string) => string

export const uriOf = (path: string): string => pathToFileURL(path).href

/** Returns a name without its SQL schema, normalized for comparison. */
export const plainName = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Returns a key that is equal for all names of the same thing. */
export const keyOf = (thing: NamedThing): string =>
  `${thing.database}\n${thing.kind} ${thing.kind === 'column' ? `${plainName(thing.table)}.` : ''}${plainName(thing.name)}`

/** A schema file in the editor or on disk. */
export class SchemaFile {
  readonly path: string
  readonly #roles: ParameterRoles
  readonly #scope: Scope
  /** The editor changes the document in place, so parsed data belongs to one version. */
  #document: TextDocument
  #version: number
  #text: string
  #markup: MarkupElement | undefined
  /** Uses by child element of a database, because typing changes only one of them. */
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

  /** The parsed text. */
  get text(): string {
    return this.#text
  }

  /** Returns whether the file was parsed from the current version of the document. */
  isOf(document: TextDocument): boolean {
    return this.#document === document && this.#version === document.version
  }

  /** Parses the changed document. */
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

  /** All names of tables, columns and domains in the file. */
  get uses(): readonly NameUse[] {
    return this.databases.flatMap(({ children }) => children.flatMap((child) => this.#usesOf(child)))
  }

  /** Returns the name at an offset, including its end. */
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

  /** Returns the database that an element belongs to. */
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
    // In `schema.table`, only the last part is the table name.
    const from = found.value.lastIndexOf('.') + 1
    yield new AttributePart(this, thing(found.value), isDeclaration, found, from, found.valueEnd - found.valueStart)
  }

  /** Yields the names in a comma-separated list, as used in parameters. */
  *#listed(attribute: MarkupAttribute, own: (name: string) => NamedThing): Generator<NameUse> {
    for (const { 0: name, index } of (attribute.value ?? '').matchAll(/[^\s,]+/g)) {
      yield new AttributePart(this, own(name), false, attribute, index, index + name.length)
    }
  }
}

/** A name that is part of an attribute value. */
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

/** Returns the nearest element with this name: the element itself or an ancestor. */
export function enclosing(element: MarkupElement | undefined, name: string): MarkupElement | undefined {
  let found = element
  while (found && found.name !== name) found = found.parent
  return found
}
