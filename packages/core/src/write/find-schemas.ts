import { type Diagnostic, OrmError } from '../errors/index.js'
import { cannotRead, noSchemaFile } from '../errors/schema/files.js'
import { disk, type FileReader, type InputFile } from '../files.js'

interface FindOptions {
  /** Whether directories below take part too. @default false */
  readonly recursive?: boolean
}

/** The `*schema.xml` files of a directory, for hosts that have no globs of their own. */
export async function findSchemas(
  directory: string,
  files: FileReader = disk,
  { recursive = false }: FindOptions = {},
): Promise<InputFile[]> {
  const inputs: InputFile[] = []
  const problems: Diagnostic[] = []
  const visit = async (folder: string): Promise<void> => {
    for (const name of await files.list(folder)) {
      const path = folder === '.' ? name : `${folder}/${name}`
      if (name.endsWith('schema.xml')) {
        try {
          const contents = await files.read(path)
          if (contents) inputs.push({ path, contents })
        } catch (error) {
          problems.push(cannotRead(undefined, path, (error as Error).message))
        }
      } else if (recursive && name !== 'node_modules') await visit(path)
    }
  }
  await visit(directory)
  if (problems.length > 0) throw new OrmError(problems)
  if (inputs.length === 0) throw new OrmError([noSchemaFile(directory)])
  return inputs
}
