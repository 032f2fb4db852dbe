import type { Code } from './catalogue.js'
import { type Mark, type Place, placeOf, type SourceText } from './source.js'

export type Severity = 'error' | 'warning'

/** A second place that explains the first, for example where a name was declared before. */
export interface Note extends Place {
  readonly message: string
}

/** One problem of the input: a stable code, one sentence, a place and, if there is one, a hint. */
export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  readonly message: string
  /** Absent when the problem is that there is no file at all. */
  readonly place?: Place
  readonly hint?: string | undefined
  readonly notes?: readonly Note[]
  /** The text around the place, for code frames. */
  readonly source?: SourceText
  /** How many warnings of this code there are, where one stands for all of them. */
  readonly times?: number
  /** The error that code of the project threw, whose stack says where. */
  readonly cause?: Error
}

interface Extras {
  /** As a function where it takes time to make: of thousands of problems only the first hundred are ever shown. */
  readonly hint?: string | undefined | (() => string | undefined)
  readonly notes?: readonly Note[]
  readonly cause?: unknown
}

/** Codes with the letter W are warnings, those of behaviors from B101 on, and what the lint of migrations says. */
const warnings = /^ORM-(?:W|B1|M[1-4])/

/** Makes a diagnostic. */
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

/** What is wrong with the syntax of a file. */
export interface SyntaxMistake extends Mark {
  readonly reason: string
  readonly hint?: string
  /** Other positions that belong to it, such as the start tag of an element that is not closed. */
  readonly notes?: readonly { readonly at: Mark; readonly message: string }[]
}

export const syntaxDiagnostic = (code: Code, mistake: SyntaxMistake, message: string): Diagnostic =>
  diagnostic(code, mistake, message, {
    hint: mistake.hint,
    ...(mistake.notes && { notes: mistake.notes.map(({ at, message: text }) => note(at, text)) }),
  })

/** A message that names the behavior already does not need it again. */
const withOrigin = (message: string, behavior: string | undefined): string =>
  behavior === undefined || message.includes(`behavior "${behavior}"`)
    ? message
    : `${message}, added by behavior "${behavior}"`

export const note = (at: Mark, message: string): Note => marked({ ...placeOf(at), message: hidden(message, at) }, at)

/** What diagnostics and notes are about. */
const marks = new WeakMap<Diagnostic | Note, Mark>()

function marked<T extends Diagnostic | Note>(made: T, at: Mark | undefined): T {
  if (at) marks.set(made, at)
  return made
}

/** What a diagnostic is about. */
export const markOf = (diagnostic: Diagnostic): Mark | undefined => marks.get(diagnostic)

/** The same with its places as they are now: sections move when something is written before them. */
export function upToDate(before: Diagnostic): Diagnostic {
  const at = marks.get(before)
  const notes = before.notes?.map((each) => {
    const mark = marks.get(each)
    return mark ? note(mark, each.message) : each
  })
  return changed(before, { ...(at && { place: placeOf(at) }), ...(notes && { notes }) })
}

export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error'

/** Errors first; each by file in the order in which files were loaded, then by line and column. */
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

/** So many warnings of one code are shown one by one. */
const shownOfOneCode = 3

/** Warnings whose names matter: one for all of a code would hide the other names. */
const foldedByMessage: ReadonlySet<Code> = new Set(['ORM-W702'])

/** One warning for all of a code that many places have; errors stay as they are. */
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

/** An error that does not stop what is being built. */
export const asWarning = (diagnostic: Diagnostic): Diagnostic => changed(diagnostic, { severity: 'warning' })

/** A warning that the project does not accept. */
export const asError = (diagnostic: Diagnostic): Diagnostic => changed(diagnostic, { severity: 'error' })

/** The same diagnostic with other properties; its hint is still worked out only when it is asked for. */
function changed(before: Diagnostic, changes: Partial<Diagnostic>): Diagnostic {
  const made = Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(before) }) as Diagnostic
  return marked(Object.assign(made, changes), marks.get(before))
}
