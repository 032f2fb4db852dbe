import {
  type Diagnostic,
  diagnosticRecord,
  type Rendering,
  renderDiagnostics,
  shownDiagnostics,
} from 'orm-core/internal/errors'
import { isChange, type WriteResult } from 'orm-project/internal/writer'
import type { ExitCode, Io } from './io.js'
import { tellNotice, visibleOutput } from './visible-output.js'

/** Output of a command. */
export interface Report {
  /** Reports errors, or warnings if the command continues. */
  diagnostics(diagnostics: readonly Diagnostic[]): void
  files(results: readonly WriteResult[]): void
  notice(text: string): void
  /** Reports what the user should know besides the results: for users on standard error, so that a pipe gets results only. */
  note(text: string): void
  /** Reports progress, for users only. */
  progress(text: string): void
  /** Reports a result: `value` under `name` for tools, `lines` for users. */
  result(name: string, value: readonly unknown[], lines: readonly string[]): void
  /** Called at the end of the command, and after each build of a watch. */
  finish(code?: ExitCode): void
  /** Whether nothing that the command has done was reported. */
  readonly isEmpty: boolean
}

export interface TextReportOptions {
  /** Whether to report errors only. */
  readonly quiet: boolean
  /** Whether to report files that were up to date too. */
  readonly verbose: boolean
  readonly rendering: Rendering
  /** Name of the command, if a summary line with counts and duration is wanted. */
  readonly summary?: string
}

/** Returns a report for users: results on standard output, problems on standard error. */
export function textReport(io: Io, { quiet, verbose, rendering, summary }: TextReportOptions): Report {
  const stdout = visibleOutput(io.stdout)
  // Accessing `performance` loads a Node module, so it happens only if needed.
  const start = summary ? performance.now() : 0
  const written: WriteResult[] = []
  const told: Diagnostic[] = []
  let isEmpty = true
  return {
    get isEmpty() {
      return isEmpty && !written.some(isChange)
    },
    diagnostics(found) {
      told.push(...found)
      const diagnostics = quiet ? found.filter(({ severity }) => severity === 'error') : found
      if (diagnostics.length > 0) io.stderr.write(`${renderDiagnostics(diagnostics, rendering)}\n`)
    },
    files(results) {
      written.push(...results)
      // Written in one piece, because thousands of small writes take longer than creating the lines.
      const named = verbose ? results : results.filter(isChange)
      if (!verbose && named.length > mostNamed) stdout.write(`${countedText(named)} (-v names them)\n`)
      else if (named.length > 0) stdout.write(named.map(({ path, outcome }) => `${outcome} ${path}\n`).join(''))
      const untouched = results.filter((result) => !isChange(result) && result.outcome !== 'orphaned').length
      if (untouched > 0) stdout.write(`${untouched} of ${results.length} files were up to date\n`)
    },
    notice: (text) => stdout.write(`${text}\n`),
    note: (text) => tellNotice(io, text),
    progress: (text) => stdout.write(`${text}\n`),
    result(_, __, lines) {
      isEmpty = false
      if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
    },
    finish(code = 0) {
      const line = summary && summaryLine(summary, written, told, performance.now() - start, code)
      if (line) stdout.write(`${line}\n`)
    },
  }
}

/**
 * Returns a line such as `build: created 12 files, 3 up to date, 1 warning; 1.4 s`, or nothing if the command wrote no file and
 * was quick or failed.
 */
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

/** Maximum number of files that are listed. Beyond it, only the counts are shown. */
const mostNamed = 30

/** Returns text such as `created 120 files, updated 3 files`. */
function countedText(results: readonly WriteResult[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, number]) => `${outcome} ${count(number, 'file')}`).join(', ')
}

/**
 * Returns a report for tools: one JSON document `{ diagnostics, more, files, notices }` with the results of the command on
 * standard output. A watch writes one document per build, each on a separate line, so that a tool can read them line by line.
 */
export function jsonReport(io: Io, { isLasting = false } = {}): Report {
  let found: Diagnostic[] = []
  let files: WriteResult[] = []
  let notices: string[] = []
  let results: Record<string, readonly unknown[]> = {}
  let documents = 0
  return {
    get isEmpty() {
      return Object.keys(results).length === 0 && !files.some(isChange)
    },
    diagnostics: (diagnostics) => found.push(...diagnostics),
    files: (results) => files.push(...results),
    notice: (text) => notices.push(text),
    note: (text) => notices.push(text),
    progress: () => {},
    result(name, value) {
      results[name] = [...(results[name] ?? []), ...value]
    },
    finish() {
      // A watch has already finished each of its builds when it ends.
      if (documents++ > 0 && found.length + files.length + notices.length === 0) return
      const diagnostics = found.slice(0, shownDiagnostics).map(diagnosticRecord)
      const document = { diagnostics, more: found.length - diagnostics.length, files, notices, ...results }
      io.stdout.write(`${JSON.stringify(document, null, isLasting ? 0 : 2)}\n`)
      found = []
      files = []
      notices = []
      results = {}
    },
  }
}

/** Returns the exit code. Missing input takes precedence over invalid input, and input over options. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const codes = diagnostics.map(({ code }) => code)
  if (codes.some((code) => unreachable.has(code))) return 4
  if (codes.some((code) => unreadable.has(code))) return 3
  return codes.length > 0 && codes.every((code) => ofOptions.has(code)) ? 2 : 1
}

// Codes for an unreachable database. A statement that the server rejects is invalid input (1) instead.
const unreachable: ReadonlySet<string> = new Set(['ORM-D001', 'ORM-D007', 'ORM-D008', 'ORM-D027'])

/** Codes for wrong options. */
const ofOptions: ReadonlySet<string> = new Set(['ORM-C201', 'ORM-C202', 'ORM-D012', 'ORM-D013'])

/** Codes for unreadable files. If a file cannot be written, the work has failed (1). */
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

/** Returns text such as `1 table` or `2 tables`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Reports that a database is created, which remains even if the command is interrupted later. */
export const tellCreated = (connection: string, database: string, report: Report): void =>
  report.result('databases', [{ connection, database }], [`creating database "${database}"`])
