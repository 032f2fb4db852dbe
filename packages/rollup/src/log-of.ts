import { codeFrame, type Diagnostic, formatDiagnostic, installedPageOf, OrmError } from 'orm-core/internal'

/** What rollup and Vite take as the description of a problem. */
export interface Log {
  readonly message: string
  readonly id?: string
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number }
  readonly frame?: string
  readonly stack?: string
}

/** Only a message: a build does not apply migrations. */
export const unwrittenLog = (changes: readonly string[]): Log => ({
  message: `the schema has changes that are in no migration yet: ${changes.join('; ')} (run "orm migration:diff")`,
})

/** Every diagnostic, with place and frame of the first; its message has no place, as rollup prints `loc`. */
export function logOf(problem: OrmError | Diagnostic): Log {
  const isError = problem instanceof OrmError
  const first = isError ? problem.diagnostics[0] : problem
  const message = isError ? problem.message : formatDiagnostic(problem)
  const log: Log = { message: first ? `${message} [${installedPageOf(first.code)}]` : message }
  if (!first?.place) return log
  const { file, line, column } = first.place
  const loc = { file, line, column: column - 1 }
  const place = placeText(loc)
  return {
    message: log.message.startsWith(place) ? log.message.slice(place.length) : log.message,
    id: file,
    loc,
    frame: codeFrame(first),
  }
}

/** Rollup prints where an error was created, which is always the same line of ours. */
export const withoutStack = (log: Log): Log => ({ ...log, stack: '' })

/** A log in one text, for a logger that prints no `loc`. */
export const logText = ({ message, loc }: Log): string => `${loc ? placeText(loc) : ''}${message}`

const placeText = ({ file, line, column }: NonNullable<Log['loc']>): string => `${file}:${line}:${column + 1} `
