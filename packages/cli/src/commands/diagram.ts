import { defineOutput, drawingOf, mermaidOf, type OutputFile } from 'orm-core/internal'
import { bundledDirectories } from 'orm-core/internal/config'
import { buildCommand } from './build.js'

const directory = 'generated-diagram'

/** An HTML page and a Mermaid diagram per database. */
const pages = defineOutput({
  name: 'page',
  directory,
  async build(databases) {
    // Loaded here: the layout is a large library.
    const { pageOf } = await import('../diagram/page.js')
    const files = databases.map(drawingOf).map(
      async (drawing): Promise<OutputFile[]> => [
        { path: `${drawing.name}.html`, contents: await pageOf(drawing), kind: 'diagram' },
        { path: `${drawing.name}.mmd`, contents: mermaidOf(drawing), kind: 'diagram' },
      ],
    )
    return (await Promise.all(files)).flat()
  },
})

export const schemaDiagram = buildCommand(
  [pages],
  ['orm schema:diagram', 'orm schema:diagram --output-dir=docs/schema'],
  { directory },
)

export const graphvizGenerate = buildCommand(['diagram'], ['orm graphviz:generate'], {
  directory: bundledDirectories.diagram,
})

export const dataDictionaryExport = buildCommand(['dictionary'], ['orm datadictionary:export'], {
  directory: bundledDirectories.dictionary,
})
