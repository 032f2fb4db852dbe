import { posix } from 'node:path'
import { alreadyLoaded } from '../../errors/schema/declaration-errors.js'
import { cannotRead, noExternalSchema } from '../../errors/schema/schema-file-errors.js'
import type { InputFile } from '../../files.js'
import { checkElement } from '../check-element.js'
import type { SchemaElement } from '../element.js'
import type { Document, SchemaState } from '../state.js'
import { parseDocument } from './parse-documents.js'

/** Loads the files that `<external-schema>` names, depth first, each once. */
export async function loadExternalSchemas(state: SchemaState): Promise<SchemaState> {
  const loading = new Loading(state)
  for (const document of state.documents) await loading.note(document)
  for (const document of state.documents) {
    loading.documents.push(document)
    await loading.follow(document)
  }
  return { ...state, documents: loading.documents, incomplete: state.incomplete || loading.incomplete }
}

class Loading {
  readonly documents: Document[] = []
  incomplete = false
  readonly #state: SchemaState
  /** Every file seen, by database and real path. Undefined if the file is not a schema. */
  readonly #byPath = new Map<string, Document | undefined>()

  constructor(state: SchemaState) {
    this.#state = state
  }

  async note(document: Document): Promise<void> {
    this.#byPath.set(keyOf(document.database, await this.#realPath(document.root.source.file)), document)
  }

  async follow(document: Document): Promise<void> {
    for (const element of document.root.childrenOf('external-schema')) {
      const filename = element.text('filename')
      if (filename !== undefined) await this.#include(document, element, filename)
    }
  }

  async #include(includer: Document, element: SchemaElement, filename: string): Promise<void> {
    const found = await this.#read(element, includer.root.source.file, filename)
    if (!found) {
      this.incomplete = true
      return
    }
    const key = keyOf(includer.database, await this.#realPath(found.path))
    const known = this.#byPath.get(key)
    if (known && known.referenceOnly === undefined && includer.referenceOnly === undefined) {
      this.#state.report(alreadyLoaded(element.at('filename'), found.path))
    }
    if (known) await this.#share(known, includer.units)
    if (this.#byPath.has(key)) return
    const referenceOnly = includer.referenceOnly ?? element.flag('referenceOnly') ?? false
    const document = this.#parse(found, includer, referenceOnly)
    this.#byPath.set(key, document)
    if (!document) return
    this.documents.push(document)
    await this.follow(document)
  }

  /** Adds a file and its includes to further input files that include it. */
  async #share(document: Document, units: ReadonlySet<string>): Promise<void> {
    const before = document.units.size
    for (const unit of units) document.units.add(unit)
    if (document.units.size > before && document.referenceOnly !== undefined) await this.follow(document)
  }

  /** Parses an included file. Its tables belong to the database that includes them, whatever name the file gives its own. */
  #parse(file: InputFile, { database, units }: Document, referenceOnly: boolean): Document | undefined {
    const { report } = this.#state
    const parsed = parseDocument(file, this.#state)
    const root = parsed && checkElement(parsed, 'database', report)
    if (!root) {
      this.incomplete = true
      return undefined
    }
    return { database, root, referenceOnly, units: new Set(units) }
  }

  async #read(element: SchemaElement, includer: string, filename: string): Promise<InputFile | undefined> {
    const { report, context } = this.#state
    const directory = posix.dirname(includer.replaceAll('\\', '/'))
    const directories = posix.isAbsolute(filename) ? [''] : [...new Set([directory, '.'])]
    for (const candidate of directories) {
      const path = posix.normalize(posix.join(candidate, filename))
      try {
        const contents = await context.files.read(path)
        if (contents) return { path, contents }
      } catch (error) {
        report(cannotRead(element.at('filename'), path, reasonOf(error)))
        return undefined
      }
    }
    report(noExternalSchema(element.at('filename'), filename, directories))
    return undefined
  }

  async #realPath(path: string): Promise<string> {
    return (await this.#state.context.files.realPath?.(path)) ?? posix.normalize(path.replaceAll('\\', '/'))
  }
}

const keyOf = (database: string, path: string): string => `${database}\0${path}`

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
