import type { InputFile } from '../files.js'
import type { BuiltFile } from './built-file.js'
import { type BuildOptions, compile } from './compile.js'

export async function buildModel(inputs: readonly InputFile[], options: BuildOptions = {}): Promise<BuiltFile[]> {
  await compile(inputs, options)
  return []
}
