import { type Diagnostic, diagnostic, note } from './diagnostic.js'
import { didYouMean } from './nearest.js'
import type { Mark } from './source.js'

/** The codes that `-- orm: allow` takes, and what `allow` is given without its prefix. */
export const unknownDirective = (at: Mark, word: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-M001', at, `unknown directive "${word}"`, {
    hint: didYouMean(word, known) ?? `known: ${known.join(', ')}`,
  })

export const badDirective = (at: Mark, message: string, hint?: string): Diagnostic =>
  diagnostic('ORM-M002', at, message, { hint })

export const directiveTwice = (at: Mark, word: string, first: Mark): Diagnostic =>
  diagnostic('ORM-M002', at, `"-- orm: ${word}" stands here a second time`, {
    notes: [note(first, 'first given here')],
  })

export const statementOutside = (at: Mark): Diagnostic =>
  diagnostic('ORM-M003', at, 'the statement belongs to neither "up" nor "down"', {
    hint: 'write the line "-- orm: up" above it',
  })

export const noUp = (at: Mark): Diagnostic =>
  diagnostic('ORM-M003', at, 'the file has no line "-- orm: up"', { hint: 'write it above the first statement' })
