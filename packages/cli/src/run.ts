import { parseArgs } from 'node:util'
import { didYouMean, OrmError, type OrmOptions, optionTable } from 'orm-core'
import type { Command, ExitCode, FlagRule, OwnOptions } from './command.js'
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
  let own: OwnOptions
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: flagsOf(command),
      allowPositionals: command.argument !== undefined,
      allowNegative: true,
    })
    if (values.help) {
      io.stdout.write(commandHelp(command))
      return 0
    }
    options = Object.fromEntries(command.options.map((option) => [option, values[flagOf(option)]]))
    const flags = Object.fromEntries(Object.keys(command.flags ?? {}).map((flag) => [flag, values[flagOf(flag)]]))
    if (positionals.length > 1) throw new Error(`too many arguments: ${positionals.slice(1).join(' ')}`)
    own = { flags: flags as OwnOptions['flags'], ...(positionals[0] !== undefined && { argument: positionals[0] }) }
    checkValues(options, optionTable)
    checkValues(flags, command.flags ?? {})
  } catch (error) {
    return wrongUsage((error as Error).message, io)
  }
  const report = options.format === 'json' ? jsonReport(io) : textReport(io)
  try {
    const code = await command.run(options, io, report, own)
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
function checkValues(given: object, rules: Readonly<Record<string, Partial<FlagRule> | object>>): void {
  for (const [name, value] of Object.entries(given)) {
    const { values } = (rules[name] ?? {}) as Partial<FlagRule>
    if (value === undefined || !values || values.includes(value)) continue
    throw new Error(`--${flagOf(name)} must be one of ${values.join(', ')}, is "${value}"`)
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
  ...Object.fromEntries(Object.entries(command.flags ?? {}).map(([flag, { type }]) => [flagOf(flag), flagRule(type)])),
})

const flagRule = (type: 'string' | 'boolean' | 'list'): Flag =>
  type === 'list' ? { type: 'string', multiple: true } : { type }

function wrongUsage(message: string, io: Io): ExitCode {
  io.stderr.write(`orm: ${message}\n`)
  return 2
}
