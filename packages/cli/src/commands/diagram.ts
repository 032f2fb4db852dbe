import {
  type BuildOptions,
  type BuiltFile,
  buildDiagrams,
  type Diagnostic,
  type DiagramFormat,
  disk,
  drawSchema,
  findSchemas,
  type InputFile,
  loadConfig,
  mermaidOf,
  type OptionName,
  type OrmOptions,
} from 'orm-core/internal'
import { writeFiles } from 'orm-project/internal'
import type { CommandWork } from '../command.js'
import type { Io } from '../io.js'

const options: readonly OptionName[] = [
  'configDir',
  'schemaDir',
  'recursive',
  'overwrite',
  'plugins',
  'ignoreUnknownBehaviors',
  'allowUnknownConstraints',
  'strict',
  'format',
]

/** A command that writes files about the schema for people, not for a database or PHP. */
const drawingCommand = (
  directory: string,
  examples: readonly string[],
  build: (inputs: readonly InputFile[], options: BuildOptions) => Promise<BuiltFile[]>,
): CommandWork => ({
  options,
  flags: { outputDir: { type: 'string', default: directory, help: 'directory to write to' } },
  examples,
  async run(given, io, report, { flags: { outputDir = directory } }) {
    const warnings: Diagnostic[] = []
    const found = await sources(given, io, (warning) => warnings.push(warning))
    const files = await build(found.inputs, found.options)
    report.diagnostics(warnings)
    report.files(await writeFiles(files, String(outputDir), { overwrite: given.overwrite ?? false }))
  },
})

async function sources(
  given: OrmOptions,
  io: Io,
  onWarning: (warning: Diagnostic) => void,
): Promise<{ inputs: readonly InputFile[]; options: BuildOptions }> {
  const { schemaDir, recursive, plugins, strict = false } = given
  const { ignoreUnknownBehaviors, allowUnknownConstraints } = given
  const config = await loadConfig({ ...given, env: io.env })
  const inputs = await findSchemas(schemaDir || config.paths.schemaDir, disk, {
    recursive: recursive ?? config.generator.recursive,
    ...(!strict && { onWarning }),
  })
  return { inputs, options: { config, plugins, strict, onWarning, ignoreUnknownBehaviors, allowUnknownConstraints } }
}

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
