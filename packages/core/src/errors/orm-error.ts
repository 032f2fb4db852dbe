import type { Diagnostic } from './diagnostic.js'
import { formatDiagnostics } from './format.js'

/** Thrown at the edge when the input has problems; carries all of them. */
export class OrmError extends Error {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics))
    this.name = 'OrmError'
    this.diagnostics = diagnostics
  }
}
