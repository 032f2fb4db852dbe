import {
  type Diagnostic,
  diagnosticRecord,
  type Rendering,
  renderDiagnostics,
  shownDiagnostics,
} from 'orm-core/internal/errors'
import { isChange, type WriteResult } from 'orm-project/internal/writer'
import type { ExitCode, Io } from './io.js'
import { visibleOutput } from './visible-output.js'

/** How a command tells what it found and did. */
export interface Report {
  /** Problems, or warnings of a command that goes on. */
  diagnostics(diagnostics: readonly Diagnostic[]): void
  files(results: readonly WriteResult[]): void
  notice(text: string): void
  /** What only people want to know, while it happens. */
  progress(text: string): void
  /** What tools get under a name of its own, where people read `lines`. */
  result(name: string, value: readonly unknown[], lines: readonly string[]): void
  /** Called at the end of the command, and of each build of a watch. */
  finish(code?: ExitCode): void
}

export interface TextReportOptions {
  /** Only errors. */
  readonly quiet: boolean
  /** Files that were up to date too. */
  readonly verbose: boolean
  readonly rendering: Rendering
  /** The command, if a line with its counts and its time is wanted at the end. */
  readonly summary?: string
}

/** Lines for people: what was written on standard output, problems on standard error. */
export function textReport(io: Io, { quiet, verbose, rendering, summary }: TextReportOptions): Report {
  const stdout = visibleOutput(io.stdout)
  // Node loads what tells the time when it is asked first.
  const start = summary ? performance.now() : 0
  const written: WriteResult[] = []
  const told: Diagnostic[] = []
  return {
    diagnostics(found) {
      told.push(...found)
      const diagnostics = quiet ? found.filter(({ severity }) => severity === 'error') : found
      if (diagnostics.length > 0) io.stderr.write(`${renderDiagnostics(diagnostics, rendering)}\n`)
    },
    files(results) {
      written.push(...results)
      // At once: thousands of small writes take longer than the lines do.
      const named = verbose ? results : results.filter(isChange)
      if (!verbose && named.length > mostNamed) stdout.write(`${countedText(named)} (-v names them)\n`)
      else if (named.length > 0) stdout.write(named.map(({ path, outcome }) => `${outcome} ${path}\n`).join(''))
      const untouched = results.filter((result) => !isChange(result) && result.outcome !== 'orphaned').length
      if (untouched > 0) stdout.write(`${untouched} of ${results.length} files were up to date\n`)
    },
    notice: (text) => stdout.write(`${text}\n`),
    progress: (text) => stdout.write(`${text}\n`),
    result: (_, __, lines) => void (lines.length > 0 && stdout.write(`${lines.join('\n')}\n`)),
    finish(code = 0) {
      const line = summary && summaryLine(summary, written, told, performance.now() - start, code)
      if (line) stdout.write(`${line}\n`)
    },
  }
}

/** `build: created 12 files, 3 up to date, 1 warning; 1.4 s`; nothing for a command that wrote no file and was quick or failed. */
function summaryLine(
  command: string,
  files: readonly WriteResult[],
  diagnostics: readonly Diagnostic[],
  milliseconds: number,
  code: ExitCode,
): string | undefined {
  if (files.length === 0 && milliseconds < 1000) return undefined
  const changed = files.filter(isChange)
  const number = (severity: Diagnostic['severity']): number =>
    diagnostics.reduce((sum, each) => sum + (each.severity === severity ? (each.times ?? 1) : 0), 0)
  const parts = [
    ...(changed.length > 0 ? [countedText(changed)] : []),
    ...(files.length > changed.length ? [`${files.length - changed.length} up to date`] : []),
    ...(number('error') > 0 ? [count(number('error'), 'error')] : []),
    ...(number('warning') > 0 ? [count(number('warning'), 'warning')] : []),
  ]
  if (parts.length === 0 && code !== 0) return undefined
  return `${command}: ${parts.length > 0 ? parts.join(', ') : 'done'}; ${(milliseconds / 1000).toFixed(1)} s`
}

/** So many files are named one by one; of more, people get their numbers. */
const mostNamed = 30

/** `created 120 files, updated 3 files`. */
function countedText(results: readonly WriteResult[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, number]) => `${outcome} ${count(number, 'file')}`).join(', ')
}

/**
 * One JSON document on standard output, for tools: `{ diagnostics, more, files, notices }`, and what the command has found. A
 * watch writes one for each build, each on a line of its own, so that a tool can read them line by line.
 */
export function jsonReport(io: Io, { isWatching = false } = {}): Report {
  let found: Diagnostic[] = []
  let files: WriteResult[] = []
  let notices: string[] = []
  let results: Record<string, readonly unknown[]> = {}
  let documents = 0
  return {
    diagnostics: (diagnostics) => found.push(...diagnostics),
    files: (results) => files.push(...results),
    notice: (text) => notices.push(text),
    progress: () => {},
    result(name, value) {
      results[name] = [...(results[name] ?? []), ...value]
    },
    finish() {
      // A watch has finished each of its builds already when it ends itself.
      if (documents++ > 0 && found.length + files.length + notices.length === 0) return
      const diagnostics = found.slice(0, shownDiagnostics).map(diagnosticRecord)
      const document = { diagnostics, more: found.length - diagnostics.length, files, notices, ...results }
      io.stdout.write(`${JSON.stringify(document, null, isWatching ? 0 : 2)}\n`)
      found = []
      files = []
      notices = []
      results = {}
    },
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
const unreachable: ReadonlySet<string> = new Set(['ORM-D001', 'ORM-D007', 'ORM-D008', 'ORM-D027'])

/** A file that cannot be read; where one cannot be written, the work failed (1). */
const unreadable: ReadonlySet<string> = new Set([
  'ORM-C001',
  'ORM-C002',
  'ORM-C003',
  'ORM-C006',
  'ORM-C007',
  'ORM-C008',
  'ORM-C009',
  'ORM-C010',
  'ORM-C011',
  'ORM-S001',
  'ORM-S002',
  'ORM-S005',
  'ORM-D003',
  'ORM-D022',
])

/** `1 table`, `2 tables`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
