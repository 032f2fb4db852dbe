import { dirname, resolve } from 'node:path'
import type { BuiltFile } from '../compile/index.js'
import type { FileReader } from '../files.js'
import { mergeLoader } from '../php/merge-loader.js'
import { noticeName } from '../php/notice.js'

/** A built file, or a file of the user, whose bytes may be in any encoding. */
export interface StreamedFile extends Omit<BuiltFile, 'contents'> {
  readonly contents: string | Uint8Array
}

export interface Origin {
  /** The base directory of the files. */
  readonly directory: string
  /** The schema files in the stream. */
  readonly sources: readonly string[]
  /** Directory that schema file names in notices are relative to. */
  readonly schemaDir: string
}

/**
 * Prepares built files for any writer, including gulp's `dest()`, which overwrites: an existing file of the user is passed
 * on unchanged, and the loader keeps what other builds have registered.
 */
export async function withExisting(
  built: readonly BuiltFile[],
  reader: FileReader,
  origin: Origin,
): Promise<StreamedFile[]> {
  const result: StreamedFile[] = []
  for (const file of built) {
    const bytes =
      file.keepExisting || file.schemas ? await reader.read(resolve(origin.directory, file.path)) : undefined
    if (!bytes) result.push(file)
    else if (file.keepExisting) result.push({ ...file, contents: bytes })
    else result.push({ ...file, contents: await mergedLoader(file, new TextDecoder().decode(bytes), reader, origin) })
  }
  return result
}

async function mergedLoader(
  { contents, schemas = [] }: BuiltFile,
  existing: string,
  reader: FileReader,
  { sources, schemaDir }: Origin,
): Promise<string> {
  const own = new Set(schemas.map((path) => noticeName(path, schemaDir)))
  const directories = new Set(sources.map((path) => dirname(resolve(path))))
  // Schema files deleted from the directories of the inputs also belong to this build.
  for (const [, source = ''] of existing.matchAll(/, \/\/ (.+)$/gm)) {
    const path = resolve(schemaDir, source)
    if (directories.has(dirname(path)) && !(await reader.read(path))) own.add(source)
  }
  return mergeLoader(contents, existing, (source) => own.has(source))
}
