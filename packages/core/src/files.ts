import { existsSync, readFileSync, statSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { normalize, relative, resolve } from 'node:path'

/**
 * The one way in which the compiler reads more than what it was handed: configuration files, external schemas,
 * and whether a stub exists already. A caller can replace it, for example to build from memory.
 */
export interface FileReader {
  /** The bytes of a file, or undefined when there is none. */
  read(path: string): Promise<Uint8Array | undefined>
  /** The names in a directory; none when there is no such directory. */
  list(directory: string): Promise<readonly string[]>
  /** The one path of a file that several may lead to; without it, paths that differ are different files. */
  realPath?(path: string): Promise<string>
}

/** No input is that large; see docs/security.md. */
const largestFile = 50e6

async function measured(path: string): Promise<{ readonly size: number; readonly isWhole: boolean }> {
  const found = await stat(path)
  // What reading says of a directory is known to those who ask.
  return { size: found.size, isWhole: found.isFile() || found.isDirectory() }
}

const absent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code))

/**
 * Paths are read as they are written to: `..` takes back the name before it, also where that is a symbolic link, as in
 * all of Node. The system itself would follow the link first.
 */
export const disk: FileReader = {
  async read(path) {
    try {
      const { size, isWhole } = await measured(normalize(path))
      // A pipe or a device may have no end, or never begin.
      if (!isWhole) throw new Error('it is not a regular file')
      if (size > largestFile) throw new Error(`it is larger than ${largestFile / 1e6} MB`)
      return await readFile(normalize(path))
    } catch (error) {
      if (absent(error)) return undefined
      throw error
    }
  },
  async list(directory) {
    try {
      return (await readdir(normalize(directory))).sort()
    } catch (error) {
      if (absent(error)) return []
      throw error
    }
  },
  async realPath(path) {
    try {
      return await realpath(normalize(path))
    } catch {
      // A schema that was handed in from memory is nowhere on the disk.
      return path
    }
  },
}

const foreign: ReadonlySet<string> = new Set(['node_modules', 'vendor'])

/** Directories of other tools: nothing in them is a source or an output of a project. */
export const isForeign = (name: string): boolean => foreign.has(name) || name.startsWith('.')

/** The way from a directory to a file or a directory, with slashes; empty where both are the same. */
export const relativePath = (from: string, to: string): string =>
  relative(resolve(from), resolve(to)).replaceAll('\\', '/')

/** Whether a file exists; for files that other tools write, which no `FileReader` replaces. */
export const isOnDisk = (path: string): boolean => existsSync(path)

/** The text of such a file; empty where it does not exist. */
export const textOnDisk = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : ''

/** A file handed to the compiler. */
export interface InputFile {
  /** As messages shall show it; what it includes is looked for beside it. */
  readonly path: string
  readonly contents: string | Uint8Array
}
