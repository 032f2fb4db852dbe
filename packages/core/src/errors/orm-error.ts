import type { Diagnostic } from './diagnostic.js'
import { formatDiagnostics } from './format.js'

/** After so many errors reading ends: more are of no use, and a hostile file can have one for each of its bytes. */
export const mostErrors = 10_000

/** Thrown at the edge when the input has problems; carries all of them. */
export class OrmError extends Error {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(formatDiagnostics(diagnostics), options)
    this.name = 'OrmError'
    this.diagnostics = diagnostics
  }
}
