import { type Diagnostic, diagnostic, note } from '../diagnostic.js'
import type { Mark } from '../source.js'

const giveRefPhpName = 'give the foreign key another refPhpName'

export const relationTwice = (at: Mark, table: string, name: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S511', at, `table "${table}": relation name "${name}" is used by two foreign keys`, {
    hint: 'give one of them another phpName',
    notes: [note(first, 'first used here')],
  })

export const relationIsColumn = (at: Mark, table: string, name: string, column: string): Diagnostic =>
  diagnostic('ORM-S512', at, `table "${table}": relation name "${name}" is also the name of column "${column}"`, {
    hint: 'give the foreign key another phpName',
  })

export const relationBackTwice = (
  at: Mark,
  foreignTable: string,
  name: string,
  from: string,
  what: string,
  first: Mark,
): Diagnostic =>
  diagnostic(
    'ORM-S513',
    at,
    `table "${foreignTable}": relation name "${name}" (from "${from}") is already used by ${what}`,
    { hint: giveRefPhpName, notes: [note(first, 'first used here')] },
  )

export const relationBackIsColumn = (
  at: Mark,
  foreignTable: string,
  name: string,
  from: string,
  column: string,
): Diagnostic =>
  diagnostic(
    'ORM-S514',
    at,
    `table "${foreignTable}": relation name "${name}" (from "${from}") is also the name of column "${column}"`,
    { hint: giveRefPhpName },
  )

export const uselessCrossRef = (at: Mark, table: string, reason: string): Diagnostic =>
  diagnostic('ORM-W504', at, `table "${table}": isCrossRef has no effect: ${reason}`)
