import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { disk, type FileReader } from 'orm-core/internal'
import type { TextDocument } from 'vscode-languageserver-textdocument'

/** Open documents by absolute path. */
export interface OpenDocuments {
  find(path: string): TextDocument | undefined
  paths(): readonly string[]
}

/** What a file or directory was when it was read; undefined where there was none. */
type Stamp = string | undefined

/** Code is run from the disk, so what an editor has of it does not count. */
const isCode = (path: string): boolean => /\.[cm]?[jt]s$/.test(path)

/** Names whose coming and going changes what is read: schemas, configurations and directories. */
const matters = (name: string): boolean => /^orm\.|schema\.xml$/.test(name) || !name.includes('.')

/**
 * The disk with the texts of open editors over it. Relative paths count from the folder of the project. It remembers what was
 * read, so that changes on the disk are noticed.
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

  /** Forgets what was read before. */
  begin(): void {
    this.#files = new Map()
    this.#directories = new Map()
    this.#schemas = new Map()
  }

  /** The directories of what was read. */
  get directories(): string[] {
    return [...new Set([...this.#directories.keys(), ...[...this.#files.keys()].map((path) => dirname(path))])]
  }

  /** XML files that were read, by absolute path, with their contents. */
  get xmlFiles(): ReadonlyMap<string, Uint8Array> {
    return this.#schemas
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    const absolute = resolve(this.#root, path)
    const open = this.#openText(absolute)
    // Before it is read: what is written meanwhile is a change.
    this.#files.set(absolute, await stampOf(absolute))
    const contents = open === undefined ? await disk.read(absolute) : Buffer.from(open)
    if (contents && absolute.endsWith('.xml')) this.#schemas.set(absolute, contents)
    return contents
  }

  async list(directory: string): Promise<readonly string[]> {
    const absolute = resolve(this.#root, directory)
    const names = await disk.list(absolute)
    this.#directories.set(absolute, listStamp(names))
    // A file may not be saved yet, or be deleted while it is open.
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

  /** Whether the disk still has what was read; texts of open editors count instead of their files. */
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
