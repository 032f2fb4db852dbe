import { compileSchema, type Database, drawingOf, noSuchConnection, OrmError, studioMissing } from 'orm-core/internal'
import type { Diagram, DiagramView } from 'orm-studio'
import { type CommandWork, UsageError } from '../command.js'
import { agrees, type Io } from '../io.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'

const defaultPort = 5480

export const studio: CommandWork = {
  does: { writes: true, asks: true, takesTerminal: false, lasts: true },
  options: schemaOptions.filter((option) => option !== 'platform' && option !== 'format'),
  flags: {
    port: { type: 'number', default: `${defaultPort}, or a free one if it is taken`, help: 'port of the page' },
    write: { type: 'boolean', default: 'off', help: 'allow the page to change rows' },
    yes: { type: 'boolean', default: 'off', help: 'with --write, do not ask if the database is on another host' },
    open: { type: 'boolean', default: 'off', help: 'open the page in the browser' },
  },
  argument: { name: 'connection', help: 'the connection to show (default: the first one of the schema)' },
  examples: ['orm studio', 'orm studio default --open', 'orm studio --write', 'orm studio --port=9000'],
  async run(options, io, report, { argument, flags }) {
    const port = portOf(flags.port)
    const { config, inputs, warnings, compiling } = await readSchemas(options, io, { keepEnv: false })
    const { databases } = await compileSchema(inputs, compiling)
    report.diagnostics(warnings)
    const connection = argument ?? databases[0]!.name
    const database = databases.find(({ name }) => name === connection)
    if (!database)
      throw new OrmError([
        noSuchConnection(
          connection,
          databases.map(({ name }) => name),
        ),
      ])
    const { startStudio } = await loadStudio()
    const { isLocal, openBrowser } = await import('orm-database')
    const write = flags.write === true
    if (write && !(await isLocal(config, connection))) await confirmWriting(connection, flags.yes === true, io)
    const browser = await openBrowser({ config, connection, database })
    try {
      // A wrong password is reported here and not on the page.
      await browser.check()
      const onStolenEntry = () =>
        io.stderr.write(
          'Attention: the address of --open was used twice. Its page is closed; open the printed address.\n',
        )
      const diagram = (view: DiagramView) => diagramOf(database, view)
      const start = (at: number) =>
        startStudio({ browser, config, connection, write, diagram, port: at, onStolenEntry })
      const running = await start(port ?? defaultPort).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error
        if (port !== undefined) throw new UsageError(`port ${port} is in use`)
        return start(0)
      })
      io.stdout.write(`Orm Studio shows connection "${connection}" at ${running.url}\nPress Ctrl-C to stop.\n`)
      if (flags.open) await openPage(running.entryUrl())
      await ended(io)
      await running.close()
    } finally {
      await browser.close()
    }
  },
}

async function diagramOf(database: Database, view: DiagramView): Promise<Diagram> {
  // Imported here, because the layout library is large.
  const { headHeight, letter, lineTitle, margin, padding, pictureOf, rowHeight } = await import('../diagram/picture.js')
  const { lines, ...picture } = pictureOf(drawingOf(database), view)
  return {
    ...picture,
    lines: lines.map((line) => ({ ...line, title: lineTitle(line.key) })),
    measures: { headHeight, letter, margin, padding, rowHeight },
  }
}

/** Asks for confirmation, because a database on another host may be in production. */
async function confirmWriting(connection: string, isConfirmed: boolean, { ask }: Io): Promise<void> {
  if (isConfirmed) return
  const what = `the database of connection "${connection}" is on another host`
  if (!ask) throw new UsageError(`${what}: add --yes to change its rows`)
  if (!(await agrees(ask, `Attention: ${what}. Allow the page to change its rows?`)))
    throw new UsageError('canceled; start without --write to look at the rows')
}

function portOf(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined
  const port = Number(given)
  if (port > 65535) throw new UsageError(`--port must be a whole number up to 65535, got "${given}"`)
  return port
}

/** Loads the studio, which is a separate optional package. */
async function loadStudio(): Promise<typeof import('orm-studio')> {
  try {
    return await import('orm-studio')
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'orm-studio'")) throw error
    throw new OrmError([studioMissing()])
  }
}

/** Resolves when the user interrupts the command. If that is impossible, the command runs until it is killed. */
const ended = ({ interruption }: Io): Promise<void> =>
  new Promise((resolve) => {
    interruption?.addEventListener('abort', () => resolve())
  })

async function openPage(url: string): Promise<void> {
  const { spawn } = await import('node:child_process')
  const [program, ...args] = { darwin: ['open'], win32: ['explorer'] }[process.platform as string] ?? ['xdg-open']
  // If there is no browser, the printed address still works.
  spawn(program!, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
