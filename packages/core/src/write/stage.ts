import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { kill, pid } from 'node:process'

interface StagedFile {
  readonly path: string
  /** Whether a file that somebody has put there meanwhile counts more. */
  readonly keepExisting: boolean
}

/**
 * Files that are written to a hidden directory first, and moved to their places one right after the other when all of
 * them exist. So a build that fails changes nothing, half a file is never visible, and only one file at a time has to be
 * in memory.
 */
export class Stage {
  readonly #directory: string
  readonly #stage: string
  readonly #files: StagedFile[] = []
  /** The outermost directory that had to be made. */
  #made: string | undefined

  constructor(directory: string) {
    this.#directory = resolve(directory)
    this.#stage = join(this.#directory, `${prefix}${pid}-${Math.random().toString(36).slice(2)}`)
  }

  /** Gives the path of the file until it is in its place. */
  add(file: StagedFile, contents: string, mode?: number): string {
    if (this.#files.length === 0) {
      this.#made = mkdirSync(this.#stage, { recursive: true })
      removeAbandoned(this.#directory)
    }
    const staged = this.#staged(this.#files.length)
    this.#files.push(file)
    // Node has a quick way for text, but only if the encoding is given.
    writeFileSync(staged, contents, { encoding: 'utf8', ...(mode !== undefined && { mode }) })
    return staged
  }

  #staged(index: number): string {
    return `${this.#stage}${sep}${index}`
  }

  /**
   * Puts all files in their places, whose directories are made where they are missing; gives those that were kept.
   *
   * @param step told what each step is about
   */
  commit(step: (path: string, work: () => void) => void): ReadonlySet<string> {
    const kept = new Set<string>()
    const directories = new Map(this.#files.map(({ path }) => [dirname(path), path]))
    for (const [directory, path] of directories) step(path, () => mkdirSync(directory, { recursive: true }))
    this.#files.forEach(({ path, keepExisting }, index) => {
      if (keepExisting && existsSync(path)) kept.add(path)
      else step(path, () => move(this.#staged(index), path))
    })
    rmSync(this.#stage, { recursive: true, force: true })
    return kept
  }

  /** Finds out whether files can be put in their places, before the first of them is. */
  check(step: (path: string, work: () => void) => void): void {
    const directories = new Map(this.#files.map(({ path }) => [dirname(path), path]))
    for (const [directory, path] of directories) {
      let existing = resolve(directory)
      while (!existsSync(existing)) existing = dirname(existing)
      step(path, () => accessSync(existing, constants.W_OK))
    }
  }

  /** Leaves everything as it was. */
  discard(): void {
    if (this.#made === undefined) return
    rmSync(this.#stage, { recursive: true, force: true })
    const outermost = dirname(this.#made)
    for (let made = this.#directory; made !== outermost; made = dirname(made)) {
      // Somebody else may have put something there meanwhile.
      if (readdirSync(made).length > 0) return
      rmdirSync(made)
    }
  }
}

const prefix = '.orm-stage-'
const longAgo = 3_600_000

/** Whether the process that a folder is named after has ended; one on another machine may seem to have. */
function isGone(name: string): boolean {
  const owner = Number(/^\.orm-stage-(\d+)-/.exec(name)?.[1])
  if (!owner) return false
  try {
    kill(owner, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Removes what builds that were killed have left; a failure to do so is ignored. */
function removeAbandoned(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix)) continue
    const path = join(directory, name)
    try {
      const isOld = Date.now() - statSync(path).mtimeMs > longAgo
      if (isOld || isGone(name)) rmSync(path, { recursive: true, force: true })
    } catch {
      // Another build, which goes on at the same time, has just removed its own.
    }
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
