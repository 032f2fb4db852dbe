import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { BuiltFile, Diagnostic, WriteResult } from 'orm-core/internal'
import {
  cannotWrite,
  filesNotOurs,
  isGenerated,
  mergeLoader,
  noticeName,
  sourceOfNotice,
  speaksFor,
  withoutBuildTime,
} from 'orm-core/internal/config'
import { OrmError } from 'orm-core/internal/errors'
import { Commit, recover, writing } from './commit.js'
import { type Entry, hashOf, Manifest } from './manifest.js'
import { phpFiles } from './php-files.js'

/** Files of one build for one directory. */
export interface Part {
  /** Name of a project output. Files of this output that are no longer generated are removed. */
  readonly name?: string
  readonly directory: string
  readonly files: Iterable<BuiltFile>
  /** For model classes: which existing classes the build is responsible for and removes if their table was dropped. */
  readonly model?: ModelScope
}

export interface ModelScope {
  /** Directory that schema file names in notices are relative to, which is the configured `schemaDir`. @default '.' */
  readonly schemaDir?: string
  /** Returns whether a schema file with that path would be part of the build if it existed. Default: none would. */
  readonly covers?: (path: string) => boolean
}

export interface WriteOptions {
  /** Only determine what would be done. @default false */
  readonly dryRun?: boolean
  /** Replace files that Orm did not write or that have been edited since. @default false */
  readonly overwrite?: boolean
  /** Project directory, if all its outputs are written: files of outputs that no longer exist are removed. */
  readonly root?: string
  /** Files that earlier calls have written. Such a file is read again only if it has been touched. */
  readonly written?: WrittenFiles
}

/** Files as they were when last written or read. */
export class WrittenFiles {
  readonly #files = new Map<string, { readonly contents: string; readonly size: number; readonly time: number }>()
  /** Files that a call has already processed. A build that need not render a file again passes the same object. */
  readonly done = new WeakSet<BuiltFile>()
  readonly manifests = new Map<string, Manifest>()

  /** Returns whether the file with these stats definitely has these contents, without reading it. */
  has(path: string, contents: string, { size, mtimeMs }: Stats): boolean {
    const known = this.#files.get(path)
    return known?.contents === contents && known.size === size && known.time === mtimeMs
  }

  note(path: string, contents: string, { size, mtimeMs }: Stats): void {
    this.#files.set(path, { contents, size, time: mtimeMs })
  }
}

/** The changes that a build makes to the disk. They are determined, but nothing has been changed yet. */
export interface Plan {
  readonly results: readonly WriteResult[]
  /** Carries out all changes or none. */
  commit(): Promise<WriteResult[]>
  /** Leaves all files unchanged. */
  discard(): void
}

/**
 * Compares generated with existing files. A file that is up to date is not touched, and neither is one that belongs to the
 * user. A file that Orm did not write, or that has been edited since, is a problem. All calls are synchronous: for thousands of
 * small files, the overhead of the thread pool exceeds the time for writing.
 */
export async function planFiles(parts: readonly Part[], options: WriteOptions = {}): Promise<Plan> {
  const { written } = options
  const planner = await plannerOf(parts, options, (file) => !written?.done.has(file))
  return {
    results: planner.results,
    // Unchanged files are checked last, because they can be outdated only if somebody has edited them since the last build.
    async commit() {
      const results = await planner.carryOut()
      if (planner.rest.length === 0) return results
      const fresh = new Set(planner.fresh)
      const rest = await plannerOf(planner.rest, options, (file) => !fresh.has(file), true)
      return [...results, ...(await rest.carryOut())]
    },
    discard: () => planner.commit.discard(),
  }
}

async function plannerOf(
  parts: readonly Part[],
  options: WriteOptions,
  isPlanned: (file: BuiltFile) => boolean,
  isRest = false,
): Promise<Planner> {
  const planner = new Planner(options)
  try {
    for (const part of parts) await planner.add(part, isPlanned, isRest)
    if (!isRest && options.root !== undefined) await planner.addGone(parts, options.root)
    planner.check()
  } catch (error) {
    planner.commit.discard()
    throw error
  }
  return planner
}

/** Returns whether the build generates files like this one. */
type IsMade = (entry: Entry) => boolean

/** The manifest with an entry for a file, if any, and the path in that entry. */
type Line = readonly [manifest: Manifest | undefined, name: string]

class Planner {
  readonly results: WriteResult[] = []
  readonly commit = new Commit()
  /** Files that were planned. */
  readonly fresh: BuiltFile[] = []
  /** Parts with files that an earlier call with the same memory has already processed. */
  readonly rest: Part[] = []
  readonly #options: WriteOptions
  readonly #problems: Diagnostic[] = []
  /** Files that are not replaced or removed, because Orm did not generate them or somebody has edited them. */
  readonly #kept = { edited: [] as string[], foreign: [] as string[] }
  readonly #manifests: Map<string, Manifest>
  readonly #used = new Set<Manifest>()
  readonly #folders = new Map<string, boolean>()
  readonly #respelled: { readonly path: string; readonly place: string }[] = []

  constructor(options: WriteOptions) {
    this.#options = options
    this.#manifests = options.written?.manifests ?? new Map()
  }

  /**
   * @param isPlanned whether to compare a file now; others are up to date or compared later
   * @param isRest whether everything else in the part has already been planned
   */
  async add(part: Part, isPlanned: (file: BuiltFile) => boolean, isRest = false): Promise<void> {
    const { name, directory, files, model } = part
    recover(directory, this.#options.dryRun ?? false)
    const own = new Set<string>()
    const { schemaDir = '.', covers = () => false } = model ?? {}
    const isOurs = speaksFor(own, schemaDir, (path) => covers(path) && !existsSync(path))
    const current = new Set<string>()
    const made: BuiltFile[] = []
    const manifest = this.#manifestOf(directory)
    let isWhole = true
    let before = ''
    for (const built of files) {
      const file = built.kind === 'loader' && model && !isRest ? withOthers(built, directory, isOurs) : built
      const from = file.from ?? (file.kind === 'output' ? name : sourceOf(file))
      if (from !== undefined && from !== before) own.add(from)
      before = from ?? before
      for (const path of file.schemas ?? []) own.add(noticeName(path, schemaDir))
      current.add(file.path)
      // If a build keeps nothing in memory, contents are not kept here either.
      if (this.#options.written) made.push(built)
      if (!isPlanned(built)) {
        isWhole = false
        continue
      }
      if (this.#options.written) this.fresh.push(built)
      const path = join(directory, file.path)
      const line = this.#lineOf(manifest, path, file, directory)
      this.#plan(directory, path, from === file.from ? file : { ...file, from: from! }, line)
    }
    if (!isRest && !isWhole) this.rest.push({ ...part, files: made })
    const isMade: IsMade = model
      ? ({ kind, from }) => (kind === 'base' || kind === 'stub') && from !== undefined && isOurs(from)
      : ({ kind, from }) => from === name && from !== undefined && !['base', 'stub', 'directory'].includes(kind)
    const gone = isRest ? [] : this.#goneFrom(directory, manifest, current, isMade)
    if (model && (isRest || isWhole)) gone.push(...this.#unlisted(directory, manifest, current, isOurs))
    this.#planRemovals(directory, manifest, current, gone)
  }

  /**
   * Removes files of outputs that no longer exist. The manifest in the project directory lists each output with the directory
   * that contains its manifest.
   */
  async addGone(parts: readonly Part[], root: string): Promise<void> {
    const manifest = this.#manifestOf(root)
    const own = new Map<string, string>()
    for (const { name, directory } of parts) {
      if (name !== undefined) own.set(`${relativePath(root, directory)}/${name}/`, name)
    }
    for (const [line, { kind, from }] of [...manifest.entries]) {
      if (kind !== 'directory' || from === undefined || own.has(line)) continue
      const directory = join(root, line.slice(0, -`/${from}/`.length))
      await this.add({ name: from, directory, files: [] }, () => true)
      manifest.set(line, undefined)
    }
    for (const [line, from] of own) manifest.set(line, { kind: 'directory', from })
  }

  #plan(directory: string, path: string, file: BuiltFile, [manifest, name]: Line): void {
    const { dryRun = false, written } = this.#options
    const found = writing(path, () => this.#existing(path))
    const entry = manifest?.get(name)
    const { outcome, contents } = this.#compare(file, path, found, entry)
    if (outcome === undefined) return
    this.results.push({ path, outcome })
    const line = lineFor(file, outcome, entry, contents)
    manifest?.set(name, line)
    if (dryRun) return
    if (found?.stats && outcome === 'unchanged' && file.secret) protect(path, found.stats)
    if (outcome !== 'created' && outcome !== 'updated') return
    const mode = file.secret ? secretMode(found?.stats) : found?.stats && found.stats.mode & 0o7777
    const staged = this.commit.add(
      directory,
      {
        path,
        target: found?.target ?? path,
        hash: line?.hash ?? hashOf(file.contents),
        before: found?.stats,
        keepExisting: file.keepExisting,
        ...(mode !== undefined && { mode }),
      },
      file.contents,
    )
    written?.note(path, file.contents, statSync(staged))
  }

  /**
   * Returns the existing file. A directory that does not exist contains no files, so a first build checks only once per
   * directory.
   */
  #existing(path: string): Found | undefined {
    const folder = path.slice(0, path.lastIndexOf(sep) + 1)
    let isThere = this.#folders.get(folder)
    if (isThere === undefined) {
      isThere = folder === '' || existsSync(folder)
      this.#folders.set(folder, isThere)
    }
    return isThere ? existing(path) : undefined
  }

  #compare(file: BuiltFile, path: string, found: Found | undefined, entry: Entry | undefined): Comparison {
    const { overwrite = false, written } = this.#options
    if (!found?.stats) return { outcome: 'created' }
    if (found.stats.isDirectory()) {
      this.#problems.push(cannotWrite(path, 'a directory of that name is there'))
      return {}
    }
    if (file.keepExisting) return { outcome: 'kept' }
    if (written?.has(path, file.contents, found.stats)) return { outcome: 'unchanged' }
    const contents = writing(path, () => readFileSync(path))
    if (isSame(contents, file.contents)) {
      written?.note(path, file.contents, found.stats)
      return { outcome: 'unchanged', contents }
    }
    if (overwrite || containsExisting.has(file.kind) || isUntouched(contents, entry)) return { outcome: 'updated' }
    this.#kept[entry?.hash === undefined ? 'foreign' : 'edited'].push(path)
    return {}
  }

  /**
   * Returns the manifest with an entry for a file, and the path in it. There is none for files that are merged with existing
   * ones.
   */
  #lineOf(
    manifest: Manifest,
    path: string,
    { path: name, kind, directory: below }: BuiltFile,
    directory: string,
  ): Line {
    if (containsExisting.has(kind)) return [undefined, '']
    if (below) return [this.#manifestOf(join(directory, below)), name.slice(below.length + 1)]
    return name.startsWith('../') ? [this.#manifestOf(dirname(path)), basename(name)] : [manifest, name]
  }

  #manifestOf(directory: string): Manifest {
    const folder = realFolder(directory)
    const overwrite = this.#options.overwrite ?? false
    let manifest = this.#manifests.get(folder)
    if (!manifest) {
      manifest = new Manifest(folder, overwrite)
      this.#manifests.set(folder, manifest)
    } else if (!this.#used.has(manifest)) manifest.refresh(overwrite)
    this.#used.add(manifest)
    return manifest
  }

  /** Returns files in the manifest that the build no longer generates. */
  #goneFrom(directory: string, manifest: Manifest, current: ReadonlySet<string>, isMade: IsMade): string[] {
    const gone: string[] = []
    for (const [name, entry] of manifest.entries) {
      if (current.has(name) || !isMade(entry)) continue
      const path = join(directory, name)
      const found = existing(path)
      if (found?.stats?.isFile() && entry.hash !== undefined) {
        gone.push(path)
        continue
      }
      manifest.set(name, undefined)
      if (found?.stats?.isFile()) this.results.push({ path, outcome: 'orphaned' })
    }
    return gone
  }

  /** Returns classes of dropped tables that have the notice of Orm, but are in no manifest: an older version wrote them. */
  #unlisted(
    directory: string,
    manifest: Manifest,
    current: ReadonlySet<string>,
    isOurs: (source: string) => boolean,
  ): string[] {
    const places = placesOf(current, directory)
    const gone: string[] = []
    for (const path of phpFiles(directory)) {
      if (places.has(path) || manifest.get(nameIn(directory, path)) !== undefined) continue
      const source = sourceOfNotice(beginningOf(path))
      if (source !== undefined && isOurs(source)) gone.push(path)
    }
    return gone
  }

  #planRemovals(directory: string, manifest: Manifest, current: ReadonlySet<string>, gone: readonly string[]): void {
    if (gone.length === 0) return
    const identities = identitiesOf(placesOf(current, directory))
    for (const path of [...gone].sort()) {
      const name = nameIn(directory, path)
      const place = identities.get(identity(path) ?? '')
      const [contents, before] = writing(path, () => [readFileSync(path), statSync(path)] as const)
      if (place !== undefined) this.#respelled.push({ path, place })
      else if (!this.#options.overwrite && !isUntouched(contents, manifest.get(name))) {
        this.#kept.edited.push(path)
        continue
      } else {
        this.results.push({ path, outcome: 'removed' })
        if (!this.#options.dryRun) this.commit.remove(directory, path, before)
      }
      manifest.set(name, undefined)
    }
  }

  check(): void {
    const { edited, foreign } = this.#kept
    const problems = [...this.#problems, ...filesNotOurs(foreign, false), ...filesNotOurs(edited, true)]
    if (problems.length > 0) throw new OrmError(problems)
    this.commit.check()
  }

  async carryOut(): Promise<WriteResult[]> {
    if (this.#options.dryRun) return this.results
    try {
      for (const manifest of this.#used) this.#stageManifest(manifest)
    } catch (error) {
      this.commit.discard()
      throw error
    }
    const kept = this.commit.run()
    for (const manifest of this.#used) manifest.settle()
    for (const { path, place } of this.#respelled) {
      // If a file replaced one whose name differs only in case, it still has the old name.
      if (path.toLowerCase() === place.toLowerCase()) renameSync(path, place)
    }
    for (const file of this.fresh) this.#options.written?.done.add(file)
    return this.results.map((result) => (kept.has(result.path) ? { ...result, outcome: 'kept' } : result))
  }

  #stageManifest(manifest: Manifest): void {
    const contents = manifest.text()
    if (contents === undefined) return
    const found = existing(manifest.path)
    if (manifest.isEmpty) {
      if (found?.stats) this.commit.remove(dirname(manifest.path), manifest.path, found.stats)
      return
    }
    const file = {
      path: manifest.path,
      target: found?.target ?? manifest.path,
      hash: hashOf(contents),
      before: found?.stats,
      keepExisting: false,
      ...(found?.stats && { mode: found.stats.mode & 0o7777 }),
    }
    this.commit.add(dirname(manifest.path), file, contents)
  }
}

/** Replaces user files as requested by a command, all or none. Symbolic links are preserved. */
export function replaceFiles(files: readonly { readonly path: string; readonly contents: Uint8Array }[]): void {
  const commit = new Commit()
  try {
    for (const { path, contents } of files) {
      const found = existing(path)
      const mode = found?.stats && found.stats.mode & 0o7777
      const file = {
        path,
        target: found?.target ?? path,
        hash: hashOf(contents),
        before: found?.stats,
        keepExisting: false,
        ...(mode !== undefined && { mode }),
      }
      commit.add(dirname(found?.target ?? path), file, contents)
    }
    commit.check()
  } catch (error) {
    commit.discard()
    throw error
  }
  commit.run()
}

/** Kinds of files that include existing contents: user lines in the map, answers to `init`. */
const containsExisting: ReadonlySet<BuiltFile['kind']> = new Set(['map', 'migration', 'project'])

interface Comparison {
  /** Undefined for a file that cannot be written. */
  readonly outcome?: WriteResult['outcome']
  /** Existing contents, if they had to be read and are up to date. */
  readonly contents?: Buffer
}

/** Returns the manifest entry of a file after the build. */
function lineFor(
  { kind, from, keepExisting, contents: built }: BuiltFile,
  outcome: WriteResult['outcome'],
  entry: Entry | undefined,
  contents: Buffer | undefined,
): Entry | undefined {
  // A loader that config:convert keeps is not a user file: it only creates the first version.
  const isUsers = keepExisting && kind !== 'loader'
  const isLeft = outcome !== 'updated' && outcome !== 'created' && !contents
  // The entries of thousands of files in a watched project stay the same objects.
  if (isLeft && entry?.kind === kind && entry.from === from && (entry.hash === undefined) === isUsers) return entry
  const made = { kind, ...(from !== undefined && { from }) }
  if (isUsers) return made
  if (outcome === 'kept') return entry
  // The bytes differ if another build wrote the file at another time.
  if (contents) return { ...made, hash: hashOf(contents) }
  return { ...made, hash: outcome === 'unchanged' ? (entry?.hash ?? hashOf(built)) : hashOf(built) }
}

interface Found {
  /** Undefined for a broken symbolic link. */
  readonly stats: Stats | undefined
  /** The file itself if the path is a symbolic link. */
  readonly target: string
}

function existing(path: string): Found | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats?.isSymbolicLink()) return stats && { stats, target: path }
  const target = resolve(dirname(path), readlinkSync(path))
  const found = statSync(path, { throwIfNoEntry: false })
  return { stats: found, target: found ? realpathSync(path) : target }
}

const headLength = 1024

const sourceOf = ({ kind, contents }: BuiltFile): string | undefined =>
  kind === 'base' ? sourceOfNotice(contents.slice(0, headLength)) : undefined

/** Returns whether Orm wrote a file and nobody has edited it since. Version control may have changed its line endings. */
function isUntouched(contents: Buffer, entry: Entry | undefined): boolean {
  if (entry?.hash === undefined) return isGenerated(contents.toString('utf8', 0, headLength))
  if (hashOf(contents) === entry.hash) return true
  return contents.includes('\r\n') && hashOf(contents.toString('latin1').replaceAll('\r\n', '\n')) === entry.hash
}

function isSame(found: Buffer, built: string): boolean {
  if (found.length !== Buffer.byteLength(built)) return false
  const text = found.toString()
  return text === built || (text.includes(' built at ') && withoutBuildTime(text) === withoutBuildTime(built))
}

const ownerOnly = 0o600

/** Returns a file mode that hides a password from others. If the file was already hidden from them, its mode is kept. */
const secretMode = (before: Stats | undefined): number =>
  before && (before.mode & 0o007) === 0 ? before.mode & 0o7777 : ownerOnly

function protect(path: string, stats: Stats): void {
  const mode = secretMode(stats)
  if (mode !== (stats.mode & 0o7777)) writing(path, () => chmodSync(path, mode))
}

/** Adds classes of other schemas to the loader. It comes last, because all schemas of this build must be known. */
function withOthers(loader: BuiltFile, directory: string, isOurs: (source: string) => boolean): BuiltFile {
  const path = join(directory, loader.path)
  const found = statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : ''
  if (found === loader.contents) return loader
  const contents = mergeLoader(loader.contents, found, isOurs)
  return contents === loader.contents ? loader : { ...loader, contents }
}

const relativePath = (from: string, to: string): string => relative(resolve(from), resolve(to)).split(sep).join('/')

const nameIn = (directory: string, path: string): string => relative(directory, path).split(sep).join('/')

/** Returns the real path of a directory that may not exist yet, so that it has one manifest however it is spelled. */
export function realFolder(directory: string): string {
  try {
    return realpathSync(directory)
  } catch {
    return resolve(directory)
  }
}

/** Identifies the file at a path: on some disks, `Book.php` and `book.php` are the same file. */
function identity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev}:${found.ino}`
}

const placesOf = (names: ReadonlySet<string>, directory: string): Set<string> =>
  new Set(Array.from(names, (name) => join(directory, name)))

const identitiesOf = (paths: Iterable<string>): Map<string, string> =>
  new Map(Array.from(paths, (path): [string, string] => [identity(path) ?? path, path]))

/** Returns the beginning of a file. An unreadable file, which Orm did not write, gives an empty string. */
function beginningOf(path: string): string {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const bytes = Buffer.alloc(headLength)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, headLength, 0))
  } catch {
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
