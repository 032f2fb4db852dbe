import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { platform } from 'node:process'
import { buildRunning, cannotRestore, cannotWrite, interruptedBuild } from 'orm-core/internal/config'
import { OrmError } from 'orm-core/internal/errors'
import { hashOf, manifestName } from './manifest.js'
import { isAbandoned, stageName, stagePrefix } from './stage-owner.js'

/** A file to write in a commit. */
export interface NewFile {
  /** Path for messages. */
  readonly path: string
  /** The file itself if the path is a symbolic link. */
  readonly target: string
  readonly hash: string
  readonly mode?: number
  /** The existing file; undefined for a new file. */
  readonly before: Stats | undefined
  /** Whether to keep a file that somebody else creates in the meantime. */
  readonly keepExisting: boolean
}

/** The new files of one directory. */
interface StagedFolder {
  /** Absolute path of the directory. */
  readonly place: string
  /** Directory in the stage, with a trailing separator. */
  readonly staged: string
  readonly files: NewFile[]
}

interface Removal {
  readonly path: string
  readonly before: Stats
}

/**
 * Changes files in one or several directories together, all or none. New contents are first written to a hidden directory, the
 * stage. When all of them exist, they are moved to their final paths. Replaced files are kept in the stage until the last move
 * and restored if a move fails. With a journal in the stage, the next build can do the same if the process was killed.
 */
export class Commit {
  readonly #stages = new Map<string, Stage>()
  readonly #removals: Removal[] = []

  /** Returns the path of the staged file. */
  add(directory: string, file: NewFile, contents: string | Uint8Array): string {
    return this.#stage(directory).add(file, contents)
  }

  remove(directory: string, path: string, before: Stats): void {
    this.#stage(directory).open()
    this.#removals.push({ path, before })
  }

  #stage(directory: string): Stage {
    const folder = resolve(directory)
    let stage = this.#stages.get(folder)
    if (!stage) {
      stage = new Stage(folder)
      this.#stages.set(folder, stage)
    }
    return stage
  }

  /** Checks whether the files can be moved to their final paths, before the first one is moved. */
  check(): void {
    for (const stage of this.#stages.values()) stage.check()
  }

  /** Returns the paths of files that somebody else has created in the meantime, and that were kept. */
  run(): ReadonlySet<string> {
    const [first] = this.#stages.values()
    if (!first) return new Set()
    const steps = new Steps(first.path)
    try {
      writing(first.path, () => this.#writeJournals(first))
      for (const stage of this.#stages.values()) stage.moveAll(steps)
      for (const { path, before } of this.#removals) writing(path, () => steps.remove(path, before))
      // From here on, the new files are final.
      const journal = join(first.path, journalName)
      writing(journal, () => patiently(() => rmSync(journal)))
    } catch (error) {
      const lost = steps.undo()
      if (lost.length === 0) this.discard()
      else throw new OrmError([...diagnosticsOf(error), ...lost])
      throw error
    }
    for (const stage of this.#stages.values()) stage.clear()
    const emptied = this.#removals.map(({ path }) => dirname(resolve(path)))
    // A directory without a manifest is no longer an output directory.
    const given = this.#removals.flatMap(({ path }) =>
      basename(path) === manifestName ? [dirname(resolve(path))] : [],
    )
    removeEmpty(
      emptied,
      [...this.#stages.keys()].map((directory) => (given.includes(directory) ? dirname(directory) : directory)),
    )
    return steps.kept
  }

  /** Removes the stages without changing any files. */
  discard(): void {
    for (const stage of this.#stages.values()) stage.discard()
  }

  #writeJournals(first: Stage): void {
    const at = (path: string): string => relative(first.directory, resolve(path)).split(sep).join('/')
    let backups = 0
    const changes: JournalLine[] = []
    for (const stage of this.#stages.values()) {
      for (const { place, files } of stage.folders()) {
        const folder = at(place)
        for (const { target, hash, before } of files) {
          const to = folder === '' ? nameOf(target) : `${folder}/${nameOf(target)}`
          changes.push(before ? { to, hash, backup: String(backups++) } : { to, hash })
        }
      }
    }
    for (const { path } of this.#removals) changes.push({ to: at(path), backup: String(backups++) })
    mkdirSync(join(first.path, backupFolder))
    const others = [...this.#stages.values()].filter((stage) => stage !== first)
    const stages = others.map(({ path }) => at(path))
    writeFileSync(join(first.path, journalName), JSON.stringify({ changes, stages }))
    for (const { path, directory } of others) {
      writeFileSync(join(path, journalName), JSON.stringify({ of: relative(directory, first.path) }))
    }
  }
}

const journalName = 'journal.json'
const backupFolder = 'old'

interface JournalLine {
  /** Path relative to the directory of the stage. */
  readonly to: string
  /** Hash of the new contents; absent for a file that is removed. */
  readonly hash?: string
  /** Name of the old file in the stage; absent for a new file. */
  readonly backup?: string
}

/** Moves that can be undone. */
class Steps {
  readonly kept = new Set<string>()
  readonly #backups: string
  readonly #undo: { readonly path: string; readonly work: () => void }[] = []
  #count = 0

  constructor(stage: string) {
    this.#backups = join(stage, backupFolder)
  }

  write(file: NewFile, staged: string): void {
    const { path, target, before, keepExisting } = file
    const backup = before && join(this.#backups, String(this.#count++))
    const found = statSync(target, { throwIfNoEntry: false })
    if (keepExisting && found) {
      this.kept.add(path)
      return
    }
    refuseChanged(path, before, found)
    if (backup) keep(target, backup)
    patiently(() => move(staged, target))
    this.#undo.push({ path, work: () => (backup ? move(backup, target) : unlinkSync(target)) })
  }

  remove(path: string, before: Stats): void {
    const backup = join(this.#backups, String(this.#count++))
    refuseChanged(path, before, statSync(path, { throwIfNoEntry: false }))
    patiently(() => move(path, backup))
    this.#undo.push({ path, work: () => move(backup, path) })
  }

  /** Creates a directory and its parents. */
  makeFolder(path: string): void {
    const made = makeDirectories(path)
    if (made !== undefined) this.#undo.push({ path, work: () => removeEmpty([path], [dirname(made)]) })
  }

  /** Moves a whole directory to a path where nothing exists. Returns false if that is not possible. */
  moveFolder(from: string, to: string, files: readonly NewFile[]): boolean {
    if (existsSync(to)) return false
    try {
      renameSync(from, to)
    } catch {
      // The path is on another disk, or another process has created it. The files are then moved one by one, which reports
      // problems.
      return false
    }
    const work = (): void => {
      // Somebody else may have added files in the meantime.
      for (const { target } of files) rmSync(target, { force: true })
      removeEmpty([to], [dirname(to)])
    }
    this.#undo.push({ path: to, work })
    return true
  }

  /** Undoes all moves. Returns the files that could not be restored. */
  undo(): ReturnType<typeof cannotRestore>[] {
    const lost: ReturnType<typeof cannotRestore>[] = []
    for (const { path, work } of this.#undo.reverse()) {
      try {
        patiently(work)
      } catch (error) {
        lost.push(cannotRestore(path, reasonOf(error), this.#backups))
      }
    }
    return lost
  }
}

/** Returns the last part of a path. Faster than basename(), which matters for thousands of files. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf(sep) + 1)

/** The stage of one directory. */
class Stage {
  readonly path: string
  readonly directory: string
  readonly #folders = new Map<string, StagedFolder>()
  #isOpen = false
  /** Outermost directory that had to be created. */
  #made: string | undefined

  constructor(directory: string) {
    this.directory = directory
    this.path = join(directory, stageName())
  }

  open(): void {
    if (this.#isOpen) return
    this.#made = makeDirectories(this.path)
    this.#isOpen = true
  }

  /** Stages a file. Its contents are not kept in memory, because those of a model with a thousand tables take 50 MB. */
  add(file: NewFile, contents: string | Uint8Array): string {
    const nameAt = file.target.lastIndexOf(sep) + 1
    const staged = writing(file.path, () => {
      const folder = this.#folderAt(file.target.slice(0, nameAt))
      folder.files.push(file)
      const staged = folder.staged + file.target.slice(nameAt)
      // Node writes text faster if the encoding is given.
      writeFileSync(staged, contents, {
        encoding: 'utf8',
        ...(file.mode !== undefined && { mode: file.mode & 0o7777 }),
      })
      return staged
    })
    if (file.before) likeBefore(staged, file.before, file.mode)
    return staged
  }

  #folderAt(place: string): StagedFolder {
    const known = this.#folders.get(place)
    if (known) return known
    this.open()
    const staged = `${this.path}${sep}${this.#folders.size}${sep}`
    mkdirSync(staged)
    const folder = { place: resolve(place), staged, files: [] }
    this.#folders.set(place, folder)
    return folder
  }

  /**
   * Returns the directories, parents first. Creating a child first would create its parent too, which could then not be moved.
   */
  folders(): StagedFolder[] {
    return [...this.#folders.values()].sort((a, b) => a.place.length - b.place.length)
  }

  moveAll(steps: Steps): void {
    const folders = this.folders()
    const places = new Set(folders.map(({ place }) => place))
    for (const { place, files } of folders) {
      const parent = dirname(place)
      if (!places.has(parent)) writing(files[0]!.path, () => steps.makeFolder(parent))
    }
    for (const { place, staged, files } of folders) {
      if (steps.moveFolder(staged, place, files)) continue
      writing(files[0]!.path, () => steps.makeFolder(place))
      for (const file of files) {
        writing(file.path, () => steps.write(file, staged + nameOf(file.target)))
      }
    }
  }

  check(): void {
    for (const { place, files } of this.#folders.values()) {
      let existing = place
      while (!existsSync(existing)) existing = dirname(existing)
      writing(files[0]!.path, () => accessSync(existing, constants.W_OK))
    }
  }

  clear(): void {
    try {
      rmSync(this.path, { recursive: true, force: true })
    } catch {
      // A virus scanner may hold a file open. A later build removes it.
    }
  }

  discard(): void {
    if (!this.#isOpen) return
    this.clear()
    if (this.#made !== undefined) removeEmpty([this.directory], [dirname(this.#made)])
  }
}

/**
 * Restores what a build that was killed between two moves has replaced, and removes the stages of abandoned builds.
 *
 * @param dryRun whether to throw instead of restoring files
 */
export function recover(directory: string, dryRun: boolean): void {
  for (const name of stagesIn(directory)) {
    const stage = join(directory, name)
    const journal = journalIn(stage)
    if (journal) awaitEnd(stage, name, directory)
    if (!existsSync(stage) || !isAbandoned(stage, name, journal !== undefined)) continue
    if (journal && dryRun) throw new OrmError([interruptedBuild(directory)])
    if (dryRun) continue
    const first = journal?.of === undefined ? stage : resolve(directory, journal.of)
    if (journal && isStage(first, directory)) takeBack(first)
    // A concurrent build may have just removed it.
    rmSync(stage, { recursive: true, force: true })
  }
}

function stagesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.startsWith(stagePrefix))
  } catch {
    return []
  }
}

interface Journal {
  readonly changes?: readonly JournalLine[]
  /** Stages of other directories. */
  readonly stages?: readonly string[]
  /** Stage with the journal that applies to this stage too. */
  readonly of?: string
}

function journalIn(stage: string): Journal | undefined {
  try {
    return JSON.parse(readFileSync(join(stage, journalName), 'utf8'))
  } catch {
    // The journal is missing or incomplete, so nothing was moved yet.
    return undefined
  }
}

/** Waits for another build that is moving files, which takes only moments. */
function awaitEnd(stage: string, name: string, directory: string): void {
  for (let waited = 0; existsSync(join(stage, journalName)) && !isAbandoned(stage, name, true); waited += 50) {
    if (waited >= 3000) throw new OrmError([buildRunning(directory)])
    pause(50)
  }
}

const isStage = (path: string, directory: string): boolean =>
  basename(path).startsWith(stagePrefix) && isBelow(path, directory)

/**
 * Returns whether a path is inside the directory or the project. Anybody can add a journal to a project, and it must not reach
 * other files.
 */
function isBelow(path: string, directory: string): boolean {
  try {
    const folder = realpathSync(dirname(path))
    return [directory, '.'].some((allowed) => !/^\.\.(?:[\\/]|$)/.test(relative(realpathSync(allowed), folder)))
  } catch {
    return false
  }
}

/** Restores files that are still as the killed build has left them. */
function takeBack(stage: string): void {
  const directory = dirname(stage)
  const emptied: string[] = []
  const { changes = [], stages = [] } = journalIn(stage) ?? {}
  for (const { to, hash, backup } of [...changes].reverse()) {
    const target = resolve(directory, to)
    if (!isBelow(target, directory)) continue
    const saved = backup === undefined ? undefined : join(stage, backupFolder, basename(backup))
    const found = statSync(target, { throwIfNoEntry: false })
    if (found && !(found.isFile() && hash !== undefined && hashOf(readFileSync(target)) === hash)) continue
    writing(target, () => {
      if (saved !== undefined && existsSync(saved)) move(saved, target)
      else if (saved === undefined && found) {
        unlinkSync(target)
        emptied.push(dirname(target))
      }
    })
  }
  removeEmpty(emptied, [directory])
  for (const path of [...stages.map((other) => resolve(directory, other)), stage]) {
    if (isStage(path, directory)) rmSync(path, { recursive: true, force: true })
  }
}

/** Removes empty directories and then their empty parents, except for the outermost ones. */
function removeEmpty(folders: Iterable<string>, outermost: readonly string[]): void {
  for (const folder of new Set(folders)) {
    for (let path = resolve(folder); !outermost.includes(path) && path !== dirname(path); path = dirname(path)) {
      try {
        rmdirSync(path)
      } catch {
        // The directory is in use or not empty.
        break
      }
    }
  }
}

/** Throws if somebody has saved the file during the build, so that it is not overwritten. */
function refuseChanged(path: string, before: Stats | undefined, now: Stats | undefined): void {
  const isSame = before ? now && now.ino === before.ino && now.mtimeMs === before.mtimeMs : !now
  if (!isSame) throw new ChangedMeanwhile([cannotWrite(path, 'somebody else changed it while the build was running')])
}

/** Error for an outdated plan: a user or another build has changed a file since it was made. */
class ChangedMeanwhile extends OrmError {}

/** Makes and executes a plan. Retries if the plan is outdated by then, because two builds may write to the same directory. */
export async function withCurrentPlan<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || tries === 5) throw error
    }
  }
}

/** Gives the new file the owner of the old one, if permitted. */
function likeBefore(staged: string, { uid, gid }: Stats, mode: number | undefined): void {
  const made = statSync(staged)
  try {
    if (made.uid !== uid || made.gid !== gid) chownSync(staged, uid, gid)
  } catch {
    // Only root may do that.
  }
  // The mode of a new file is subject to the umask.
  if (mode !== undefined && (statSync(staged).mode & 0o7777) !== mode) chmodSync(staged, mode)
}

/** Keeps a copy of the target. A hard link is used if the disk supports it, so that the file is never missing. */
function keep(target: string, backup: string): void {
  try {
    linkSync(target, backup)
  } catch {
    copyFileSync(target, backup)
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // The target is on another disk, where a partially written file must not be visible either.
    const near = `${to}.orm-new`
    try {
      copyFileSync(from, near)
      renameSync(near, to)
    } catch (failure) {
      rmSync(near, { force: true })
      throw failure
    }
    rmSync(from, { force: true })
  }
}

/**
 * Retries work that fails because a file is in use. On Windows, a file that another program is reading cannot be replaced, and
 * virus scanners and editors read files briefly.
 */
function patiently(work: () => void): void {
  for (let wait = 10; ; wait *= 2) {
    try {
      work()
      return
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      const isLocked = code === 'EBUSY' || (platform === 'win32' && (code === 'EPERM' || code === 'EACCES'))
      if (!isLocked || wait > 320) throw error
      pause(wait)
    }
  }
}

const pause = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Adds the path of the file to a system error. */
export function writing<Value>(path: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    if (!syscall) throw error
    // A file that existed a moment ago is missing.
    throw new (code === 'ENOENT' ? ChangedMeanwhile : OrmError)([cannotWrite(path, reasonOf(error))])
  }
}

/** Creates a directory and its parents, and returns the outermost new one. */
function makeDirectories(path: string): string | undefined {
  try {
    return mkdirSync(path, { recursive: true })
  } catch (error) {
    let outermost = resolve(path)
    while (!existsSync(dirname(outermost))) outermost = dirname(outermost)
    if (lstatSync(outermost, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(outermost))
      throw Object.assign(new Error(`${outermost} is a link to a path that does not exist`), { syscall: 'mkdir' })
    // Node also reports this for a read-only file system. Without `recursive`, it reports the actual reason.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(outermost)
    return mkdirSync(path, { recursive: true }) ?? outermost
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EROFS') return 'the file system is read-only'
  if (code === 'ENOSPC') return 'the disk is full'
  if (code === 'EBUSY') return 'another program holds the file open'
  if (code === 'EACCES' || code === 'EPERM') {
    return `${code}: permission denied, the file or its directory is read-only${platform === 'win32' ? ', or another program holds it open' : ''}`
  }
  // `ENOENT: no such file or directory, open '…'`: the path after the comma is internal and unknown to the user.
  return code === undefined ? message : message.replace(/,.*$/s, '')
}

const diagnosticsOf = (error: unknown): OrmError['diagnostics'] => {
  if (error instanceof OrmError) return error.diagnostics
  throw error
}
