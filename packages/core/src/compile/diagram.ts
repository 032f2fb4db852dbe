import type { InputFile } from '../files.js'
import { diagramFiles, dictionaryFiles } from '../outputs/diagram.js'
import { type Drawing, drawingOf } from '../outputs/drawings/index.js'
import type { BuiltFile } from '../outputs/index.js'
import { type BuildOptions, compile } from './compile.js'

const formats = { dot: diagramFiles, markdown: dictionaryFiles } as const

export type DiagramFormat = keyof typeof formats

/** Schema files to one diagram per database and format. */
export async function buildDiagrams(
  inputs: readonly InputFile[],
  options: BuildOptions & { readonly formats: readonly DiagramFormat[] },
): Promise<BuiltFile[]> {
  const { databases } = await compile(inputs, { ...options, makesSql: false })
  return options.formats.flatMap((format) => formats[format](databases))
}

/** Schema files to what a picture shows of them. */
export async function drawSchema(inputs: readonly InputFile[], options: BuildOptions): Promise<Drawing[]> {
  const { databases } = await compile(inputs, { ...options, makesSql: false })
  return databases.map(drawingOf)
}
