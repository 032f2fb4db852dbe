import { type Drawing, dictionaryOf, dotOf, drawingOf } from '../diagram/index.js'
import type { InputFile } from '../files.js'
import type { Database } from '../model/index.js'
import type { BuiltFile } from '../outputs/built-file.js'
import { type BuildOptions, compile } from './compile.js'

/** The formats that a database can be drawn in, with the suffix of the file name of each. */
const formats = {
  dot: { ending: '.schema.dot', text: (database: Database) => dotOf(drawingOf(database)) },
  markdown: { ending: '.schema.md', text: dictionaryOf },
} as const

export type DiagramFormat = keyof typeof formats

/** Schema files to one diagram per database and format. */
export async function buildDiagrams(
  inputs: readonly InputFile[],
  options: BuildOptions & { readonly formats: readonly DiagramFormat[] },
): Promise<BuiltFile[]> {
  const { databases } = await compile(inputs, { ...options, makesSql: false })
  return options.formats.flatMap((format) => {
    const { ending, text } = formats[format]
    return databases.map(
      (database): BuiltFile => ({
        path: `${database.name}${ending}`,
        contents: text(database),
        kind: 'diagram',
        keepExisting: false,
      }),
    )
  })
}

/** Schema files to what a picture shows of them. */
export async function drawSchema(inputs: readonly InputFile[], options: BuildOptions): Promise<Drawing[]> {
  const { databases } = await compile(inputs, { ...options, makesSql: false })
  return databases.map(drawingOf)
}
