import { statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BuiltFile,
  beginningFor,
  cannotWrite,
  mergeLoader,
  noticeName,
  OrmError,
  sourceOfNotice,
  speaksFor,
  textOnDisk,
  type WriteResult,
} from 'orm-core/internal'
import { phpFiles } from './php-files.js'
import { prepareFiles, type WriteOptions } from './write-files.js'

export interface WriteModelOptions extends WriteOptions {
  /** What the names of schema files in notices are relative to: the configuration's `schemaDir`. @default '.' */
  readonly schemaDir?: string
  /** Whether a schema file of that path would be part of the build if it was there. Default: none would. */
  readonly covers?: (path: string) => boolean
}

export interface PreparedModel {
  commit(): Promise<WriteResult[]>
  discard(): void
}

/**
 * Writes model classes and removes those of tables that are gone: files with our notice, made from a schema of this build,
 * that it makes no more. Classes of other schemas in the same directory are left alone, and stay registered in the
 * loader.
 */
export const writeModel = async (
  files: Iterable<BuiltFile>,
  directory: string,
  options: WriteModelOptions = {},
): Promise<WriteResult[]> => prepareModel(files, directory, options).commit()

/** The same in two steps, of which the first does nearly everything that can fail. */
export function prepareModel(
  files: Iterable<BuiltFile>,
  directory: string,
  options: WriteModelOptions = {},
): PreparedModel {
  const { schemaDir = '.', covers = () => false } = options
  const own = new Set<string>()
  const isOurs = speaksFor(own, schemaDir, covers)
  // Nearly all files begin as the one before.
  let beginning: string | undefined
  const noted = function* (): Generator<BuiltFile> {
    for (const file of files) {
      if (file.kind === 'base' && !(beginning && file.contents.startsWith(beginning))) {
        const source = sourceOfNotice(file.contents.slice(0, noticeLength))
        beginning = source && beginningFor(source)
        if (source) own.add(source)
      }
      for (const path of file.schemas ?? []) own.add(noticeName(path, schemaDir))
      yield file.kind === 'loader' ? withOthers(file) : file
    }
  }
  const ready = prepareFiles(noted(), directory, options)
  return { commit: async () => removeStale(ready.commit()), discard: () => ready.discard() }

  /** The loader comes last: by then all schemas of this build are known. */
  function withOthers(loader: BuiltFile): BuiltFile {
    const contents = mergeLoader(loader.contents, textOnDisk(join(directory, loader.path)), isOurs)
    return contents === loader.contents ? loader : { ...loader, contents }
  }

  async function removeStale(written: readonly WriteResult[]): Promise<WriteResult[]> {
    const stale = await staleFiles(directory, written, isOurs)
    const removed: WriteResult[] = []
    const places = stale.length > 0 ? placesOf(written) : new Map<string, string>()
    for (const path of stale) {
      const place = places.get(identity(path) ?? '')
      if (place === undefined) removed.push({ path, outcome: 'removed' })
      if (!options.dryRun) await changing(path, () => (place === undefined ? rm(path) : respell(path, place)))
    }
    return [...written, ...removed]
  }
}

/** Which file a path leads to: on some disks `Book.php` and `book.php` are one. */
function identity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev}:${found.ino}`
}

const placesOf = (written: readonly WriteResult[]): Map<string, string> =>
  new Map(written.flatMap(({ path }): [string, string][] => [[identity(path) ?? path, path]]))

/** A file that was written over one whose name is spelled otherwise still has the old name. */
async function respell(path: string, place: string): Promise<void> {
  if (path.toLowerCase() === place.toLowerCase()) await rename(path, place)
}

/** Adds the path of the file to an error of the system. */
async function changing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new OrmError([cannotWrite(path, (error as Error).message.replace(/,.*$/s, ''))])
  }
}

/** Generated classes below a directory that are not among the built ones, sorted. */
async function staleFiles(
  directory: string,
  built: readonly WriteResult[],
  isOwn: (source: string) => boolean,
): Promise<string[]> {
  const current = new Set(built.map(({ path }) => path))
  const stale: string[] = []
  for (const path of await phpFiles(directory)) {
    if (current.has(path)) continue
    const source = sourceOfNotice(await beginningOf(path))
    if (source !== undefined && isOwn(source)) stale.push(path)
  }
  return stale.sort()
}

const noticeLength = 1024

/** The beginning of a file; empty for one that cannot be read, which is not one of ours. */
async function beginningOf(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined)
  try {
    const read = await file?.read(Buffer.alloc(noticeLength), 0, noticeLength, 0)
    return read?.buffer.toString('utf8', 0, read.bytesRead) ?? ''
  } finally {
    await file?.close()
  }
}
