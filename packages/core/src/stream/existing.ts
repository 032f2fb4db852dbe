import { dirname, resolve } from 'node:path'
import type { BuiltFile } from '../compile/index.js'
import type { FileReader } from '../files.js'
import { mergeLoader } from '../php/merge-loader.js'
import { noticeName } from '../php/notice.js'

/** A built file, or one of the user, whose bytes may be in any encoding. */
export interface StreamedFile extends Omit<BuiltFile, 'contents'> {
  readonly contents: string | Uint8Array
}

export interface Origin {
  /** Directory that the files are relative to. */
  readonly directory: string
  /** The schema files that came through the stream. */
  readonly sources: readonly string[]
  /** What the names of schema files in notices are relative to. */
  readonly schemaDir: string
}

/**
 * Built files that any writer may write to the configured directory, gulp's `dest()` too, which overwrites: a file that
 * belongs to the user is passed on as it stands there, and the loader keeps what other builds have registered.
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
  // This build also speaks for schema files that were deleted from the directories of its inputs.
  for (const [, source = ''] of existing.matchAll(/, \/\/ (.+)$/gm)) {
    const path = resolve(schemaDir, source)
    if (directories.has(dirname(path)) && !(await reader.read(path))) own.add(source)
  }
  return mergeLoader(contents, existing, (source) => own.has(source))
}
