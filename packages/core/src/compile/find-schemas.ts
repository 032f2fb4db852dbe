import { dirname, relative, resolve } from 'node:path'
import { type Diagnostic, OrmError } from '../errors/index.js'
import { cannotRead, directoryPassedOver, noSchemaFile } from '../errors/schema/schema-file-errors.js'
import { disk, type FileReader, type InputFile, isForeign } from '../files.js'
import { checkOptions } from '../options.js'

interface FindOptions {
  /** Whether subdirectories are searched, too. @default false */
  readonly recursive?: boolean
  /** Called for every subdirectory that cannot be read. Without this function, that is an error. */
  readonly onWarning?: (warning: Diagnostic) => void
}

const leadsNowhere = 'the symbolic link leads to no file'

/** Finds the `*schema.xml` files of a directory, for hosts without globs. */
export async function findSchemas(
  directory: string,
  files: FileReader = disk,
  options: FindOptions = {},
): Promise<InputFile[]> {
  checkOptions(options, ['recursive', 'onWarning'] satisfies (keyof FindOptions)[])
  const { recursive = false, onWarning } = options
  const inputs: InputFile[] = []
  const problems: Diagnostic[] = []
  // A symbolic link may lead to a visited directory, even to one of its own parents.
  const visited = new Set<string>()
  const visit = async (folder: string): Promise<void> => {
    const real = (await files.realPath?.(folder)) ?? folder
    if (visited.has(real)) return
    visited.add(real)
    for (const name of await namesIn(folder)) {
      // Hidden files belong to editors and systems, such as `.#schema.xml` and `._schema.xml`.
      if (isForeign(name)) continue
      const path = folder === '.' ? name : `${folder.replace(/\/+$/, '')}/${name}`
      if (name.endsWith('schema.xml')) {
        try {
          const contents = await files.read(path)
          if (contents) inputs.push({ path, contents })
          // A file deleted in the meantime is skipped. A broken link is an error, as the classes of its tables would be removed.
          else if ((await namesIn(folder)).includes(name)) problems.push(cannotRead(undefined, path, leadsNowhere))
        } catch (error) {
          problems.push(cannotRead(undefined, path, (error as Error).message))
        }
      } else if (recursive) await visit(path)
    }
  }
  const namesIn = async (folder: string): Promise<readonly string[]> => {
    try {
      return await files.list(folder)
    } catch (error) {
      const { message } = error as Error
      if (folder === directory || !onWarning) problems.push(cannotRead(undefined, folder, message))
      else onWarning(directoryPassedOver(folder, message))
      return []
    }
  }
  await visit(directory)
  if (problems.length > 0) throw new OrmError(problems)
  if (inputs.length === 0) throw new OrmError([noSchemaFile(directory)])
  return inputs
}

/** Whether `findSchemas()` would find a file with that path. */
export function isSearched(path: string, directory: string, recursive: boolean): boolean {
  const inside = relative(resolve(directory), resolve(path))
  return recursive ? !/^\.\.(?:[\\/]|$)/.test(inside) : dirname(inside) === '.'
}
