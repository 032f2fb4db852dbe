import type { OptionName, OrmOptions } from 'orm-core'
import type { Io } from './io.js'
import type { Report } from './report.js'

/** 0 done, 1 the input has errors, 2 wrong usage, 3 a file cannot be read, 4 database error, 5 files are outdated. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5

export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  readonly options: readonly OptionName[]
  readonly example: string
  run(options: OrmOptions, io: Io, report: Report): Promise<ExitCode | undefined>
}
