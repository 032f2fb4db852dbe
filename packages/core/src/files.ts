import { relative, resolve } from 'node:path'

/**
 * Reads all files of the compiler other than its inputs: configuration files, external schemas, and whether a stub already
 * exists. A caller can replace it, for example to build from memory.
 */
export interface FileReader {
  /** Returns the bytes of a file, or undefined if it does not exist. */
  read(path: string): Promise<Uint8Array | undefined>
  /** Returns the names in a directory; an empty list if it does not exist. */
  list(directory: string): Promise<readonly string[]>
  /** Returns the canonical path of a file that several paths may lead to; if absent, different paths are different files. */
  realPath?(path: string): Promise<string>
}

/** The reader set by the package's entries. The default reads nothing. */
let host: FileReader = { read: async () => undefined, list: async () => [] }

export const useDisk = (reader: FileReader): void => {
  host = reader
}

/** The disk, used unless a caller passes another reader. Only `entries/host.ts` knows how to read it. */
export const disk: FileReader = {
  read: (path) => host.read(path),
  list: (directory) => host.list(directory),
  realPath: async (path) => host.realPath?.(path) ?? path,
}

const foreign: ReadonlySet<string> = new Set(['node_modules', 'vendor'])

/** Returns whether a directory belongs to another tool: it contains neither sources nor output of a project. */
export const isForeign = (name: string): boolean => foreign.has(name) || name.startsWith('.')

/** Returns the path from a directory to a file or directory, with slashes; empty if both are the same. */
export const relativePath = (from: string, to: string): string =>
  relative(resolve(from), resolve(to)).replaceAll('\\', '/')

/** A file passed to the compiler. */
export interface InputFile {
  /** The path as shown in messages; files that it includes are looked up relative to it. */
  readonly path: string
  readonly contents: string | Uint8Array
}
