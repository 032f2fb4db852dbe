import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Range } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { type Cursor, cursorAt } from './markup/cursor.js'
import {
  attributeNamed,
  attributeValue,
  type MarkupAttribute,
  type MarkupElement,
  parseMarkup,
} from './markup/parse-markup.js'
import { reparseMarkup } from './markup/reparse-markup.js'

/** A table by its name in a schema file. */
export interface TableName {
  readonly database: string
  /** The SQL schema, if one is written. */
  readonly schema?: string | undefined
  readonly name: string
}

/** What a name in a schema refers to. SQL names are case-insensitive, and several databases may use the same name. */
export type NamedThing =
  | ({ readonly kind: 'table' } & TableName)
  | { readonly kind: 'domain'; readonly database: string; readonly name: string }
  | { readonly kind: 'column'; readonly database: string; readonly table: TableName; readonly name: string }

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

export interface DeclaredTable extends TableName {
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

/** Returns a key that is equal for all names of the same thing, whatever the SQL schema. */
export const keyOf = (thing: NamedThing): string =>
  `${thing.database}\n${thing.kind} ${thing.kind === 'column' ? `${plainName(thing.table.name)}.` : ''}${plainName(thing.name)}`

/** Returns the table of a table name or a column name. */
export const tableOf = (thing: NamedThing): TableName | undefined =>
  thing.kind === 'column' ? thing.table : thing.kind === 'table' ? thing : undefined

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
        const table = isTable(element) ? this.tableAround(element) : undefined
        return table ? [{ ...table, file: this, element }] : []
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

  cursorAt(offset: number): Cursor {
    return cursorAt(this.markup, offset, this.text)
  }

  range(start: number, end: number): Range {
    return { start: this.document.positionAt(start), end: this.document.positionAt(end) }
  }

  /** Returns the database that an element belongs to. */
  databaseAround(element: MarkupElement): string {
    const database = enclosing(element, 'database')
    return this.#scope((database && attributeValue(database, 'name')) ?? '')
  }

  /** Returns the name of the table or view that an element belongs to. */
  tableAround(element: MarkupElement): TableName | undefined {
    const around = enclosing(element, 'table') ?? enclosing(element, 'view')
    const name = around && attributeValue(around, 'name')
    if (name === undefined) return undefined
    const inherited = enclosing(around, 'database')
    const schema =
      schemaIn(name) ?? attributeValue(around!, 'schema') ?? (inherited && attributeValue(inherited, 'schema'))
    return { database: this.databaseAround(around!), schema, name }
  }

  /** Returns the name of the table that a foreign key refers to. */
  tableReferredBy(key: MarkupElement): TableName {
    const name = attributeValue(key, 'foreignTable') ?? ''
    return this.#inReach(key, name, schemaIn(name) ?? attributeValue(key, 'foreignSchema'))
  }

  /** Returns a table name in the given SQL schema, by default that of the table around an element. */
  #inReach(element: MarkupElement, name: string, schema: string | undefined): TableName {
    return { database: this.databaseAround(element), schema: schema || this.tableAround(element)?.schema, name }
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
    const table = this.tableAround(element) ?? { database, name: '' }
    yield* this.#named(element, 'name', () => ({ kind: 'table', ...table }), true)
    const own = (name: string): NamedThing => ({ kind: 'column', database, table, name })
    yield* this.#listed(element, 'identity', own)
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
        case 'exclude':
          for (const part of child.children) yield* this.#named(part, 'name', own)
          break
        case 'partition':
          yield* this.#named(child, 'column', own)
          yield* this.#listed(child, 'columns', own)
          break
        case 'behavior':
          yield* this.#usesInBehavior(child, own)
      }
    }
  }

  *#usesInForeignKey(element: MarkupElement, own: (name: string) => NamedThing): Generator<NameUse> {
    const table = this.tableReferredBy(element)
    const { database } = table
    yield* this.#named(element, 'foreignTable', () => ({ kind: 'table', ...table }))
    for (const reference of element.children) {
      yield* this.#named(reference, 'local', own)
      yield* this.#named(reference, 'foreign', (name) => ({ kind: 'column', database, table, name }))
    }
  }

  *#usesInBehavior(element: MarkupElement, own: (name: string) => NamedThing): Generator<NameUse> {
    const behavior = attributeValue(element, 'name') ?? ''
    const schema = parameterValue(element, 'foreign_schema')
    for (const parameter of element.children) {
      const role = this.#roles(behavior, attributeValue(parameter, 'name') ?? '')
      if (!role) continue
      if (role === 'table') {
        const thing = (name: string): NamedThing => ({
          kind: 'table',
          ...this.#inReach(element, name, schemaIn(name) ?? schema),
        })
        yield* this.#named(parameter, 'value', thing)
      } else yield* this.#listed(parameter, 'value', own)
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

  /** Yields the names in a comma-separated list. */
  *#listed(element: MarkupElement, attributeName: string, own: (name: string) => NamedThing): Generator<NameUse> {
    const found = attributeNamed(element, attributeName)
    for (const { 0: name, index } of found?.value?.matchAll(/[^\s,]+/g) ?? []) {
      yield new AttributePart(this, own(name), false, found!, index, index + name.length)
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

/** Returns the SQL schema in a name like `shop.book`. */
const schemaIn = (name: string): string | undefined => /^(.+)\.[^.]*$/.exec(name)?.[1]

function parameterValue(behavior: MarkupElement, name: string): string | undefined {
  const found = behavior.children.find((each) => attributeValue(each, 'name') === name)
  return found && attributeValue(found, 'value')
}

const isTable = (element: MarkupElement): boolean => element.name === 'table' || element.name === 'view'

/** Returns the nearest element with this name: the element itself or an ancestor. */
export function enclosing(element: MarkupElement | undefined, name: string): MarkupElement | undefined {
  let found = element
  while (found && found.name !== name) found = found.parent
  return found
}
