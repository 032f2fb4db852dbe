import type { Diagnostic } from './diagnostic.js'

/** `file:line:column code message (hint)`, with one indented line a note. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { place } = diagnostic
  const where = place ? `${place.file}:${place.line}:${place.column} ` : ''
  const hint = diagnostic.hint ? ` (${diagnostic.hint})` : ''
  const notes = (diagnostic.notes ?? []).map((n) => `\n  note: ${n.file}:${n.line}:${n.column} ${n.message}`)
  return `${where}${diagnostic.code} ${diagnostic.message}${hint}${notes.join('')}`
}

/** The line of a diagnostic with the one before it and a caret below the place; empty where there is no text. */
export function codeFrame(diagnostic: Diagnostic): string {
  const { place, source } = diagnostic
  if (!place || !source) return ''
  const numbers = [place.line - 1, place.line].filter((number) => number > 0)
  const width = String(place.line).length
  const rows = numbers.map((number) => `${String(number).padStart(width)} | ${source.line(number) ?? ''}`)
  // Tabs before the caret are kept, so that it stands below its character whatever the tab width.
  const before = [...(source.line(place.line) ?? '')].slice(0, place.column - 1)
  const caret = before.map((character) => (character === '\t' ? '\t' : ' ')).join('')
  return [...rows, `${' '.repeat(width)} | ${caret}^`].join('\n')
}
