import {
  type BuildOptions,
  type BuiltFile,
  buildDiagrams,
  type DiagramFormat,
  drawSchema,
  type InputFile,
  mermaidOf,
} from 'orm-core/internal'
import { isChange, writeFiles } from 'orm-project/internal'
import type { CommandWork } from '../command.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'

/** A command that writes files about the schema for people, not for a database or PHP. */
const drawingCommand = (
  directory: string,
  examples: readonly string[],
  build: (inputs: readonly InputFile[], options: BuildOptions) => Promise<BuiltFile[]>,
): CommandWork => ({
  options: [...schemaOptions, 'keepEnv', 'overwrite', 'dryRun', 'check'],
  flags: { outputDir: { type: 'string', default: directory, help: 'directory to write to' } },
  examples,
  async run(given, io, report, { flags: { outputDir = directory } }) {
    const { inputs, warnings, compiling } = await readSchemas(given, io)
    const { check = false, dryRun = false, overwrite = false } = given
    const files = await build(inputs, compiling)
    report.diagnostics(warnings)
    const results = await writeFiles(files, String(outputDir), { dryRun: dryRun || check, overwrite })
    report.files(results)
    return check && results.some(isChange) ? 5 : undefined
  },
})

const textCommand = (directory: string, examples: readonly string[], format: DiagramFormat): CommandWork =>
  drawingCommand(directory, examples, (inputs, build) => buildDiagrams(inputs, { ...build, formats: [format] }))

export const schemaDiagram = drawingCommand(
  'generated-diagram',
  ['orm schema:diagram', 'orm schema:diagram --output-dir=docs/schema'],
  async (inputs, build) => {
    const drawings = await drawSchema(inputs, build)
    // Loaded here: the layout is a large library.
    const { pageOf } = await import('../diagram/page.js')
    const file = (path: string, contents: string): BuiltFile => ({
      path,
      contents,
      kind: 'diagram',
      keepExisting: false,
    })
    const files = drawings.map(async (drawing) => [
      file(`${drawing.name}.html`, await pageOf(drawing)),
      file(`${drawing.name}.mmd`, mermaidOf(drawing)),
    ])
    return (await Promise.all(files)).flat()
  },
)

export const graphvizGenerate = textCommand('generated-graphviz', ['orm graphviz:generate'], 'dot')

export const dataDictionaryExport = textCommand('generated-datadictionary', ['orm datadictionary:export'], 'markdown')
