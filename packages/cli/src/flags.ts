import { parseArgs } from 'node:util'
import { didYouMean } from 'orm-core/internal/errors'
import { isUnknownHome, type OrmOptions, optionTable } from 'orm-core/internal/options'
import type { Command, FlagRule, OwnOptions } from './command.js'
import { UsageError } from './command.js'
import { flagRule } from './flag-rules.js'
import { insteadOf } from './propel-flags.js'

export const flagOf = (option: string): string => option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export interface GlobalFlag {
  readonly type: 'boolean'
  readonly short?: string
  readonly help: string
}

/** Flags that every command accepts. */
export const globalFlags = {
  help: { type: 'boolean', short: 'h', help: 'show how to use the command' },
  quiet: { type: 'boolean', short: 'q', help: 'print errors only' },
  verbose: { type: 'boolean', short: 'v', help: 'name every file, including files that were up to date' },
  ansi: { type: 'boolean', help: 'use colors even without a terminal; --no-ansi or NO_COLOR turns them off' },
  'no-interaction': { type: 'boolean', short: 'n', help: 'never prompt' },
  version: { type: 'boolean', short: 'V', help: 'show the version' },
} as const satisfies Record<string, GlobalFlag>

/** A parsed and validated command line. */
export interface CommandLine {
  readonly options: OrmOptions
  readonly own: OwnOptions
  readonly globals: Readonly<Partial<Record<keyof typeof globalFlags, boolean>>>
}

/** Returns what is meant by arguments that the command does not take. */
type Hint = (surplus: readonly string[]) => string | undefined

/** Parses the arguments after the command name. Throws a UsageError if they are wrong. */
export function readFlags(command: Command, args: readonly string[], hint: Hint = () => undefined): CommandLine {
  const known = flagsOf(command)
  const { values, positionals } = parse(args, known, command)
  const options = Object.fromEntries(
    command.options.map((option) => [option, typed(option, optionTable[option].type, values[flagOf(option)])]),
  )
  const ownFlags = (isList: boolean) =>
    Object.entries(command.flags ?? {}).flatMap(([flag, { type }]) => ((type === 'list') === isList ? [flag] : []))
  const flags = Object.fromEntries(ownFlags(false).map((flag) => [flag, meant(values[flagOf(flag)], command, flag)]))
  for (const [flag, value] of Object.entries(flags)) typed(flag, command.flags![flag]!.type, value)
  const lists = Object.fromEntries(ownFlags(true).map((flag) => [flag, values[flagOf(flag)] ?? []]))
  const most = command.argument?.isList ? positionals.length : command.argument ? 1 : 0
  const surplus = positionals.slice(most)
  if (surplus.length > 0) {
    const meant = hint(surplus) ?? (Object.hasOwn(known, surplus[0]!) ? `--${surplus[0]}` : undefined)
    throw new UsageError(`too many arguments: ${surplus.join(' ')}${meant ? ` (did you mean "${meant}"?)` : ''}`)
  }
  checkDirectories(options, command)
  checkValues(options, optionTable)
  checkValues(flags, command.flags ?? {})
  const [argument] = positionals
  return {
    options,
    own: {
      args: positionals,
      flags: flags as OwnOptions['flags'],
      lists: lists as OwnOptions['lists'],
      ...(argument !== undefined && { argument }),
    },
    // Node takes this flag for the negation of one named "interaction".
    globals: { ...(values as CommandLine['globals']), 'no-interaction': values.interaction === false },
  }
}

/** Maps an alternative word for a value to that value. */
function meant(value: unknown, { flags }: Command, flag: string): unknown {
  const { values, meaning } = flags![flag]!
  return typeof value !== 'string' || values?.includes(value) ? value : (meaning?.(value) ?? value)
}

interface Flag {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
}

const flagsOf = (command: Pick<Command, 'options' | 'flags'>): Record<string, Flag> => ({
  ...Object.fromEntries(
    Object.entries<GlobalFlag>(globalFlags).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
  ),
  ...Object.fromEntries(command.options.map((option) => [flagOf(option), parsed(flagRule(option).type)])),
  ...Object.fromEntries(Object.entries(command.flags ?? {}).map(([flag, { type }]) => [flagOf(flag), parsed(type)])),
})

const parsed = (type: 'string' | 'boolean' | 'number' | 'list'): Flag =>
  type === 'list' ? { type: 'string', multiple: true } : { type: type === 'boolean' ? 'boolean' : 'string' }

function typed(option: string, type: string, value: unknown): unknown {
  if (type !== 'number' || value === undefined) return value
  if (!/^\d+$/.test(String(value))) throw new UsageError(`--${flagOf(option)} must be a whole number, got "${value}"`)
  return Number(value)
}

function parse(args: readonly string[], options: Record<string, Flag>, { name }: Command) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(message)
    const known = Object.entries(options).flatMap(([option, { type }]) =>
      type === 'boolean' ? [`--${option}`, `--no-${option}`] : [`--${option}`],
    )
    const problems = unknownFlags(args, options).map((flag) => {
      const hint = insteadOf(flag, name) ?? didYouMean(flag, known) ?? `run "orm help ${name}" for a list`
      return `${name} has no option ${flag} (${hint})`
    })
    throw new UsageError(...problems)
  }
}

/** Rejects flags that need a command, for a line without one. */
export function checkGlobals(args: readonly string[]): void {
  const unknown = unknownFlags(args, flagsOf({ options: [] }))
  if (unknown.length > 0) throw new UsageError(`no command for ${unknown.join(' ')} (run "orm" for the list)`)
}

/** Returns the flags that a command does not support, as written. */
function unknownFlags(args: readonly string[], options: Record<string, Flag>): string[] {
  const shorts = Object.values(options).map(({ short }) => short)
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true })
  const written = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []))
  const isKnown = (flag: string): boolean => {
    if (!flag.startsWith('--')) return shorts.includes(flag.slice(1))
    return Object.hasOwn(options, flag.slice(2)) || options[flag.replace(/^--no-/, '')]?.type === 'boolean'
  }
  const unknown = written.filter(({ rawName }) => !isKnown(rawName))
  // Letters after one hyphen are several options, but `-watch` was meant as one.
  return [...new Set(unknown.map(({ rawName, index }) => (rawName.startsWith('--') ? rawName : args[index]!)))]
}

/** Rejects `~` in a directory: a shell expands it at the start of a word, but not after the `=` of an option. */
function checkDirectories(given: OrmOptions, { options }: Command): void {
  for (const option of options) {
    const value = given[option]
    if (!isUnknownHome(option, value)) continue
    throw new UsageError(
      `--${flagOf(option)}=${value} would be a directory named "~": write --${flagOf(option)} ${value}`,
    )
  }
}

/** Checks options that have a fixed list of values. */
function checkValues(given: object, rules: Readonly<Record<string, Partial<FlagRule> | object>>): void {
  for (const [name, value] of Object.entries(given)) {
    const { values } = (rules[name] ?? {}) as Partial<FlagRule>
    if (value === undefined || !values || values.includes(value)) continue
    throw new UsageError(`--${flagOf(name)} must be one of ${values.join(', ')}, got "${value}"`)
  }
}
