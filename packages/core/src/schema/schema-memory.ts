import type { Diagnostic, Source } from '../errors/index.js'
import { isXmlProblem, parseXml, reparseXml, type XmlDocument, type XmlElement, type XmlProblem } from '../xml/index.js'
import type { SchemaContext } from './context.js'
import type { DatabaseDraft } from './state.js'

/** What the last build that went well was made from, and what it made; that of one with errors, until one goes well. */
export interface LastBuild {
  readonly context: SchemaContext
  /** By file, in load order. */
  readonly roots: ReadonlyMap<string, XmlElement>
  readonly databases: readonly DatabaseDraft[]
  readonly diagnostics: readonly Diagnostic[]
  readonly sources: readonly string[]
}

/** What builds of a schema leave to the next, for hosts that watch. */
export class SchemaMemory {
  readonly #documents = new Map<string, XmlDocument>()
  /** Files that could not be read, as they were then. */
  readonly #problems = new Map<string, { readonly text: string; readonly problem: XmlProblem }>()
  #last: LastBuild | undefined

  get last(): LastBuild | undefined {
    return this.#last
  }

  /** Reads a file; of one that was read before, only what changed. */
  parse(source: Source): XmlDocument | XmlProblem {
    const before = this.#documents.get(source.file)
    if (before?.source.text === source.text) return before
    const failed = this.#problems.get(source.file)
    if (failed?.text === source.text) return failed.problem
    const parsed = before ? reparseXml(source, before) : parseXml(source)
    if (isXmlProblem(parsed)) this.#problems.set(source.file, { text: source.text, problem: parsed })
    else {
      this.#documents.set(source.file, parsed)
      this.#problems.delete(source.file)
    }
    return parsed
  }

  /** @param files those of the build */
  note(files: readonly string[], build: Omit<LastBuild, 'roots'>): void {
    this.#last = { ...build, roots: new Map(files.map((file) => [file, this.#documents.get(file)!.root])) }
  }
}
