import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { disk, type FileReader } from 'orm-core/internal'
import type { TextDocument } from 'vscode-languageserver-textdocument'

/** Open documents by absolute path. */
export interface OpenDocuments {
  find(path: string): TextDocument | undefined
  paths(): readonly string[]
}

/** State of a file or directory when it was read; undefined if it did not exist. */
type Stamp = string | undefined

/** Returns whether a file is code, which is run from disk and not from the editor. */
const isCode = (path: string): boolean => /\.[cm]?[jt]s$/.test(path)

/** Returns whether a name affects what is read: a schema, a configuration or a directory. */
const matters = (name: string): boolean => /^orm\.|schema\.xml$/.test(name) || !name.includes('.')

/**
 * Reads files from open editors or from disk. Relative paths start at the project directory. Records what was read, so that
 * changes on disk can be detected.
 */
export class OverlayReader implements FileReader {
  readonly #root: string
  readonly #open: OpenDocuments
  #files = new Map<string, Stamp>()
  #directories = new Map<string, Stamp>()
  #schemas = new Map<string, Uint8Array>()

  constructor(root: string, open: OpenDocuments) {
    this.#root = root
    this.#open = open
  }

  /** Discards the records of earlier reads. */
  begin(): void {
    this.#files = new Map()
    this.#directories = new Map()
    this.#schemas = new Map()
  }

  /** Directories of everything that was read. */
  get directories(): string[] {
    return [...new Set([...this.#directories.keys(), ...[...this.#files.keys()].map((path) => dirname(path))])]
  }

  /** Contents of the XML files that were read, by absolute path. */
  get xmlFiles(): ReadonlyMap<string, Uint8Array> {
    return this.#schemas
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    const absolute = resolve(this.#root, path)
    const open = this.#openText(absolute)
    // Recorded before reading, so that a concurrent write counts as a change.
    this.#files.set(absolute, await stampOf(absolute))
    const contents = open === undefined ? await disk.read(absolute) : Buffer.from(open)
    if (contents && absolute.endsWith('.xml')) this.#schemas.set(absolute, contents)
    return contents
  }

  async list(directory: string): Promise<readonly string[]> {
    const absolute = resolve(this.#root, directory)
    const names = await disk.list(absolute)
    this.#directories.set(absolute, listStamp(names))
    // An open file may be unsaved or deleted.
    const open = this.#open.paths().filter((path) => dirname(path) === absolute)
    const unsaved = open.map((path) => basename(path)).filter((name) => !names.includes(name))
    return unsaved.length > 0 ? [...names, ...unsaved].sort() : names
  }

  async realPath(path: string): Promise<string> {
    const absolute = resolve(this.#root, path)
    return (await disk.realPath?.(absolute)) ?? absolute
  }

  #openText(path: string): string | undefined {
    return isCode(path) ? undefined : this.#open.find(path)?.getText()
  }

  /** Returns whether the files on disk are unchanged. Files open in an editor are ignored. */
  async isCurrent(): Promise<boolean> {
    for (const [path, stamp] of this.#files) {
      if (this.#openText(path) === undefined && (await stampOf(path)) !== stamp) return false
    }
    for (const [path, stamp] of this.#directories) {
      if (listStamp(await disk.list(path).catch(() => [])) !== stamp) return false
    }
    return true
  }
}

async function stampOf(path: string): Promise<Stamp> {
  const found = await stat(path).catch(() => undefined)
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`
}

const listStamp = (names: readonly string[]): string => names.filter(matters).join('\n')
