import { relative, resolve } from 'node:path'

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

/** What the entries of the package hand in; without them, there is no disk. */
let host: FileReader = { read: async () => undefined, list: async () => [] }

export const useDisk = (reader: FileReader): void => {
  host = reader
}

/** The disk, where a caller names no other reader. Nothing but `entries/host.ts` knows how it is read. */
export const disk: FileReader = {
  read: (path) => host.read(path),
  list: (directory) => host.list(directory),
  realPath: async (path) => host.realPath?.(path) ?? path,
}

const foreign: ReadonlySet<string> = new Set(['node_modules', 'vendor'])

/** Directories of other tools: nothing in them is a source or an output of a project. */
export const isForeign = (name: string): boolean => foreign.has(name) || name.startsWith('.')

/** The way from a directory to a file or a directory, with slashes; empty where both are the same. */
export const relativePath = (from: string, to: string): string =>
  relative(resolve(from), resolve(to)).replaceAll('\\', '/')

/** A file handed to the compiler. */
export interface InputFile {
  /** As messages shall show it; what it includes is looked for beside it. */
  readonly path: string
  readonly contents: string | Uint8Array
}
