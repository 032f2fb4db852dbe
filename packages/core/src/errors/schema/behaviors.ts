import { type Diagnostic, diagnostic, note } from '../diagnostic.js'
import { didYouMean } from '../nearest.js'
import type { Mark } from '../source.js'
import { quoted } from './quoted.js'

export const unknownBehavior = (at: Mark, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-S701', at, `unknown behavior "${name}"; available: ${quoted(known) || 'none'}`, {
    hint: () => didYouMean(name, known),
  })

export const idNotAllowed = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-S702', at, `behavior "${name}" cannot have an id`)

export const unknownParameter = (at: Mark, behavior: string, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-S703', at, `behavior "${behavior}" has no parameter "${name}"`, {
    hint: () => didYouMean(name, known),
  })

export const behaviorTwice = (at: Mark, table: string, behavior: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S704', at, `table "${table}" already has behavior "${behavior}"`, {
    notes: [note(first, 'first used here')],
  })

export const parameterTwice = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-W701', at, `parameter "${name}" is given twice`)
