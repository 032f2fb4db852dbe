import type { OptionName, OrmOptions } from 'orm-core/internal'
import type { ExitCode, Io } from './io.js'
import type { Report } from './report.js'

export type CommandGroup = 'Project' | 'Build' | 'Database' | 'Migrations' | 'Documentation'

interface CommandSummary {
  readonly name: string
  /** Short names, and the names that Propel 2 uses. */
  readonly aliases?: readonly string[]
  /** Heading in the list of commands. */
  readonly group: CommandGroup
  /** One-line description for the list of commands. */
  readonly summary: string
}

/** A command in the list. Its implementation is loaded on demand, so that no command waits for others to load. */
export interface ListedCommand extends CommandSummary {
  load(): Promise<CommandWork>
}

export interface Command extends CommandSummary, CommandWork {}

/**
 * What a command does to the project and to the terminal. Abbreviation, the progress line, the summary, questions and the end by
 * Ctrl-C follow from it for all commands, in `run` and `findCommand`.
 */
export interface Conduct {
  /** Whether it may change files or databases, with or without an option. */
  readonly writes: boolean
  /** Whether it may ask the user. */
  readonly asks: boolean
  /** Whether it draws on the terminal itself, or passes it to another program. */
  readonly takesTerminal: boolean
  /** Whether it runs until the user ends it: always, or with one of these options. */
  readonly lasts: boolean | readonly string[]
}

export interface CommandWork {
  readonly does: Conduct
  readonly options: readonly OptionName[]
  /** Defaults of options, if they differ from those of other commands. */
  readonly defaults?: Partial<Record<OptionName, string>>
  /** Flags specific to this command, by camel-case name. */
  readonly flags?: Readonly<Record<string, FlagRule>>
  /** Argument after the command name. */
  readonly argument?: {
    readonly name: string
    readonly help: string
    /** Whether there may be several arguments. */
    readonly isList?: true
  }
  readonly examples: readonly string[]
  run(options: OrmOptions, io: Io, report: Report, own: OwnOptions): Promise<ExitCode | undefined>
}

export interface FlagRule {
  /** Value type; `list` means that the flag can be repeated. */
  readonly type: 'string' | 'boolean' | 'number' | 'list'
  /** What the command does without the flag. */
  readonly default: string
  readonly help: string
  readonly values?: readonly string[]
  /** Maps an alternative word to a value. */
  readonly meaning?: (word: string) => string | undefined
}

/** Command-specific part of the command line. */
export interface OwnOptions {
  readonly argument?: string
  /** All arguments, for a command that accepts a list. */
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Values of repeatable flags; empty if the flag is not given. */
  readonly lists: Readonly<Record<string, readonly string[]>>
}

/** Error for a wrong command line: exit code 2. */
export class UsageError extends Error {
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}
