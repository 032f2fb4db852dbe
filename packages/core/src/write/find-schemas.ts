import { OrmError } from '../errors/index.js'
import { noSchemaFile } from '../errors/schema/files.js'
import { disk, type FileReader, type InputFile } from '../files.js'

/** The `*schema.xml` files of a directory, for hosts that have no globs of their own. */
export async function findSchemas(directory: string, files: FileReader = disk): Promise<InputFile[]> {
  const inputs: InputFile[] = []
  for (const name of await files.list(directory)) {
    if (!name.endsWith('schema.xml')) continue
    const path = directory === '.' ? name : `${directory}/${name}`
    const contents = await files.read(path)
    if (contents) inputs.push({ path, contents })
  }
  if (inputs.length === 0) throw new OrmError([noSchemaFile(directory)])
  return inputs
}
