import type { Code } from './catalogue.js'
import { type Mark, type Place, placeOf, type SourceText } from './source.js'

export type Severity = 'error' | 'warning'

/** A second location that explains the first, such as an earlier declaration of the same name. */
export interface Note extends Place {
  readonly message: string
}

/** A problem with the input: a stable code, one sentence, a location and, if there is one, a hint. */
export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  readonly message: string
  /** Absent if the problem is that there is no file. */
  readonly place?: Place
  readonly hint?: string | undefined
  readonly notes?: readonly Note[]
  /** The text that contains the location, for code frames. */
  readonly source?: SourceText
  /** The number of warnings with this code, if this one represents them all. */
  readonly times?: number
  /** The error that project code threw; its stack shows the location. */
  readonly cause?: Error
}

interface Extras {
  /** A function if the hint is slow to compute: of thousands of problems, only the first hundred are shown. */
  readonly hint?: string | undefined | (() => string | undefined)
  readonly notes?: readonly Note[]
  readonly cause?: unknown
}

/** Warnings have codes with the letter W, behavior codes from B101, or migration lint codes. */
const warnings = /^ORM-(?:W|B1|M[1-4])/

/** Creates a diagnostic. */
export function diagnostic(code: Code, at: Mark | undefined, message: string, extras: Extras = {}): Diagnostic {
  const made: Diagnostic = {
    code,
    severity: warnings.test(code) ? 'warning' : 'error',
    message: hidden(withOrigin(message, at?.addedBy), at),
    ...(at && { place: placeOf(at), source: at.source }),
    ...(extras.notes && { notes: extras.notes }),
    ...(extras.cause instanceof Error && { cause: extras.cause }),
  }
  const hint = typeof extras.hint === 'string' ? hidden(extras.hint, at) : extras.hint
  if (typeof hint !== 'function') return marked(hint ? { ...made, hint } : made, at)
  let known: { readonly hint: string | undefined } | undefined
  const withHint = {
    ...made,
    get hint() {
      const text = hint()
      known ??= { hint: text && hidden(text, at) }
      return known.hint
    },
  }
  return marked(withHint, at)
}

const hidden = (text: string, at: Mark | undefined): string => at?.source.hidden?.(text) ?? text

/** A syntax error in a file. */
export interface SyntaxMistake extends Mark {
  readonly reason: string
  readonly hint?: string
  /** Related locations, such as the start tag of an unclosed element. */
  readonly notes?: readonly { readonly at: Mark; readonly message: string }[]
}

export const syntaxDiagnostic = (code: Code, mistake: SyntaxMistake, message: string): Diagnostic =>
  diagnostic(code, mistake, message, {
    hint: mistake.hint,
    ...(mistake.notes && { notes: mistake.notes.map(({ at, message: text }) => note(at, text)) }),
  })

/** Adds the behavior to a message, unless the message already names it. */
const withOrigin = (message: string, behavior: string | undefined): string =>
  behavior === undefined || message.includes(`behavior "${behavior}"`)
    ? message
    : `${message}, added by behavior "${behavior}"`

export const note = (at: Mark, message: string): Note => marked({ ...placeOf(at), message: hidden(message, at) }, at)

/** The marks of diagnostics and notes. */
const marks = new WeakMap<Diagnostic | Note, Mark>()

function marked<T extends Diagnostic | Note>(made: T, at: Mark | undefined): T {
  if (at) marks.set(made, at)
  return made
}

/** Returns the mark of a diagnostic. */
export const markOf = (diagnostic: Diagnostic): Mark | undefined => marks.get(diagnostic)

/** Returns a diagnostic with its current locations: sections move when text is inserted before them. */
export function upToDate(before: Diagnostic): Diagnostic {
  const at = marks.get(before)
  const notes = before.notes?.map((each) => {
    const mark = marks.get(each)
    return mark ? note(mark, each.message) : each
  })
  return changed(before, { ...(at && { place: placeOf(at) }), ...(notes && { notes }) })
}

export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error'

/** Sorts errors first; then by file, in the order in which files were loaded, then by line and column. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[], files: readonly string[]): Diagnostic[] {
  const rank = new Map(files.map((file, index) => [file, index]))
  const fileRank = (d: Diagnostic) => (d.place ? (rank.get(d.place.file) ?? files.length) : -1)
  return [...diagnostics].sort(
    (a, b) =>
      Number(isError(b)) - Number(isError(a)) ||
      fileRank(a) - fileRank(b) ||
      (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
      (a.place?.column ?? 0) - (b.place?.column ?? 0) ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  )
}

/** Up to this number of warnings with the same code are shown individually. */
const shownOfOneCode = 3

/** Warnings that are folded by message, because one warning for the whole code would hide other names. */
const foldedByMessage: ReadonlySet<Code> = new Set(['ORM-W702'])

/** Folds many warnings with the same code into one; errors are kept. */
export function foldWarnings(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const kindOf = ({ code, message }: Diagnostic): string => (foldedByMessage.has(code) ? message : code)
  const counts = new Map<string, number>()
  for (const diagnostic of diagnostics) counts.set(kindOf(diagnostic), (counts.get(kindOf(diagnostic)) ?? 0) + 1)
  const folded = new Set<string>()
  return diagnostics.flatMap((diagnostic): Diagnostic[] => {
    const kind = kindOf(diagnostic)
    const times = counts.get(kind)!
    if (isError(diagnostic) || times <= shownOfOneCode) return [diagnostic]
    if (folded.has(kind)) return []
    folded.add(kind)
    return [changed(diagnostic, { times })]
  })
}

/** Turns an error into a warning that does not stop the build. */
export const asWarning = (diagnostic: Diagnostic): Diagnostic => changed(diagnostic, { severity: 'warning' })

/** Turns a warning that the project does not accept into an error. */
export const asError = (diagnostic: Diagnostic): Diagnostic => changed(diagnostic, { severity: 'error' })

/** Returns a diagnostic with changed properties; its hint is still only computed on demand. */
function changed(before: Diagnostic, changes: Partial<Diagnostic>): Diagnostic {
  const made = Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(before) }) as Diagnostic
  return marked(Object.assign(made, changes), marks.get(before))
}
