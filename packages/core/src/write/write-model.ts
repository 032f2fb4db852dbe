import { open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BuiltFile } from '../build/index.js'
import { sourceOfNotice } from '../php/notice.js'
import { type WriteOptions, type WriteResult, writeFiles } from './write-files.js'

export interface WriteModelOptions extends WriteOptions {
  /** Schema files that others build to the same directory: their classes are left alone. */
  readonly otherSchemas?: readonly string[]
  /** Schema files of the build, where more may lie beside them than take part: those are others' too. */
  readonly sources?: readonly string[]
}

/** Writes model classes and removes those of tables that are gone: files with our notice that nobody builds any more. */
export async function writeModel(
  files: Iterable<BuiltFile>,
  directory: string,
  options: WriteModelOptions = {},
): Promise<WriteResult[]> {
  const written = await writeFiles(files, directory, options)
  const stale = await staleFiles(
    directory,
    written.map(({ path }) => path),
    [...(options.otherSchemas ?? []), ...(await schemasBeside(options.sources ?? []))],
  )
  const removed: WriteResult[] = []
  for (const path of stale) {
    if (!options.dryRun) await rm(path)
    removed.push({ path, outcome: 'removed' })
  }
  return [...written, ...removed]
}

async function schemasBeside(sources: readonly string[]): Promise<string[]> {
  const own = new Set(sources.map((path) => basename(path)))
  const directories = [...new Set(sources.map((path) => dirname(path)))]
  const names = await Promise.all(directories.map((directory) => readdir(directory).catch(() => [])))
  return names.flat().filter((name) => name.endsWith('schema.xml') && !own.has(name))
}

/** Generated classes below a directory that are not among the built ones, sorted. */
async function staleFiles(
  directory: string,
  built: readonly string[],
  otherSchemas: readonly string[],
): Promise<string[]> {
  const current = new Set(built)
  const others = new Set(otherSchemas.map((path) => basename(path)))
  const stale: string[] = []
  for (const path of await phpFiles(directory)) {
    if (current.has(path)) continue
    const source = sourceOfNotice(await beginning(path))
    if (source !== undefined && !others.has(source)) stale.push(path)
  }
  return stale.sort()
}

/** Directories that are never ours. */
const foreign: ReadonlySet<string> = new Set(['node_modules', 'vendor'])

async function phpFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isFile() && path.endsWith('.php')) found.push(path)
    else if (entry.isDirectory() && !foreign.has(entry.name) && !entry.name.startsWith('.')) {
      found.push(...(await phpFiles(path)))
    }
  }
  return found
}

async function beginning(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
