import { parseArgs } from 'node:util'
import { didYouMean, type OptionName, OrmError, type OrmOptions, optionTable } from 'orm-core'
import type { Command, ExitCode } from './command.js'
import { commands } from './commands/index.js'
import { commandHelp, flagOf, generalHelp } from './help.js'
import type { Io } from './io.js'
import { exitCodeOf, jsonReport, textReport } from './report.js'

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
    checkValues(options)
  } catch (error) {
    return wrongUsage((error as Error).message, io)
  }
  const report = options.format === 'json' ? jsonReport(io) : textReport(io)
  try {
    const code = await command.run(options, io, report)
    report.finish()
    return code ?? 0
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    report.diagnostics(error.diagnostics)
    report.finish()
    return exitCodeOf(error.diagnostics)
  }
}

/** Options with a fixed choice of values. */
function checkValues(options: OrmOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = optionTable[name as OptionName]
    if (value === undefined || !('values' in rule) || (rule.values as readonly unknown[]).includes(value)) continue
    throw new Error(`--${flagOf(name as OptionName)} must be one of ${rule.values.join(', ')}, is "${value}"`)
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
