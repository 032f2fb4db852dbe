import type { InputFile } from '../files.js'
import type { BuiltFile } from '../outputs/index.js'
import { type ModelFilesOptions, modelFiles } from '../outputs/model.js'
import { type BuildOptions, compile } from './compile.js'

export interface ModelBuildOptions extends BuildOptions, Pick<ModelFilesOptions, 'outputDir'> {}

/** Schema files to PHP classes: five per table, and the list of all table maps. */
export const buildModel = async (
  inputs: readonly InputFile[],
  options: ModelBuildOptions = {},
): Promise<BuiltFile[]> => [...(await iterateModel(inputs, options))]

/**
 * The same, each file made when it is asked for, so that thousands need not be in memory at once. Problems of classes
 * are known and thrown only at the end: code that writes the files must be able to undo that, as `writeModel()` is.
 */
export async function iterateModel(
  inputs: readonly InputFile[],
  options: ModelBuildOptions = {},
): Promise<Iterable<BuiltFile>> {
  const compiled = await compile(inputs, { ...options, makesSql: false })
  // A second iteration gives the same files; an empty result would look like a model without tables.
  return { [Symbol.iterator]: () => modelFiles(compiled, options) }
}
