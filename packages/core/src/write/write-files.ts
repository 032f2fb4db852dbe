import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuiltFile } from '../build/index.js'
import { cannotWrite } from '../errors/config-errors.js'
import { OrmError } from '../errors/index.js'

export interface WriteResult {
  readonly path: string
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'kept' | 'removed'
}

export interface WriteOptions {
  /** Only find out what would be done. @default false */
  readonly dryRun?: boolean
  /** What earlier calls wrote: such a file is read again only if somebody touched it. */
  readonly written?: WrittenFiles
}

/** Files as they were when we last wrote or read them. */
export class WrittenFiles {
  readonly #files = new Map<string, { readonly contents: string; readonly size: number; readonly time: number }>()

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
 * is never touched; the others are replaced by rename, so that nobody ever sees half a file. It does not wait between
 * files: for thousands of small ones, the detour through the thread pool takes longer than the writing.
 */
export async function writeFiles(
  files: readonly BuiltFile[],
  directory: string,
  { dryRun = false, written }: WriteOptions = {},
): Promise<WriteResult[]> {
  const temporaryName = `.orm-${Math.random().toString(36).slice(2)}.tmp`
  const directories = new Set<string>()
  return files.map((file) => {
    const path = join(directory, file.path)
    try {
      const outcome = outcomeOf(file, path, written)
      if (dryRun) return { path, outcome }
      if (outcome === 'unchanged' && file.secret) chmodSync(path, ownerOnly)
      if (isChange({ path, outcome })) {
        replace(path, file, temporaryName, directories)
        written?.note(path, file.contents, statSync(path))
      }
      return { path, outcome }
    } catch (error) {
      const { syscall, message } = error as NodeJS.ErrnoException
      // `EACCES: permission denied, open '…'`: what follows the comma names a temporary file.
      throw syscall ? new OrmError([cannotWrite(path, message.replace(/,.*$/s, ''))]) : error
    }
  })
}

function outcomeOf(file: BuiltFile, path: string, written: WrittenFiles | undefined): WriteResult['outcome'] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 'created'
  if (file.keepExisting) return 'kept'
  if (written?.has(path, file.contents, found)) return 'unchanged'
  const isSame = found.size === Buffer.byteLength(file.contents) && readFileSync(path, 'utf8') === file.contents
  if (!isSame) return 'updated'
  written?.note(path, file.contents, found)
  return 'unchanged'
}

function replace(path: string, file: BuiltFile, temporaryName: string, directories: Set<string>): void {
  const directory = dirname(path)
  if (!directories.has(directory)) mkdirSync(directory, { recursive: true })
  directories.add(directory)
  const temporary = join(directory, temporaryName)
  try {
    writeFileSync(temporary, file.contents, file.secret ? { mode: ownerOnly } : {})
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

const ownerOnly = 0o600
