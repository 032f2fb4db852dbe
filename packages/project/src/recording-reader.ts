import type { FileReader } from 'orm-core/internal'

/** Result of reading a path, or why it failed. */
type Found<Value> = { readonly value: Value } | { readonly failure: string }

/** Records what is read through it, so that these files can be watched and checked for changes. */
export class RecordingReader implements FileReader {
  readonly #reader: FileReader
  readonly #files = new Map<string, Found<Uint8Array | undefined>>()
  readonly #directories = new Map<string, Found<readonly string[]>>()

  constructor(reader: FileReader) {
    this.#reader = reader
  }

  /** Every requested file, including missing ones. */
  get files(): string[] {
    return [...this.#files.keys()]
  }

  get directories(): string[] {
    return [...this.#directories.keys()]
  }

  /** Whether some paths could not be read. There may be no event when they become readable. */
  get hasFailed(): boolean {
    return [...this.#files.values(), ...this.#directories.values()].some((found) => 'failure' in found)
  }

  /** Contents of the files; undefined for a missing file. */
  get contents(): [path: string, contents: Uint8Array | undefined][] {
    return [...this.#files].map(([path, found]) => [path, 'value' in found ? found.value : undefined])
  }

  read(path: string): Promise<Uint8Array | undefined> {
    return noting(this.#reader.read(path), (found) => this.#files.set(path, found))
  }

  list(directory: string): Promise<readonly string[]> {
    return noting(this.#reader.list(directory), (found) => this.#directories.set(directory, found))
  }

  realPath(path: string): Promise<string> {
    return this.#reader.realPath?.(path) ?? Promise.resolve(path)
  }

  /** Reads what another reader has read and this one has not. */
  async readAgain(other: RecordingReader): Promise<void> {
    for (const path of other.#files.keys()) if (!this.#files.has(path)) await found(this.read(path))
    for (const path of other.#directories.keys()) if (!this.#directories.has(path)) await found(this.list(path))
  }

  /** Returns whether reading everything again would give the same result. In directories, only names that matter are compared. */
  async isCurrent(matters: (name: string) => boolean): Promise<boolean> {
    const names = (list: readonly string[]): Uint8Array => Buffer.from(list.filter(matters).join('\n'))
    for (const [path, before] of this.#files) {
      if (!isSame(before, await found(this.#reader.read(path)))) return false
    }
    for (const [directory, before] of this.#directories) {
      const now = await found(this.#reader.list(directory))
      if (!isSame(mapped(before, names), mapped(now, names))) return false
    }
    return true
  }
}

async function found<Value>(reading: Promise<Value>): Promise<Found<Value>> {
  try {
    return { value: await reading }
  } catch (error) {
    return { failure: String((error as NodeJS.ErrnoException).code ?? error) }
  }
}

async function noting<Value>(reading: Promise<Value>, note: (found: Found<Value>) => void): Promise<Value> {
  note(await found(reading))
  return reading
}

const mapped = <From, To>(found: Found<From>, map: (value: From) => To): Found<To> =>
  'value' in found ? { value: map(found.value) } : found

function isSame(a: Found<Uint8Array | undefined>, b: Found<Uint8Array | undefined>): boolean {
  if ('failure' in a || 'failure' in b) return 'failure' in a && 'failure' in b && a.failure === b.failure
  if (a.value === undefined || b.value === undefined) return a.value === b.value
  return Buffer.compare(a.value, b.value) === 0
}
