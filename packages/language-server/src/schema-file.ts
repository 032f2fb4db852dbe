import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Range } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { attributeValue, type MarkupAttribute, type MarkupElement, parseMarkup } from './markup/parse-markup.js'

/** What a name in a schema stands for. Names of SQL are compared without regard to case. */
export type NamedThing =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'column'; readonly table: string; readonly name: string }
  | { readonly kind: 'domain'; readonly name: string }

/** A place where a name is written. */
export interface NameUse {
  readonly thing: NamedThing
  readonly file: SchemaFile
  readonly element: MarkupElement
  readonly start: number
  readonly end: number
  readonly isDeclaration: boolean
}

export interface DeclaredTable {
  readonly name: string
  readonly file: SchemaFile
  readonly element: MarkupElement
}

/** Which parameters of behaviors name columns or tables: known to the behaviors. */
export type ParameterRoles = (behavior: string, parameter: string) => 'columns' | 'table' | undefined

export const pathOf = (uri: string): string | undefined => (uri.startsWith('file:') ? fileURLToPath(uri) : undefined)

export const uriOf = (path: string): string => pathToFileURL(path).href

/** A name without its SQL schema, in the form in which names are compared. */
export const plainName = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

export const sameThing = (one: NamedThing, other: NamedThing): boolean =>
  one.kind === other.kind &&
  plainName(one.name) === plainName(other.name) &&
  (one.kind !== 'column' || other.kind !== 'column' || plainName(one.table) === plainName(other.table))

/** A schema file as it is in the editor, or on the disk. What is read from it is read once for each text. */
export class SchemaFile {
  readonly path: string
  readonly document: TextDocument
  readonly #roles: ParameterRoles
  #markup: MarkupElement | undefined
  #uses: readonly NameUse[] | undefined

  constructor(path: string, document: TextDocument, roles: ParameterRoles) {
    this.path = path
    this.document = document
    this.#roles = roles
  }

  static ofText(path: string, text: string, roles: ParameterRoles): SchemaFile {
    return new SchemaFile(path, TextDocument.create(uriOf(path), 'xml', 0, text), roles)
  }

  get markup(): MarkupElement {
    this.#markup ??= parseMarkup(this.document.getText())
    return this.#markup
  }

  get databases(): readonly MarkupElement[] {
    return this.markup.children.filter(({ name }) => name === 'database')
  }

  get tables(): DeclaredTable[] {
    return this.databases.flatMap(({ children }) =>
      children.flatMap((element) => {
        const name = isTable(element) ? attributeValue(element, 'name') : undefined
        return name === undefined ? [] : [{ name, file: this, element }]
      }),
    )
  }

  /** Every name of a table, column or domain that is written in the file. */
  get uses(): readonly NameUse[] {
    this.#uses ??= this.databases.flatMap((database) => [...this.#usesIn(database)])
    return this.#uses
  }

  range(start: number, end: number): Range {
    return { start: this.document.positionAt(start), end: this.document.positionAt(end) }
  }

  *#usesIn(database: MarkupElement): Generator<NameUse> {
    for (const child of database.children) {
      if (child.name === 'domain') yield* this.#named(child, 'name', (name) => ({ kind: 'domain', name }), true)
      if (isTable(child)) yield* this.#usesInTable(child)
    }
  }

  *#usesInTable(element: MarkupElement): Generator<NameUse> {
    const table = attributeValue(element, 'name')
    yield* this.#named(element, 'name', (name) => ({ kind: 'table', name }), true)
    const own = (name: string): NamedThing => ({ kind: 'column', table: table ?? '', name })
    for (const child of element.children) {
      switch (child.name) {
        case 'column':
          yield* this.#named(child, 'name', own, true)
          yield* this.#named(child, 'domain', (name) => ({ kind: 'domain', name }))
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
    const foreign = attributeValue(element, 'foreignTable') ?? ''
    yield* this.#named(element, 'foreignTable', (name) => ({ kind: 'table', name }))
    for (const reference of element.children) {
      yield* this.#named(reference, 'local', own)
      yield* this.#named(reference, 'foreign', (name) => ({ kind: 'column', table: foreign, name }))
    }
  }

  *#usesInBehavior(element: MarkupElement, own: (name: string) => NamedThing): Generator<NameUse> {
    const behavior = attributeValue(element, 'name') ?? ''
    for (const parameter of element.children) {
      const role = this.#roles(behavior, attributeValue(parameter, 'name') ?? '')
      const value = parameter.attributes.find(({ name }) => name === 'value')
      if (!role || value?.value === undefined) continue
      if (role === 'table') yield* this.#named(parameter, 'value', (name) => ({ kind: 'table', name }))
      else yield* this.#listed(parameter, value, own)
    }
  }

  *#named(
    element: MarkupElement,
    attributeName: string,
    thing: (name: string) => NamedThing,
    isDeclaration = false,
  ): Generator<NameUse> {
    const found = element.attributes.find(({ name }) => name === attributeName)
    if (!found?.value) return
    // Only the last part of `schema.table` is the name of the table.
    const start = found.valueStart + (found.value.lastIndexOf('.') + 1)
    yield { thing: thing(found.value), file: this, element, start, end: found.valueEnd, isDeclaration }
  }

  /** A list with commas, as parameters have it. */
  *#listed(element: MarkupElement, attribute: MarkupAttribute, own: (name: string) => NamedThing): Generator<NameUse> {
    for (const found of (attribute.value ?? '').matchAll(/[^\s,]+/g)) {
      const start = attribute.valueStart + found.index
      const end = start + found[0].length
      yield { thing: own(found[0]), file: this, element, start, end, isDeclaration: false }
    }
  }
}

const isTable = (element: MarkupElement): boolean => element.name === 'table' || element.name === 'view'

/** The element of a name that is around another one, or that one itself. */
export function enclosing(element: MarkupElement | undefined, name: string): MarkupElement | undefined {
  let found = element
  while (found && found.name !== name) found = found.parent
  return found
}
