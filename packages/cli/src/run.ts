import { OrmError, type Rendering, renderingFor, terminalText } from 'orm-core/internal/errors'
import type { Command, Conduct } from './command.js'
import { UsageError } from './command.js'
import { commands } from './commands/index.js'
import { findCommand, meantBy, membersOf } from './find-command.js'
import { type CommandLine, checkGlobals, readFlags } from './flags.js'
import { commandHelp, generalHelp, groupHelp } from './help.js'
import { linkTo, showsLinks } from './hyperlinks.js'
import { Interrupted } from './init/prompts.js'
import type { ExitCode, Io, ProcessIo } from './io.js'
import { ownVersion } from './own-package.js'
import type { Report } from './report.js'
import { Ticker, withTicker } from './ticker.js'
import { unexpected, visibleOutput } from './visible-output.js'

/** Runs the `orm` script: selects the command, parses its flags, and turns problems into text and an exit code. */
export async function run(argv: readonly string[], io: ProcessIo): Promise<ExitCode> {
  // Global flags may precede the command name.
  const first = argv.findIndex((arg) => !arg.startsWith('-'))
  const rest = first < 0 ? argv : [...argv.slice(0, first), ...argv.slice(first + 1)]
  const asksForHelp = argv[first] === 'help'
  const name = asksForHelp ? rest.find((arg) => !arg.startsWith('-')) : argv[first]
  try {
    if (name === undefined || name === 'list') {
      checkGlobals(rest)
      const isVersion = name === undefined && (rest.includes('-V') || rest.includes('--version'))
      return show(isVersion ? version() : generalHelp(commands), io)
    }
    const members = membersOf(name, commands)
    if (members.length > 0) {
      if (asksForHelp || rest.includes('-h') || rest.includes('--help')) return show(groupHelp(members), io)
      const meant = meantBy([name, ...rest.filter((arg) => !arg.startsWith('-'))], members)
      throw new UsageError(
        `"${name}" is a group of commands: ${members.map((each) => each.name).join(', ')}${meant ? ` (did you mean "${meant}"?)` : ''}`,
      )
    }
    const command = await findCommand(name, commands)
    const line = asksForHelp ? undefined : readFlags(command, rest, (surplus) => meantBy([name, ...surplus], commands))
    if (!line || line.globals.help) return show(commandHelp(command), io)
    return line.globals.version ? show(version(), io) : await runCommand(command, line, io)
  } catch (error) {
    if (!(error instanceof UsageError)) {
      io.stderr.write(unexpected(error, rest.includes('-v') || rest.includes('--verbose')))
      return 1
    }
    tellUsage(error, io)
    return 2
  }
}

/** Runs a command as it declares. Exported for the test of all commands. */
export async function runCommand(
  command: Command,
  { options, own, globals }: CommandLine,
  given: ProcessIo,
): Promise<ExitCode> {
  const { exitCodeOf, jsonReport, textReport } = await import('./report.js')
  const { quiet = false, verbose = false, ansi } = globals
  const { does } = command
  const json = options.format === 'json'
  const isLasting = lasts(does, { ...options, ...own.flags })
  // Otherwise the terminal belongs to the command, or the user decides how long it takes.
  const isOurs = !does.takesTerminal && !isLasting
  const ticker =
    isOurs && given.stderr.isTTY && !quiet ? new Ticker(visibleOutput(given.stderr), command.name) : undefined
  const { ask, prompts, interruption, ...io } = ticker ? withTicker(given, ticker) : given
  // A program that reads JSON cannot answer.
  const mayAsk = does.asks && !globals['no-interaction'] && !json
  const signal = isLasting ? interruption?.() : undefined
  const used: Io = {
    ...io,
    ...(mayAsk && ask && { ask }),
    ...(mayAsk && prompts && { prompts }),
    ...(signal && { interruption: signal }),
    ...(quiet && !json && { stdout: { write: () => {} } }),
    // Quiet output is not a terminal, so there is no progress line.
    ...(quiet && { isQuiet: true }),
    ...(quiet && { stderr: { write: (text) => io.stderr.write(text) } }),
  }
  const usual = renderingFor(io.stderr, io.env)
  const isPlain = ansi === false || (ansi === undefined && !usual.colour)
  const rendering: Rendering = {
    ...(ansi === undefined ? usual : { colour: ansi, frames: io.stderr.isTTY === true }),
    ...(!isPlain && showsLinks(io.stderr, io.env) && { linkTo }),
    help: quiet ? () => '' : explainLine,
    stacks: verbose,
  }
  const report = json
    ? jsonReport(used, { isLasting })
    : textReport(used, { quiet, verbose, rendering, ...(given.stdout.isTTY && isOurs && { summary: command.name }) })
  const end = (code: ExitCode): ExitCode => {
    report.finish(code)
    return code
  }
  try {
    const visible = { ...used, stdout: visibleOutput(used.stdout), stderr: visibleOutput(used.stderr) }
    if (options.configDir) await tellSpelling(options.configDir, report)
    const code = (await command.run(options, visible, report, own)) ?? 0
    return end(signal?.reason instanceof Interrupted ? 130 : code)
  } catch (error) {
    if (error instanceof Interrupted) {
      const done = report.isEmpty ? 'nothing was changed' : 'what is reported above was done'
      io.stderr.write(`\nAborted: ${done}.\n`)
      return end(error.byUser ? 1 : 130)
    }
    if (error instanceof OrmError) {
      report.diagnostics(error.diagnostics)
      return end(exitCodeOf(error.diagnostics))
    }
    if (error instanceof UsageError) {
      tellUsage(error, io)
      return end(2)
    }
    io.stderr.write(unexpected(error, verbose))
    return end(1)
  } finally {
    ticker?.pause()
  }
}

const lasts = ({ lasts }: Conduct, given: Readonly<Record<string, unknown>>): boolean =>
  typeof lasts === 'boolean' ? lasts : lasts.some((option) => given[option] === true)

function tellUsage({ problems }: UsageError, { stderr }: Pick<Io, 'stderr'>): void {
  for (const problem of problems) stderr.write(`orm: ${terminalText(problem)}\n`)
}

/** Prints a notice if the named file does not exist and the other one of `orm.yml` and `orm.yaml` is read instead. */
async function tellSpelling(configDir: string, report: Report): Promise<void> {
  const { spellingNotice } = await import('orm-core/internal/config')
  const notice = await spellingNotice(configDir)
  if (notice) report.note(notice)
}

/** Maximum number of codes that are listed. More usually have a single cause, or come from the first run of a new schema. */
const mostNamed = 5

const explainLine = (codes: readonly string[]): string =>
  `run "orm explain ${codes.slice(0, mostNamed).join(' ')}" for causes and fixes`

const version = (): string => `Orm ${ownVersion()}\n`

function show(text: string, io: Pick<Io, 'stdout'>): ExitCode {
  io.stdout.write(text)
  return 0
}
