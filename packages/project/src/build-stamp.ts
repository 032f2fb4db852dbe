import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileReader, InputFile, WriteResult } from 'orm-core/internal'
import { manifestName } from './manifest.js'
import { filesBelow } from './php-files.js'
import { realFolder } from './plan.js'
import type { RecordingReader } from './recording-reader.js'

interface Stamp {
  readonly key: string
  /** Other files that the build read, such as external schemas, with a hash of their contents. */
  readonly sources: readonly (readonly [path: string, hash: string])[]
  /** Files as the build left them. For user files, only their existence counts. */
  readonly files: readonly (readonly [path: string, size: number, time: number, mode: number])[]
  /** Other files in these directories. A file missing here may be a restored class of a dropped table. */
  readonly others: readonly string[]
}

/**
 * Records the sources of the last build and how it left its files. If neither sources nor files have changed, a build has
 * nothing to do and does not even load the compiler: for 100 tables, `orm build` takes 195 ms of processor time instead of 711,
 * and `sql:build` takes 178 instead of 386. The stamp is stored in `.cache` of the nearest `node_modules`, the usual place for
 * files that are not committed. Without any, it is stored in a temporary directory that only the user can write to.
 */
export class BuildStamp {
  readonly #name: string
  readonly #key: string
  readonly #directories: readonly string[]

  /**
   * @param directories output directories
   * @param settings everything else besides the inputs that affects the output
   */
  constructor(
    name: string,
    inputs: readonly InputFile[],
    directories: readonly string[],
    settings: readonly unknown[],
  ) {
    // Projects of a workspace share a directory.
    this.#name = `${name}-${hashOf(resolve('.')).slice(0, 12)}.json`
    const files = inputs.map(({ path, contents }) => [path, hashOf(contents)])
    this.#key = hashOf(JSON.stringify([compiler(), files, directories.map(realFolder), settings]))
    this.#directories = directories
  }

  /** Returns the results of a build that finds nothing to do, or undefined if something must be built. */
  async unchanged(files: FileReader): Promise<WriteResult[] | undefined> {
    const stamp = this.#read()
    if (stamp?.key !== this.#key) return undefined
    for (const [path, hash] of stamp.sources) if (hashOf(await files.read(path)) !== hash) return undefined
    const results: WriteResult[] = []
    for (const [path, size, time, mode] of stamp.files) {
      const found = statSync(path, { throwIfNoEntry: false })
      if (!found?.isFile()) return undefined
      if (size >= 0 && (found.size !== size || found.mtimeMs !== time || found.mode !== mode)) return undefined
      if (basename(path) !== manifestName) results.push({ path, outcome: size < 0 ? 'kept' : 'unchanged' })
    }
    const known = new Set(results.map(({ path }) => path))
    return this.#others(known).join('\n') === stamp.others.join('\n') ? results : undefined
  }

  /** Records a successful build. */
  async note(
    reader: RecordingReader,
    results: readonly WriteResult[],
    isStub: (path: string) => boolean,
  ): Promise<void> {
    const left = results.filter(({ outcome }) => outcome !== 'removed' && outcome !== 'orphaned')
    const known = new Set(left.map(({ path }) => path))
    const stamp: Stamp = {
      key: this.#key,
      sources: reader.contents.map(([path, contents]) => [path, hashOf(contents)]),
      files: [...known, ...this.#directories.map((directory) => join(directory, manifestName))].flatMap((path) => {
        const found = statSync(path, { throwIfNoEntry: false })
        if (!found) return []
        return [isStub(path) ? ([path, -1, 0, 0] as const) : ([path, found.size, found.mtimeMs, found.mode] as const)]
      }),
      others: this.#others(known),
    }
    try {
      const folder = cacheFolder()
      if (folder !== undefined) writeFileSync(join(folder, this.#name), JSON.stringify(stamp))
    } catch {
      // Without a stamp, the next build does everything again.
    }
  }

  /** Returns files in the directories that the build did not write, sorted by path. */
  #others(known: ReadonlySet<string>): string[] {
    const found = this.#directories.map((directory) => filesBelow(directory, stampedFile))
    return found
      .flat()
      .filter((path) => !known.has(path))
      .sort()
  }

  #read(): Stamp | undefined {
    try {
      const stamp = JSON.parse(readFileSync(join(cacheFolder() ?? '', this.#name), 'utf8')) as Stamp
      return isStamp(stamp) ? stamp : undefined
    } catch {
      // The stamp is missing or incomplete. The next build rewrites it.
      return undefined
    }
  }
}

/** Returns whether the stamp is valid. Another program or version may have written something else. */
const isStamp = (stamp: Stamp): boolean =>
  [stamp.sources, stamp.files, stamp.others].every((list) => Array.isArray(list)) &&
  [...stamp.sources, ...stamp.files].every((row) => Array.isArray(row) && typeof row[0] === 'string')

const stampedFile = /\.(?:php|sql|map)$/

const hashOf = (contents: string | Uint8Array | undefined): string =>
  contents === undefined ? '' : createHash('sha1').update(contents).digest('hex')

/** Returns a directory for the stamp, which is created if missing, or undefined if other users could write to it. */
function cacheFolder(): string | undefined {
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (isDirectory(modules)) {
      const own = join(modules, '.cache', 'orm')
      mkdirSync(own, { recursive: true })
      return own
    }
    if (folder === dirname(folder)) break
  }
  const { uid } = userInfo()
  const own = join(tmpdir(), `orm-cache-${uid}`)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  const found = lstatSync(own)
  const isOurs = found.isDirectory() && (uid < 0 || (found.uid === uid && (found.mode & 0o077) === 0))
  return isOurs ? own : undefined
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Identifies the compiler: another version may write something else, and so may the same version during development. */
function compiler(): unknown[] {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const compiled = statSync(join(folder, 'dist/tsconfig.tsbuildinfo'), { throwIfNoEntry: false })
  return [readFileSync(join(folder, 'package.json'), 'utf8'), compiled?.mtimeMs]
}
