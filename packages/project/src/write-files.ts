import { chmodSync, readFileSync, type Stats, statSync } from 'node:fs'
import type { BuiltFile, WriteResult } from 'orm-core/internal'
import { cannotWrite } from 'orm-core/internal/config'
import { OrmError } from 'orm-core/internal/errors'
import { Places } from './places.js'
import { Stage } from './stage.js'

export interface WriteOptions {
  /** Only find out what would be done. @default false */
  readonly dryRun?: boolean
  /** What earlier calls wrote: such a file is read again only if somebody touched it. */
  readonly written?: WrittenFiles
}

/** Files as they were when we last wrote or read them. */
export class WrittenFiles {
  readonly #files = new Map<string, { readonly contents: string; readonly size: number; readonly time: number }>()
  /** Those that a call has dealt with; a build that need not make a file again hands in the same object. */
  readonly done = new WeakSet<BuiltFile>()

  /** Whether the file that looks like this has these contents for sure, without reading it. */
  has(path: string, contents: string, { size, mtimeMs }: Stats): boolean {
    const known = this.#files.get(path)
    return known?.contents === contents && known.size === size && known.time === mtimeMs
  }

  note(path: string, contents: string, { size, mtimeMs }: Stats): void {
    this.#files.set(path, { contents, size, time: mtimeMs })
  }
}

/** Whether something was done, or would be. */
export const isChange = ({ outcome }: WriteResult): boolean => outcome !== 'unchanged' && outcome !== 'kept'

/**
 * The one writer: a file that is already right is left alone, its modification time too; one that belongs to the user
 * is never touched; the others are replaced together, when all of them are there. It does not wait between files: for
 * thousands of small ones, the detour through the thread pool takes longer than the writing.
 */
export async function writeFiles(
  files: Iterable<BuiltFile>,
  directory: string,
  options: WriteOptions = {},
): Promise<WriteResult[]> {
  return prepareFiles(files, directory, options).commit()
}

/** Files that are ready to be put in their places. */
export interface PreparedFiles {
  commit(): WriteResult[]
  /** Leaves everything as it was. */
  discard(): void
}

/** Does everything that can fail; what is left are moves from one place of a disk to another. */
export function prepareFiles(files: Iterable<BuiltFile>, directory: string, options: WriteOptions = {}): PreparedFiles {
  const { written } = options
  if (!written) return prepared(files, directory, options)
  const [fresh, done]: [BuiltFile[], BuiltFile[]] = [[], []]
  for (const file of files) (written.done.has(file) ? done : fresh).push(file)
  const first = prepared(fresh, directory, options)
  return {
    // Nobody waits for those that can have changed only if somebody else was at them; if one of these cannot be put
    // right, the others are in their places already.
    commit() {
      const results = [...first.commit(), ...prepared(done, directory, options).commit()]
      if (!options.dryRun) for (const file of fresh) written.done.add(file)
      return results
    },
    discard: () => first.discard(),
  }
}

function prepared(
  files: Iterable<BuiltFile>,
  directory: string,
  { dryRun = false, written }: WriteOptions,
): PreparedFiles {
  const stage = new Stage(directory)
  const places = new Places(directory)
  const results: WriteResult[] = []
  try {
    for (const file of files) {
      const path = places.of(file.path)
      writing(path, () => {
        const outcome = places.hasFolder(file.path) ? outcomeOf(file, path, written) : 'created'
        results.push({ path, outcome })
        if (dryRun) return
        if (outcome === 'unchanged' && file.secret) chmodSync(path, ownerOnly)
        if (outcome !== 'created' && outcome !== 'updated') return
        const staged = stage.add({ path, keepExisting: file.keepExisting }, file.contents, file.secret && ownerOnly)
        written?.note(path, file.contents, statSync(staged))
      })
    }
    stage.check(writing)
  } catch (error) {
    stage.discard()
    throw error
  }
  return {
    commit() {
      try {
        const kept = stage.commit(writing)
        return results.map((result) => (kept.has(result.path) ? { ...result, outcome: 'kept' } : result))
      } catch (error) {
        stage.discard()
        throw error
      }
    },
    discard: () => stage.discard(),
  }
}

/** Adds the path of the file to an error of the system. */
function writing(path: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (!syscall) throw error
    if (code === 'EROFS') throw new OrmError([cannotWrite(path, 'the file system is read-only')])
    if (code === 'EACCES' || code === 'EPERM') {
      throw new OrmError([cannotWrite(path, `${code}: permission denied, the file or its directory is read-only`)])
    }
    // `EACCES: permission denied, open '…'`: what follows the comma names a file that nobody knows.
    throw new OrmError([cannotWrite(path, message.replace(/,.*$/s, ''))])
  }
}

function outcomeOf(file: BuiltFile, path: string, written: WrittenFiles | undefined): WriteResult['outcome'] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 'created'
  if (found.isDirectory()) throw new OrmError([cannotWrite(path, 'a directory of that name is there')])
  if (file.keepExisting) return 'kept'
  if (written?.has(path, file.contents, found)) return 'unchanged'
  const isSame = found.size === Buffer.byteLength(file.contents) && readFileSync(path, 'utf8') === file.contents
  if (!isSame) return 'updated'
  written?.note(path, file.contents, found)
  return 'unchanged'
}

const ownerOnly = 0o600
