import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
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

  /** Whether the file has these contents for sure, without reading it. */
  async has(path: string, contents: string): Promise<boolean> {
    const known = this.#files.get(path)
    if (known?.contents !== contents) return false
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: -1, mtimeMs: -1 }))
    return size === known.size && mtimeMs === known.time
  }

  async note(path: string, contents: string): Promise<void> {
    const { size, mtimeMs } = await stat(path)
    this.#files.set(path, { contents, size, time: mtimeMs })
  }
}

/** Whether something was done, or would be. */
export const isChange = ({ outcome }: WriteResult): boolean => outcome !== 'unchanged' && outcome !== 'kept'

/**
 * The one writer: a file that is already right is left alone, its modification time too; one that belongs to the user
 * is never touched; the others are replaced by rename, so that nobody ever sees half a file.
 */
export async function writeFiles(
  files: readonly BuiltFile[],
  directory: string,
  { dryRun = false, written = new WrittenFiles() }: WriteOptions = {},
): Promise<WriteResult[]> {
  const results: WriteResult[] = []
  for (const file of files) {
    const path = join(directory, file.path)
    results.push(
      await writeOne(file, path, dryRun, written).catch((error: NodeJS.ErrnoException) => {
        // `EACCES: permission denied, open '…'`: what follows the comma names a temporary file.
        throw error.syscall ? new OrmError([cannotWrite(path, error.message.replace(/,.*$/s, ''))]) : error
      }),
    )
  }
  return results
}

async function writeOne(file: BuiltFile, path: string, dryRun: boolean, written: WrittenFiles): Promise<WriteResult> {
  if (file.keepExisting && (await isThere(path))) return { path, outcome: 'kept' }
  if (await written.has(path, file.contents)) return { path, outcome: 'unchanged' }
  const existing = await readIfThere(path)
  if (existing === file.contents) {
    if (file.secret && !dryRun) await chmod(path, ownerOnly)
    await written.note(path, file.contents)
    return { path, outcome: 'unchanged' }
  }
  const outcome = existing === undefined ? 'created' : 'updated'
  if (dryRun) return { path, outcome }
  await mkdir(dirname(path), { recursive: true })
  const temporary = join(dirname(path), `.orm-${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeFile(temporary, file.contents, file.secret ? { mode: ownerOnly } : {})
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await written.note(path, file.contents)
  return { path, outcome }
}

const ownerOnly = 0o600

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
