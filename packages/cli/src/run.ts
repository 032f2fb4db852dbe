import { parseArgs } from 'node:util'
import { didYouMean, OrmError, type OrmOptions, optionTable } from 'orm-core'
import type { Command, ExitCode } from './command.js'
import { commands } from './commands/index.js'
import { commandHelp, flagOf, generalHelp } from './help.js'
import type { Io } from './io.js'
import { exitCodeOf, reportDiagnostics } from './report.js'

/** The `orm` script: picks the command, reads its flags, turns problems into text and an exit code. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = argv
  if (name === undefined || name === 'list' || name === 'help' || name === '--help' || name === '-h') {
    io.stdout.write(generalHelp(commands))
    return 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) {
    const hint =
      didYouMean(
        name,
        commands.map((candidate) => candidate.name),
      ) ?? 'run "orm" for the list'
    return wrongUsage(`there is no command "${name}" (${hint})`, io)
  }
  let options: OrmOptions
  try {
    const { values } = parseArgs({ args: rest, options: flagsOf(command), allowPositionals: false })
    if (values.help) {
      io.stdout.write(commandHelp(command))
      return 0
    }
    options = Object.fromEntries(command.options.map((option) => [option, values[flagOf(option)]]))
  } catch (error) {
    return wrongUsage((error as Error).message, io)
  }
  try {
    await command.run(options, io)
    return 0
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    reportDiagnostics(error.diagnostics, io)
    return exitCodeOf(error.diagnostics)
  }
}

interface Flag {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
}

const flagsOf = (command: Command): Record<string, Flag> => ({
  help: { type: 'boolean', short: 'h' },
  ...Object.fromEntries(command.options.map((option) => [flagOf(option), flagRule(optionTable[option].type)])),
})

const flagRule = (type: 'string' | 'boolean' | 'list'): Flag =>
  type === 'list' ? { type: 'string', multiple: true } : { type }

function wrongUsage(message: string, io: Io): ExitCode {
  io.stderr.write(`orm: ${message}\n`)
  return 2
}
