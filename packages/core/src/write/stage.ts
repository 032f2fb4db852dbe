import { copyFileSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Files on their way to a directory: written where nobody looks, and put in their places together. So nothing is
 * changed by a build that fails half-way, nobody ever sees half a file, and no more than one file need be in memory.
 */
export class Stage {
  readonly #directory: string
  readonly #stage: string
  readonly #places: string[] = []
  /** The outermost directory that had to be made. */
  #made: string | undefined

  constructor(directory: string) {
    this.#directory = directory
    this.#stage = join(directory, prefix + Math.random().toString(36).slice(2))
  }

  /** Gives the path of the file until it is in its place. */
  add(path: string, contents: string, mode?: number): string {
    if (this.#places.length === 0) {
      this.#made = mkdirSync(this.#stage, { recursive: true })
      removeAbandoned(this.#directory)
    }
    const staged = join(this.#stage, String(this.#places.length))
    this.#places.push(path)
    writeFileSync(staged, contents, mode === undefined ? {} : { mode })
    return staged
  }

  /** Puts all files in their places, whose directories are made where they are missing. */
  commit(onFile: (path: string) => void): void {
    if (this.#places.length === 0) return
    const directories = new Set<string>()
    this.#places.forEach((path, index) => {
      onFile(path)
      const directory = dirname(path)
      if (!directories.has(directory)) mkdirSync(directory, { recursive: true })
      directories.add(directory)
      move(join(this.#stage, String(index)), path)
    })
    rmSync(this.#stage, { recursive: true })
  }

  /** Leaves everything as it was. */
  discard(): void {
    if (this.#made === undefined) return
    rmSync(this.#stage, { recursive: true, force: true })
    const outermost = dirname(this.#made)
    for (let made = dirname(this.#stage); made !== outermost; made = dirname(made)) {
      // Somebody else may have put something there meanwhile.
      if (readdirSync(made).length > 0) return
      rmdirSync(made)
    }
  }
}

const prefix = '.orm-stage-'
const longAgo = 3_600_000

/** What was left by builds that were killed. */
function removeAbandoned(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    if (name.startsWith(prefix) && Date.now() - statSync(path).mtimeMs > longAgo) rmSync(path, { recursive: true })
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    // The place is on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, to)
  }
}
