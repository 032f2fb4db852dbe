import { OrmError, type Rendering, renderingFor, terminalText } from 'orm-core/internal/errors'
import type { Command } from './command.js'
import { UsageError } from './command.js'
import { commands } from './commands/index.js'
import { findCommand } from './find-command.js'
import { type CommandLine, checkGlobals, readFlags } from './flags.js'
import { commandHelp, generalHelp } from './help.js'
import { linkTo, showsLinks } from './hyperlinks.js'
import { Interrupted } from './init/prompts.js'
import type { ExitCode, Io } from './io.js'
import { ownVersion } from './own-package.js'
import { Ticker, withTicker } from './ticker.js'
import { tellNotice, unexpected, visibleOutput } from './visible-output.js'

/** Runs the `orm` script: selects the command, parses its flags, and turns problems into text and an exit code. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
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
    const listed = findCommand(name, commands)
    const command = { ...listed, ...(await listed.load()) }
    const line = asksForHelp ? undefined : readFlags(command, rest)
    if (!line || line.globals.help) return show(commandHelp(command), io)
    return line.globals.version ? show(version(), io) : await runCommand(command, line, io)
  } catch (error) {
    if (!(error instanceof UsageError)) {
      io.stderr.write(unexpected(error, rest.includes('-v') || rest.includes('--verbose')))
      return 1
    }
    for (const problem of error.problems) io.stderr.write(`orm: ${terminalText(problem)}\n`)
    return 2
  }
}

async function runCommand(command: Command, { options, own, globals }: CommandLine, given: Io): Promise<ExitCode> {
  const { exitCodeOf, jsonReport, textReport } = await import('./report.js')
  const { quiet = false, verbose = false, ansi } = globals
  const json = options.format === 'json'
  const isWatching = options.watch === true || own.flags.serve === true
  // The prompts of init draw on the terminal themselves, and its duration depends on the user.
  const isInterview = command.name === 'init'
  const hasLine = given.stderr.isTTY === true && !quiet && !isWatching && !isInterview
  const ticker = hasLine ? new Ticker(visibleOutput(given.stderr), command.name) : undefined
  const io = ticker ? withTicker(given, ticker) : given
  const { ask, prompts, ...mute } = io
  const used: Io = {
    ...(globals['no-interaction'] ? mute : io),
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
    ? jsonReport(used, { isWatching })
    : textReport(used, {
        quiet,
        verbose,
        rendering,
        ...(given.stdout.isTTY && !isWatching && !isInterview && { summary: command.name }),
      })
  try {
    const visible = { ...used, stdout: visibleOutput(used.stdout), stderr: visibleOutput(used.stderr) }
    if (options.configDir) await tellSpelling(options.configDir, visible)
    const code = await command.run(options, visible, report, own)
    report.finish(code)
    return code ?? 0
  } catch (error) {
    if (error instanceof Interrupted) {
      io.stderr.write('\nAborted.\n')
      return 130
    }
    if (error instanceof UsageError) throw error
    if (!(error instanceof OrmError)) {
      io.stderr.write(unexpected(error, verbose))
      return 1
    }
    report.diagnostics(error.diagnostics)
    report.finish()
    return exitCodeOf(error.diagnostics)
  } finally {
    ticker?.pause()
  }
}

/** Prints a notice if the named file does not exist and the other one of `orm.yml` and `orm.yaml` is read instead. */
async function tellSpelling(configDir: string, io: Io): Promise<void> {
  const { spellingNotice } = await import('orm-core/internal/config')
  const notice = await spellingNotice(configDir)
  if (notice) tellNotice(io, notice)
}

/** Maximum number of codes that are listed. More usually have a single cause, or come from the first run of a new schema. */
const mostNamed = 5

const explainLine = (codes: readonly string[]): string =>
  `run "orm explain ${codes.slice(0, mostNamed).join(' ')}" for causes and fixes`

const version = (): string => `Orm ${ownVersion()}\n`

function show(text: string, io: Io): ExitCode {
  io.stdout.write(text)
  return 0
}
