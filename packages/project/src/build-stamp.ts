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
  /** Files that the build read itself, such as external schemas, with a hash of what they held. */
  readonly sources: readonly (readonly [path: string, hash: string])[]
  /** Files as the build left them; of those that belong to the user only that they are there. */
  readonly files: readonly (readonly [path: string, size: number, time: number, mode: number])[]
  /** Other files among them: one that is not listed may be a class of a table that is gone, which has come back. */
  readonly others: readonly string[]
}

/**
 * What the last build was made from and how it left its files. A build from the same sources whose files nobody touched
 * has nothing to do, and need not even load the compiler: of 100 tables, `orm build` takes 195 ms of processor time instead of
 * 711, `sql:build` 178 instead of 386. Kept in `.cache` of the nearest `node_modules`, where tools keep what nobody commits;
 * without any, in a directory for temporary files that only the user can write to.
 */
export class BuildStamp {
  readonly #name: string
  readonly #key: string
  readonly #directories: readonly string[]

  /**
   * @param directories where the files are written
   * @param settings everything else besides the inputs that decides what is written, and where
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

  /** The results of a build that finds everything in place; undefined if something must be built. */
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

  /** Notes a build that went well. */
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
      // Where nothing can be kept, the next build does everything again.
    }
  }

  /** Files in the directories that the build did not make, in the order of their paths. */
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
      // None yet, or half of one: the next build writes it anew.
      return undefined
    }
  }
}

/** Another program, or another version of ours, may have written something else there. */
const isStamp = (stamp: Stamp): boolean =>
  [stamp.sources, stamp.files, stamp.others].every((list) => Array.isArray(list)) &&
  [...stamp.sources, ...stamp.files].every((row) => Array.isArray(row) && typeof row[0] === 'string')

const stampedFile = /\.(?:php|sql|map)$/

const hashOf = (contents: string | Uint8Array | undefined): string =>
  contents === undefined ? '' : createHash('sha1').update(contents).digest('hex')

/** A directory of our own, which is made where it is missing; undefined where other users could write to it. */
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

/** Another version of the compiler may write something else; while it is developed, so may the same version. */
function compiler(): unknown[] {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const compiled = statSync(join(folder, 'dist/tsconfig.tsbuildinfo'), { throwIfNoEntry: false })
  return [readFileSync(join(folder, 'package.json'), 'utf8'), compiled?.mtimeMs]
}
