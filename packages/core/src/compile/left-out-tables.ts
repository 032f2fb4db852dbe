import { asWarning, type Diagnostic, isError, type Source } from '../errors/index.js'
import { keyToLeftOutTable, tableLeftOut } from '../errors/schema/declaration-errors.js'
import { isXmlProblem, parseXml, type XmlDocument, type XmlElement, type XmlProblem } from '../xml/index.js'

const attribute = (element: XmlElement, name: string) => element.attributes.find((one) => one.name === name)

/** Tables with errors that a build omits. */
export class LeftOutTables {
  readonly names = new Set<string>()
  readonly errors: Diagnostic[] = []
  /** Warnings about omitted tables and foreign keys. */
  readonly #omissions: Diagnostic[] = []
  readonly #documents = new Map<string, XmlDocument>()
  readonly #told = new Set<string>()

  /** Adds the tables with errors. Returns false if there are no new ones, or if an error is not in a table. */
  note(diagnostics: readonly Diagnostic[]): boolean {
    const errors = diagnostics.filter(isError)
    const tables = errors.map((error) => this.#tableAt(error))
    const known = this.names.size
    for (const table of tables) {
      const name = table && attribute(table, 'name')?.value
      if (name === undefined) return false
      this.names.add(name)
    }
    if (this.names.size === known) return false
    this.errors.push(...errors)
    return true
  }

  /** The errors of these tables as warnings, and what is omitted because of them. */
  get warnings(): Diagnostic[] {
    return [...this.errors.map(asWarning), ...this.#omissions]
  }

  /** Parses a file without these tables. */
  readonly parse = (source: Source): XmlDocument | XmlProblem => {
    const document = parseXml(source)
    if (isXmlProblem(document)) return document
    this.#documents.set(source.file, document)
    const children = document.root.children.flatMap((child) => {
      if (child.name !== 'table' && child.name !== 'view') return [child]
      const name = attribute(child, 'name')?.value ?? ''
      if (!this.names.has(name)) return [this.#withoutKeys(child, name)]
      this.#tell(child, () => tableLeftOut(attribute(child, 'name') ?? child, name))
      return []
    })
    return { ...document, root: { ...document.root, children } }
  }

  #withoutKeys(table: XmlElement, name: string): XmlElement {
    const children = table.children.filter((child) => {
      const to = child.name === 'foreign-key' ? attribute(child, 'foreignTable') : undefined
      if (!to || !this.names.has(to.value)) return true
      this.#tell(child, () => keyToLeftOutTable(to, name, to.value))
      return false
    })
    return children.length === table.children.length ? table : { ...table, children }
  }

  /** Adds a warning about an omitted element, only once even if the file is parsed several times. */
  #tell({ source, offset }: XmlElement, warning: () => Diagnostic): void {
    const key = JSON.stringify(source.placeAt(offset))
    if (this.#told.has(key)) return
    this.#told.add(key)
    this.#omissions.push(warning())
  }

  /** Returns the table with an error: the last element of the file that starts before it, if that is a table. */
  #tableAt({ place }: Diagnostic): XmlElement | undefined {
    const document = place && this.#documents.get(place.file)
    if (!document) return undefined
    const element = document.root.children.findLast((child) => {
      const { line, column } = child.source.placeAt(child.offset)
      return line < place.line || (line === place.line && column <= place.column)
    })
    return element?.name === 'table' || element?.name === 'view' ? element : undefined
  }
}
