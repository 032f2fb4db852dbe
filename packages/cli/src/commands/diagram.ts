import { type Database, defineOutput, drawingOf, mermaidOf, type OrmOptions, type OutputFile } from 'orm-core/internal'
import { bundledDirectories } from 'orm-core/internal/config'
import { OrmError, renderDiagnostics } from 'orm-core/internal/errors'
import { Project, requestOf, watchProject } from 'orm-project/internal'
import { type CommandWork, type OwnOptions, UsageError } from '../command.js'
import { editorLinks, editorNames, type LinkOf } from '../diagram/editor-links.js'
import type { Io } from '../io.js'
import type { Report } from '../report.js'
import { unexpected } from '../visible-output.js'
import { buildCommand } from './build.js'

const directory = 'generated-diagram'

/** Generates an HTML page and a Mermaid diagram for each database. */
const pages = defineOutput({
  name: 'page',
  directory,
  async build(databases) {
    // Imported here, because the layout library is large.
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

const written = buildCommand(
  [pages],
  [
    'orm schema:diagram',
    'orm schema:diagram --output-dir=docs/schema',
    'orm schema:diagram --serve --editor=phpstorm   # in the browser, redrawn when the schema changes',
  ],
  { directory },
)

export const schemaDiagram: CommandWork = {
  ...written,
  does: { ...written.does, lasts: ['watch', 'serve'] },
  flags: {
    serve: {
      type: 'boolean',
      default: 'off',
      help: 'write nothing; show the page in the browser, and redraw it whenever the schema changes',
    },
    port: { type: 'number', default: 'any free port', help: 'with --serve: port of the page on 127.0.0.1' },
    editor: {
      type: 'string',
      default: 'vscode',
      help: `with --serve: editor that opens a table that you click: ${editorNames.join(', ')}, or an address with {path}, {line} and {column}`,
    },
  },
  run(options, io, report, own) {
    if (own.flags.serve) return serve(options, io, report, own)
    const [given] = ['port', 'editor'].filter((flag) => own.flags[flag] !== undefined)
    if (given) throw new UsageError(`--${given} works only with --serve`)
    return written.run(options, io, report, own)
  },
}

/** Serves the pages to a browser until the user ends it. */
async function serve(options: OrmOptions, io: Io, report: Report, { flags }: OwnOptions): Promise<undefined> {
  const { outputDir, check, dryRun, watch, ...others } = options
  const [useless] = Object.entries({ 'output-dir': outputDir, check, 'dry-run': dryRun, watch }).flatMap(
    ([flag, value]) => (value ? flag : []),
  )
  if (useless) throw new UsageError(`--${useless} has no meaning with --serve, which writes no files`)
  const port = portOf(flags.port)
  const links = linksOf(String(flags.editor ?? 'vscode'))
  // Imported here, because the layout library is large.
  const { DiagramServer } = await import('../diagram/server.js')
  let compiled: readonly Database[] = []
  const shown = defineOutput({
    name: 'page',
    directory,
    build(databases) {
      compiled = databases
      return []
    },
  })
  const request = requestOf([shown], { ...(others as Omit<OrmOptions, 'overrides'>), dryRun: true })
  const server = new DiagramServer(links)
  const signal = io.interruption ?? new AbortController().signal
  const url = await server.listen(port).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `--port=${port} cannot be used: ${error.code === 'EADDRINUSE' ? 'it is in use' : error.message}`,
    )
  })
  report.result('serving', [{ url }], [`serving ${url}`, 'press Ctrl-C to stop'])
  try {
    await watchProject(new Project({ ...request, env: io.env }), {
      signal,
      onBuild({ warnings }) {
        report.diagnostics(warnings)
        report.finish()
        server.show(compiled)
      },
      onError(error) {
        if (error instanceof OrmError) report.diagnostics(error.diagnostics)
        else io.stderr.write(unexpected(error, false))
        report.finish()
        const plain = { colour: false, frames: false }
        server.fail(error instanceof OrmError ? renderDiagnostics(error.diagnostics, plain) : String(error))
      },
    })
  } finally {
    server.close()
  }
  return undefined
}

function portOf(given: string | boolean | undefined): number {
  const port = Number(given ?? 0)
  if (port > 65_535) throw new UsageError(`--port must be a number from 0 to 65535, got "${given}"`)
  return port
}

function linksOf(editor: string): LinkOf | undefined {
  try {
    return editorLinks(editor)
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--editor ${error.message}, got "${editor}"`)
    throw error
  }
}

export const graphvizGenerate = buildCommand(['diagram'], ['orm graphviz:generate'], {
  directory: bundledDirectories.diagram,
})

export const dataDictionaryExport = buildCommand(['dictionary'], ['orm datadictionary:export'], {
  directory: bundledDirectories.dictionary,
})
