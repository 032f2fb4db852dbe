import type { Diagnostic } from './diagnostic.js'
import { formatDiagnostics } from './format.js'

/** Parsing stops after this many errors: more are of no use, and a hostile file can have one for each of its bytes. */
export const mostErrors = 10_000

/** Thrown by the public functions if the input has problems; contains all of them. */
export class OrmError extends Error {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(formatDiagnostics(diagnostics), options)
    this.name = 'OrmError'
    this.diagnostics = diagnostics
  }
}
