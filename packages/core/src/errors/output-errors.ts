import { type Diagnostic, diagnostic } from './diagnostic.js'
import type { Mark, Place } from './source.js'

/** Returns a mark for a location in a file whose text is not available, such as a module. */
export const markAt = (place: Place): Mark => ({
  offset: 0,
  source: { file: place.file, placeAt: () => place, before: () => '', line: () => undefined },
})

/** What a configuration can load. */
type Kind = 'output' | 'dialect' | 'behavior'

export const notLoaded = (at: Mark | undefined, kind: Kind, specifier: string, reason: string): Diagnostic =>
  diagnostic('ORM-P001', at, `${kind} "${specifier}" cannot be loaded: ${reason}`)

/** Reports a plugin disabled by --no-plugins. A missing output is only a warning, but a connection needs its dialect. */
export const notRun = (at: Mark | undefined, kind: Kind | 'template', specifier: string): Diagnostic =>
  kind === 'output' || kind === 'template'
    ? diagnostic('ORM-W003', at, `${kind} "${specifier}" is not run because of --no-plugins`)
    : notLoaded(at, kind, specifier, 'code of the project is not loaded because of --no-plugins')

export const outputFailed = (at: Mark | undefined, name: string, reason: string, cause?: unknown): Diagnostic =>
  diagnostic('ORM-P002', at, `output "${name}" failed: ${reason}`, {
    cause,
    ...(cause !== undefined && { hint: '-v shows the stack' }),
  })

export const outputWarning = (name: string, message: string): Diagnostic =>
  diagnostic('ORM-W004', undefined, `output "${name}": ${message}`)

export const fileOutside = (at: Mark | undefined, name: string, path: string, directory: string): Diagnostic =>
  diagnostic('ORM-P003', at, `output "${name}": file "${path}" is not a file below "${directory}"`, {
    hint: 'a path is relative, with slashes, and has no name that begins with .orm-',
  })

export const directoryOutside = (at: Mark | undefined, name: string, directory: string, keys: readonly string[]) =>
  diagnostic('ORM-P003', at, `output "${name}": directory "${directory}" is not inside the project`, {
    hint: `name a path inside of it, or one of ${keys.join(', ')}`,
  })

export const fileOfTwo = (at: Mark | undefined, path: string, first: string, second: string): Diagnostic =>
  diagnostic(
    'ORM-P004',
    at,
    first === second
      ? `output "${first}" writes "${path}" twice`
      : `outputs "${first}" and "${second}" both write "${path}"`,
  )

export const outputOfTwo = (at: Mark | undefined, name: string): Diagnostic =>
  diagnostic('ORM-P005', at, `there is already an output "${name}"`, { hint: 'give one of them another name' })

export const unreadableTemplate = (at: Mark | undefined, path: string, reason: string): Diagnostic =>
  diagnostic('ORM-P006', at, `cannot read template ${path}: ${reason}`)

export const templateMistake = (
  at: Mark | undefined,
  template: string,
  subject: string,
  reason: string,
  cause?: unknown,
) => diagnostic('ORM-P007', at, `template ${template}${subject === '' ? '' : `, ${subject}`}: ${reason}`, { cause })
