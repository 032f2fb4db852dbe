import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Where built files go in a directory. What is costly about that is done once for each folder, not for each file. */
export class Places {
  readonly #directory: string
  readonly #prefixes = new Map<string, string>()
  readonly #found = new Map<string, boolean>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** As `join()` gives it. */
  of(path: string): string {
    const nameAt = path.lastIndexOf('/') + 1
    return this.#prefix(path.slice(0, nameAt)) + path.slice(nameAt)
  }

  /** Whether the folder of a file was there when it was first asked for: in a new folder, no file has to be looked for. */
  hasFolder(path: string): boolean {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const known = this.#found.get(folder)
    if (known !== undefined) return known
    const found = statSync(this.#prefix(folder) || '.', { throwIfNoEntry: false }) !== undefined
    this.#found.set(folder, found)
    return found
  }

  #prefix(folder: string): string {
    const known = this.#prefixes.get(folder)
    if (known !== undefined) return known
    const prefix = join(this.#directory, folder, '_').slice(0, -1)
    this.#prefixes.set(folder, prefix)
    return prefix
  }
}
