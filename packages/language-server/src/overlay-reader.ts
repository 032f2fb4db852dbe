import { resolve } from 'node:path'
import { disk, type FileReader } from 'orm-core/internal'

/** The disk with the texts of open editors over it. Relative paths count from the folder of the project. */
export class OverlayReader implements FileReader {
  readonly #root: string
  readonly #openText: (path: string) => string | undefined

  constructor(root: string, openText: (path: string) => string | undefined) {
    this.#root = root
    this.#openText = openText
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    const absolute = resolve(this.#root, path)
    const open = this.#openText(absolute)
    return open === undefined ? disk.read(absolute) : Buffer.from(open)
  }

  list(directory: string): Promise<readonly string[]> {
    return disk.list(resolve(this.#root, directory))
  }

  async realPath(path: string): Promise<string> {
    const absolute = resolve(this.#root, path)
    return (await disk.realPath?.(absolute)) ?? absolute
  }
}
