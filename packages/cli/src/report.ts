import { codeFrame, type Diagnostic, formatDiagnostic, type WriteResult } from 'orm-core'
import type { ExitCode } from './command.js'
import type { Io } from './io.js'

/** One line a file that was written, and one for those that were right already. */
export function reportFiles(results: readonly WriteResult[], io: Io): void {
  for (const { path, outcome } of results) {
    if (outcome === 'created' || outcome === 'updated') io.stdout.write(`${outcome} ${path}\n`)
  }
  const untouched = results.filter(({ outcome }) => outcome === 'unchanged' || outcome === 'kept').length
  if (untouched > 0) io.stdout.write(`${untouched} of ${results.length} files were up to date\n`)
}

/** All problems, with the line that they are about on a terminal. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], io: Io): void {
  for (const diagnostic of diagnostics) {
    io.stderr.write(`${formatDiagnostic(diagnostic)}\n`)
    const frame = io.stderr.isTTY ? codeFrame(diagnostic) : ''
    if (frame) io.stderr.write(`${frame}\n\n`)
  }
}

/** Input that cannot be found comes before input that is wrong. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const codes = diagnostics.map(({ code }) => code)
  if (codes.some((code) => unreachable.has(code))) return 4
  if (codes.some((code) => unreadable.has(code))) return 3
  return 1
}

// A statement that the server rejects is wrong input (1); here it is the database that is not there.
const unreachable: ReadonlySet<string> = new Set(['ORM-D001', 'ORM-D007', 'ORM-D008'])

const unreadable: ReadonlySet<string> = new Set([
  'ORM-C001',
  'ORM-C002',
  'ORM-C003',
  'ORM-C006',
  'ORM-C007',
  'ORM-C008',
  'ORM-C009',
  'ORM-C010',
  'ORM-S001',
  'ORM-D003',
])
