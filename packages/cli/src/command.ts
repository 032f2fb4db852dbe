import type { OptionName, OrmOptions } from 'orm-core/internal'
import type { ExitCode, Io } from './io.js'
import type { Report } from './report.js'

export type CommandGroup = 'Project' | 'Build' | 'Database' | 'Migrations' | 'Documentation'

interface CommandSummary {
  readonly name: string
  /** Shorter names, and those that Propel 2 has for it. */
  readonly aliases?: readonly string[]
  /** The heading in the list of commands. */
  readonly group: CommandGroup
  /** One line for the list of commands. */
  readonly summary: string
}

/** A command in the list: what it works with is loaded when it is asked for, so that no command waits for another. */
export interface ListedCommand extends CommandSummary {
  load(): Promise<CommandWork>
}

export interface Command extends CommandSummary, CommandWork {}

export interface CommandWork {
  readonly options: readonly OptionName[]
  /** What the command does without some of them, where that is not what others do. */
  readonly defaults?: Partial<Record<OptionName, string>>
  /** Flags that no other command has, by their name in camel case. */
  readonly flags?: Readonly<Record<string, FlagRule>>
  /** What may stand behind the name of the command. */
  readonly argument?: {
    readonly name: string
    readonly help: string
    /** Whether there may be more than one. */
    readonly isList?: true
  }
  readonly examples: readonly string[]
  run(options: OrmOptions, io: Io, report: Report, own: OwnOptions): Promise<ExitCode | undefined>
}

export interface FlagRule {
  /** A list is given by naming the flag several times. */
  readonly type: 'string' | 'boolean' | 'number' | 'list'
  /** What the command does without the flag. */
  readonly default: string
  readonly help: string
  readonly values?: readonly string[]
  /** The value that people mean by another word. */
  readonly meaning?: (word: string) => string | undefined
}

/** What the command line says in the command's own terms. */
export interface OwnOptions {
  readonly argument?: string
  /** All arguments, for a command with a list of them. */
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Flags that can be repeated; empty where the flag is not given. */
  readonly lists: Readonly<Record<string, readonly string[]>>
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}
