import { BuildError } from '../build-error.js'
import { type Diagnostic, diagnostic, note } from '../diagnostic.js'
import { didYouMean, suggestions } from '../nearest.js'
import type { Mark } from '../source.js'

/** Where an unknown behavior was searched for, and what to use instead of one that existed once. */
interface Trace {
  /** Where else than among the known behaviors. */
  readonly looked: string
  readonly wayOut: string | undefined
}

const unknownName = (name: string, { looked }: Trace): string =>
  `unknown behavior "${name}"${looked === '' ? '' : `; looked for ${looked}`}`

const instead = (name: string, known: readonly string[], { wayOut }: Trace): string =>
  wayOut ?? suggestions(name, known, 'available')

export const unknownBehavior = (at: Mark, name: string, known: readonly string[], trace: Trace): Diagnostic =>
  diagnostic('ORM-S701', at, unknownName(name, trace), {
    hint: () =>
      `${instead(name, known, trace)}; --ignore-unknown-behaviors builds without it, as does "generator.ignoredBehaviors: [${name}]" in the configuration`,
  })

export const ignoredBehavior = (at: Mark, name: string, known: readonly string[], trace: Trace): Diagnostic =>
  diagnostic('ORM-W702', at, `${unknownName(name, trace)}; it is ignored`, {
    hint: () => instead(name, known, trace),
  })

export const storedTwice = (at: Mark, id: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S704', at, `a "config_store" with the id "${id}" already exists`, {
    notes: [note(first, 'first used here')],
  })

export const unknownStored = (at: Mark, id: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-S701', at, `there is no "config_store" with the id "${id}"`, { hint: () => didYouMean(id, known) })

export const onlyForStored = (at: Mark, attribute: string, behavior: string, owner: string): Diagnostic =>
  diagnostic('ORM-W105', at, `attribute "${attribute}" has no effect on behavior "${behavior}": it is for "${owner}"`)

export const idNotAllowed = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-S702', at, `behavior "${name}" cannot have an id`, { hint: 'a table can use it only once' })

export const unknownParameter = (at: Mark, behavior: string, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-S703', at, `behavior "${behavior}" has no parameter "${name}"`, {
    hint: () =>
      didYouMean(name, known) ?? (known.length === 0 ? 'it has no parameters' : `it has: ${known.join(', ')}`),
  })

export const behaviorTwice = (
  at: Mark,
  table: string,
  behavior: string,
  first: Mark,
  isMultiple: boolean,
): Diagnostic =>
  diagnostic('ORM-S704', at, `table "${table}" already has behavior "${behavior}"`, {
    hint: isMultiple ? 'give one of them another id' : 'remove one of them',
    notes: [note(first, 'first used here')],
  })

interface UsedAt extends Mark {
  parameter?(name: string): Mark | undefined
}

/**
 * Returns the diagnostics for anything that a behavior throws: a `BuildError` is a problem in the schema, everything else is a
 * bug in the behavior. The owner is the table or the database that uses it.
 */
export function behaviorProblems(at: UsedAt, owner: string, behavior: string, error: unknown): Diagnostic[] {
  if (error instanceof AggregateError) {
    return error.errors.flatMap((one: unknown) => behaviorProblems(at, owner, behavior, one))
  }
  const subject = `${owner}, behavior "${behavior}"`
  if (error instanceof BuildError) {
    const { node, parameter, hint, message } = error
    const place = node?.origin ?? (parameter === undefined ? undefined : at.parameter?.(parameter)) ?? at
    return [diagnostic('ORM-B001', place, `${subject}: ${message}`, { hint })]
  }
  const reason = error instanceof Error ? error.message : String(error)
  return [
    diagnostic('ORM-B006', at, `${subject} failed: ${reason}`, {
      hint: 'this is a bug in the behavior; -v shows the stack',
      cause: error,
    }),
  ]
}

export const behaviorDoubts = (at: Mark, table: string, behavior: string, message: string): Diagnostic =>
  diagnostic('ORM-B101', at, `table "${table}", behavior "${behavior}": ${message}`)

export const behaviorConflict = (
  at: Mark,
  table: string,
  behavior: string,
  message: string,
  hint: string,
): Diagnostic => diagnostic('ORM-B009', at, `table "${table}", behavior "${behavior}": ${message}`, { hint })

/** A behavior and the table that uses it; undefined if a database uses it. */
interface ParameterOwner {
  readonly table: string | undefined
  readonly behavior: string
}

const ofTable = ({ table }: ParameterOwner): string => (table === undefined ? '' : `table "${table}": `)

export const badParameter = (
  at: Mark,
  owner: ParameterOwner,
  name: string,
  expects: string,
  value: string,
): Diagnostic =>
  diagnostic(
    'ORM-B002',
    at,
    `${ofTable(owner)}parameter "${name}" of behavior "${owner.behavior}" must be ${expects}, not "${value}"`,
  )

export const badItem = (at: Mark, owner: ParameterOwner, name: string, reason: string): Diagnostic =>
  diagnostic('ORM-B002', at, `${ofTable(owner)}parameter "${name}" of behavior "${owner.behavior}": ${reason}`)

export const missingParameter = (at: Mark, owner: ParameterOwner, name: string, doc: string | undefined): Diagnostic =>
  diagnostic('ORM-B002', at, `${ofTable(owner)}behavior "${owner.behavior}" needs the parameter "${name}"`, {
    hint: doc,
  })

export const memberTwice = (at: Mark, table: string, member: string, first: string, second: string): Diagnostic =>
  diagnostic('ORM-B003', at, `table "${table}": ${member} comes from ${first} and from ${second}`, {
    hint: 'set the phpName of a column or relation, or remove a behavior',
  })

export const parentTwice = (at: Mark, table: string, first: string, second: string): Diagnostic =>
  diagnostic('ORM-B004', at, `table "${table}": behaviors "${first}" and "${second}" both set the parent class`)

export const behaviorNotLoaded = (at: Mark, name: string, reason: string): Diagnostic =>
  diagnostic('ORM-B005', at, `behavior "${name}" cannot be loaded: ${reason}`)

/** Reports code of a behavior that PHP could not parse. */
export const invalidPhp = (
  at: Mark,
  table: string,
  behavior: string,
  subject: string,
  { reason, line, where = '' }: { readonly reason: string; readonly line: number; readonly where?: string },
): Diagnostic => {
  const place = line > 0 ? `, line ${line}${where}` : ''
  return diagnostic(
    'ORM-B007',
    at,
    `table "${table}", behavior "${behavior}": ${subject} is not valid PHP${place}: ${reason}`,
    { hint: 'this is a bug in the behavior' },
  )
}

export const behaviorFileOutside = (at: Mark, table: string, behavior: string, path: string): Diagnostic =>
  diagnostic(
    'ORM-B008',
    at,
    `table "${table}", behavior "${behavior}": file "${path}" is not a file below the directory of the classes`,
    { hint: 'a path is relative, with slashes, and has no name that begins with .orm-' },
  )

export const parameterTwice = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-W701', at, `parameter "${name}" is given twice`)
