import type { Diagnostic, Note } from './diagnostic.js'
import { pageOf } from './page.js'
import { terminalLine, terminalText } from './terminal-text.js'

/** The maximum number of diagnostics shown; of the rest, only the count is shown. */
export const shownDiagnostics = 100

/** Formats a diagnostic as `file:line:column code message (hint)`, with one indented line per note. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { place } = diagnostic
  const where = place ? `${terminalText(place.file)}:${place.line}:${place.column} ` : ''
  const hint = diagnostic.hint ? ` (${terminalText(diagnostic.hint)})` : ''
  const times = diagnostic.times === undefined ? '' : `; ${diagnostic.times} times, this is the first`
  const notes = (diagnostic.notes ?? []).map(
    (n) => `\n  note: ${terminalText(n.file)}:${n.line}:${n.column} ${terminalText(n.message)}`,
  )
  return `${where}${diagnostic.code} ${terminalText(diagnostic.message)}${hint}${times}${notes.join('')}`
}

const frameWidth = 300

/** Returns as many characters of a line as fit into a code frame; a surrogate pair is one character. */
function characters(line: string, from: number): string[] {
  const found: string[] = []
  let position = 0
  for (const character of line) {
    if (position++ < from) continue
    if (found.push(character) === frameWidth) break
  }
  return found
}

/**
 * Returns the line of a diagnostic and the one before it, with a caret below the location; empty if the text must not be shown.
 */
export function codeFrame(diagnostic: Diagnostic): string {
  const { place, source } = diagnostic
  if (!place || source?.line(place.line) === undefined) return ''
  const numbers = [place.line - 1, place.line].filter((number) => number > 0)
  const width = String(place.line).length
  // Of a line that is too long for any screen, only the part around the location is shown.
  const from = Math.max(0, place.column - 1 - frameWidth / 2)
  const shown = (number: number): string[] => characters(source.line(number) ?? '', from)
  const rows = numbers.map((number) => `${String(number).padStart(width)} | ${terminalLine(shown(number).join(''))}`)
  // Tabs before the caret are kept, so that it is below its character for any tab width.
  const before = shown(place.line).slice(0, place.column - 1 - from)
  const caret = before.map((character) => (character === '\t' ? '\t' : ' ')).join('')
  return [...rows, `${' '.repeat(width)} | ${caret}^`].join('\n')
}

/** Formats up to a hundred diagnostics, with one or more lines each, then the number of remaining ones. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const lines = diagnostics.slice(0, shownDiagnostics).map(formatDiagnostic)
  const rest = remainder(diagnostics)
  return (rest === '' ? lines : [...lines, rest]).join('\n')
}

/** Describes how many diagnostics are not shown; empty if all are. */
export const remainder = ({ length }: readonly Diagnostic[]): string =>
  length > shownDiagnostics ? `… and ${length - shownDiagnostics} more` : ''

/** A diagnostic in machine-readable form. */
export interface DiagnosticRecord {
  readonly code: string
  readonly severity: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly hint?: string
  readonly times?: number
  readonly notes?: readonly Note[]
  /** The section of the manual that explains the code, by file and anchor. */
  readonly page: string
}

export function diagnosticRecord(diagnostic: Diagnostic): DiagnosticRecord {
  const { code, severity, message, place, hint, times, notes } = diagnostic
  return {
    code,
    severity,
    message,
    ...place,
    ...(hint !== undefined && { hint }),
    ...(times !== undefined && { times }),
    ...(notes && { notes }),
    page: pageOf(code),
  }
}
