import { codeFrame, type Diagnostic, formatDiagnostic, installedPageOf, OrmError } from 'orm-core/internal'

/** Description of a problem for rollup and Vite. */
export interface Log {
  readonly message: string
  readonly id?: string
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number }
  readonly frame?: string
  readonly stack?: string
}

/** Returns a warning about changes without a migration, because a build does not apply migrations. */
export const unwrittenLog = (changes: readonly string[]): Log => ({
  message: `the schema has changes that are in no migration yet: ${changes.join('; ')} (run "orm migration:diff")`,
})

/**
 * Returns a log with all diagnostics and the location and frame of the first. Its location is not in the message, because
 * rollup prints `loc`.
 */
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

/** Removes the stack, which always points to the same internal line. */
export const withoutStack = (log: Log): Log => ({ ...log, stack: '' })

/** Returns a log as text, for a logger that does not print `loc`. */
export const logText = ({ message, loc }: Log): string => `${loc ? placeText(loc) : ''}${message}`

const placeText = ({ file, line, column }: NonNullable<Log['loc']>): string => `${file}:${line}:${column + 1} `
