import type { FileReader } from '../files.js'

/** Remembers what was read through it, so that somebody can watch those files and tell whether they changed. */
export class RecordingReader implements FileReader {
  readonly #reader: FileReader
  readonly #files = new Map<string, Uint8Array | undefined>()
  readonly #directories = new Map<string, readonly string[]>()
  readonly #outputs = new Set<string>()

  constructor(reader: FileReader) {
    this.#reader = reader
  }

  /** Every file asked for, those that are not there too. */
  get files(): string[] {
    return [...this.#files.keys()]
  }

  get directories(): string[] {
    return [...this.#directories.keys()]
  }

  /** What the files held; undefined for one that is not there. */
  get contents(): [path: string, contents: Uint8Array | undefined][] {
    return [...this.#files]
  }

  /** A file that is read, but written too: nobody needs to watch it. */
  ignore(path: string): void {
    this.#outputs.add(path)
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    const contents = await this.#reader.read(path)
    if (!this.#outputs.has(path)) this.#files.set(path, contents)
    return contents
  }

  async list(directory: string): Promise<readonly string[]> {
    const names = await this.#reader.list(directory)
    this.#directories.set(directory, names)
    return names
  }

  realPath(path: string): Promise<string> {
    return this.#reader.realPath?.(path) ?? Promise.resolve(path)
  }

  /** Whether reading everything again would give the same, in as far as names in directories matter. */
  async isCurrent(matters: (name: string) => boolean): Promise<boolean> {
    for (const [path, before] of this.#files) {
      const now = await this.#reader.read(path)
      if (before === undefined || now === undefined ? before !== now : Buffer.compare(before, now) !== 0) return false
    }
    for (const [directory, before] of this.#directories) {
      const now = await this.#reader.list(directory)
      if (now.filter(matters).join('\n') !== before.filter(matters).join('\n')) return false
    }
    return true
  }
}
