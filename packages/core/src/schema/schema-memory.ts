import type { Diagnostic, Source } from '../errors/index.js'
import { isXmlProblem, parseXml, reparseXml, type XmlDocument, type XmlElement, type XmlProblem } from '../xml/index.js'
import type { SchemaContext } from './context.js'
import type { DatabaseDraft } from './state.js'

/** Input and result of the last build without errors, or of the last build with errors until one succeeds. */
export interface LastBuild {
  readonly context: SchemaContext
  /** Root elements by file, in load order. */
  readonly roots: ReadonlyMap<string, XmlElement>
  readonly databases: readonly DatabaseDraft[]
  readonly diagnostics: readonly Diagnostic[]
  readonly sources: readonly string[]
}

/** Keeps what a build can reuse from earlier ones, for hosts that watch. */
export class SchemaMemory {
  readonly #documents = new Map<string, XmlDocument>()
  /** Texts of the files that could not be parsed, with their problems. */
  readonly #problems = new Map<string, { readonly text: string; readonly problem: XmlProblem }>()
  #last: LastBuild | undefined

  get last(): LastBuild | undefined {
    return this.#last
  }

  /** Parses a file. If an earlier version was parsed, only the changed part is parsed again. */
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

  /** @param files the files of the build */
  note(files: readonly string[], build: Omit<LastBuild, 'roots'>): void {
    this.#last = { ...build, roots: new Map(files.map((file) => [file, this.#documents.get(file)!.root])) }
  }
}
