import { isError, type Place, type Diagnostic as Problem } from 'orm-core/internal'
import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'

interface Texts {
  absolute(path: string): string
  /** Returns the document of a path, or undefined if the file is unknown. */
  documentOf(path: string): TextDocument | undefined
  uriOf(path: string): string
}

/** Data of a problem for quick fixes. */
export interface ProblemData {
  readonly hint?: string | undefined
}

/** Converts compiler diagnostics for the editor, by file path. Those without a file are assigned to `fallback`. */
export function diagnosticsByFile(
  problems: readonly Problem[],
  texts: Texts,
  fallback: string,
): Map<string, Diagnostic[]> {
  const byFile = new Map<string, Diagnostic[]>()
  for (const problem of problems) {
    const path = problem.place ? texts.absolute(problem.place.file) : fallback
    const found = byFile.get(path)
    if (found) found.push(diagnosticOf(problem, path, texts))
    else byFile.set(path, [diagnosticOf(problem, path, texts)])
  }
  return byFile
}

function diagnosticOf(problem: Problem, path: string, texts: Texts): Diagnostic {
  const { code, message, hint, notes = [], place } = problem
  return {
    range: rangeAt(place, texts.documentOf(path)),
    severity: isError(problem) ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: 'orm',
    message: hint ? `${message}\n${hint}` : message,
    data: { hint } satisfies ProblemData,
    relatedInformation: notes.map((note) => {
      const file = texts.absolute(note.file)
      return {
        location: { uri: texts.uriOf(file), range: rangeAt(note, texts.documentOf(file)) },
        message: note.message,
      }
    }),
  }
}

/** Returns the range from a location to the end of the word, value or tag name that starts there. */
export function rangeAt(place: Place | undefined, document: TextDocument | undefined): Range {
  if (!place) return { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
  const line = place.line - 1
  const text = document?.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } }) ?? ''
  // The compiler does not count the byte order mark at the start of a file.
  const column = place.column - 1 + (line === 0 && text.startsWith('\ufeff') ? 1 : 0)
  // Locations count characters, but editors count UTF-16 code units.
  const before = /[\ud800-\udbff]/.test(text) ? [...text].slice(0, column).join('') : text.slice(0, column)
  const character = before.length
  const isValue = /=\s*["']$/.test(before)
  const found = (isValue ? /^[^"'\r\n]*/ : /^<?[\w.:-]+|^./u).exec(text.slice(character))
  return { start: { line, character }, end: { line, character: character + (found?.[0].length ?? 0) } }
}
