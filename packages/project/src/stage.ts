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

/** The files of one folder. */
interface StagedFolder {
  /** The absolute path of the folder. */
  readonly place: string
  /** The folder in the hidden directory, with a separator at its end. */
  readonly staged: string
  readonly files: StagedFile[]
}

/**
 * Files that are written to a hidden directory first, and moved to their places one right after the other when all of
 * them exist; a folder that does not exist yet is moved with all its files. So a build that fails changes nothing, half
 * a file is never visible, and only one file at a time has to be in memory.
 */
export class Stage {
  readonly #directory: string
  readonly #stage: string
  readonly #folders = new Map<string, StagedFolder>()
  /** The outermost directory that had to be made. */
  #made: string | undefined

  constructor(directory: string) {
    this.#directory = resolve(directory)
    this.#stage = join(this.#directory, `${prefix}${pid}-${Math.random().toString(36).slice(2)}`)
  }

  /** Gives the path of the file until it is in its place. */
  add(file: StagedFile, contents: string, mode?: number): string {
    const nameAt = file.path.lastIndexOf(sep) + 1
    const folder = this.#folderAt(file.path.slice(0, nameAt))
    folder.files.push(file)
    const staged = folder.staged + file.path.slice(nameAt)
    // Node has a quick way for text, but only if the encoding is given.
    writeFileSync(staged, contents, { encoding: 'utf8', ...(mode !== undefined && { mode }) })
    return staged
  }

  #folderAt(place: string): StagedFolder {
    const known = this.#folders.get(place)
    if (known) return known
    if (this.#folders.size === 0) {
      this.#made = mkdirSync(this.#stage, { recursive: true })
      removeAbandoned(this.#directory)
    }
    const staged = `${this.#stage}${sep}${this.#folders.size}${sep}`
    mkdirSync(staged)
    const folder = { place: resolve(place), staged, files: [] }
    this.#folders.set(place, folder)
    return folder
  }

  /**
   * Puts all files in their places, whose directories are made where they are missing; gives those that were kept.
   *
   * @param step told what each step is about
   */
  commit(step: (path: string, work: () => void) => void): ReadonlySet<string> {
    const kept = new Set<string>()
    // Outer folders come first: making an inner folder would make the outer one too, which could then not be moved.
    const folders = [...this.#folders.values()].sort((a, b) => a.place.length - b.place.length)
    const places = new Set(folders.map(({ place }) => place))
    for (const { place, files } of folders) {
      const parent = dirname(place)
      if (!places.has(parent)) step(files[0]!.path, () => mkdirSync(parent, { recursive: true }))
    }
    for (const { place, staged, files } of folders) {
      if (moveFolder(staged, place)) continue
      step(files[0]!.path, () => mkdirSync(place, { recursive: true }))
      for (const { path, keepExisting } of files) {
        if (keepExisting && existsSync(path)) kept.add(path)
        else step(path, () => move(staged + path.slice(path.lastIndexOf(sep) + 1), path))
      }
    }
    rmSync(this.#stage, { recursive: true, force: true })
    return kept
  }

  /** Finds out whether files can be put in their places, before the first of them is. */
  check(step: (path: string, work: () => void) => void): void {
    for (const { place, files } of this.#folders.values()) {
      let existing = place
      while (!existsSync(existing)) existing = dirname(existing)
      step(files[0]!.path, () => accessSync(existing, constants.W_OK))
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

/** Moves a folder to a path where nothing exists; false if that is not possible. */
function moveFolder(from: string, to: string): boolean {
  if (existsSync(to)) return false
  try {
    renameSync(from, to)
    return true
  } catch {
    // The path is on another disk, or another process has made it: the files are moved one by one, which reports problems.
    return false
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
