import { type Diagnostic, diagnostic, note } from '../diagnostic.js'
import { didYouMean } from '../nearest.js'
import type { Mark } from '../source.js'

/** `cure` explains how to name a table elsewhere. */
export const unknownForeignTable = (
  at: Mark,
  table: string,
  wanted: string,
  known: Iterable<string>,
  cure?: string,
): Diagnostic =>
  diagnostic('ORM-S501', at, `table "${table}": foreign key to unknown table "${wanted}"`, {
    hint: () => cure ?? didYouMean(wanted, known),
  })

export const unknownLocalColumn = (
  at: Mark,
  table: string,
  foreignTable: string,
  column: string,
  known: Iterable<string>,
): Diagnostic =>
  diagnostic(
    'ORM-S502',
    at,
    `table "${table}": foreign key to "${foreignTable}": "${table}" has no column "${column}"`,
    {
      hint: () => didYouMean(column, known),
    },
  )

export const unknownForeignColumn = (
  at: Mark,
  table: string,
  foreign: { readonly name: string; readonly origin: Mark },
  column: string,
  known: Iterable<string>,
): Diagnostic =>
  diagnostic(
    'ORM-S503',
    at,
    `table "${table}": foreign key to "${foreign.name}": "${foreign.name}" has no column "${column}"`,
    {
      hint: () => didYouMean(column, known),
      notes: [note(foreign.origin, `table "${foreign.name}" is declared here`)],
    },
  )

export const noReference = (at: Mark, table: string, foreignTable: string): Diagnostic =>
  diagnostic('ORM-S504', at, `table "${table}": foreign key to "${foreignTable}" has no <reference>`)

export const foreignOrValue = (at: Mark): Diagnostic =>
  diagnostic('ORM-S505', at, '<reference> needs exactly one of foreign, value')

export const partOfKey = (at: Mark, table: string, foreignTable: string, missing: string): Diagnostic =>
  diagnostic(
    'ORM-S506',
    at,
    `table "${table}": foreign key to "${foreignTable}" misses primary key column "${missing}"`,
  )

export const typesDiffer = (at: Mark, local: string, type: string, foreign: string, foreignType: string): Diagnostic =>
  diagnostic('ORM-S507', at, `"${local}" is ${type} but "${foreign}" is ${foreignType}`, {
    hint: 'give both columns the same type',
  })

export const collationsDiffer = (at: Mark, local: string, own: string, foreign: string, other: string): Diagnostic =>
  diagnostic('ORM-S507', at, `"${local}" has ${own} but "${foreign}" has ${other}`, { hint: sameCollation })

const sameCollation = 'give both columns the same character set and collation'

export const collationsMayDiffer = (
  at: Mark,
  local: string,
  own: string | undefined,
  foreign: string,
  other: string | undefined,
): Diagnostic => {
  const words = (text: string | undefined): string => text ?? 'the collation of the database'
  return diagnostic('ORM-W505', at, `"${local}" has ${words(own)} and "${foreign}" has ${words(other)}`, {
    hint: sameCollation,
  })
}

export const setNullOnRequired = (
  at: Mark,
  foreignTable: string,
  attribute: 'onDelete' | 'onUpdate',
  column: string,
): Diagnostic =>
  diagnostic(
    'ORM-S508',
    at,
    `foreign key to "${foreignTable}": ${attribute}="setnull" but column "${column}" is required`,
    { hint: 'remove required, or choose another action' },
  )

export const keyColumnTwice = (at: Mark, foreignTable: string, column: string): Diagnostic =>
  diagnostic('ORM-S509', at, `foreign key to "${foreignTable}": column "${column}" is used twice`, {
    hint: 'each column once',
  })

export const noForeignColumn = (at: Mark, foreignTable: string): Diagnostic =>
  diagnostic('ORM-S510', at, `foreign key to "${foreignTable}": at least one <reference> needs foreign`, {
    hint: 'name a column of the other table in foreign',
  })

export const otherConnection = (at: Mark, foreignTable: string, database: string): Diagnostic =>
  diagnostic(
    'ORM-S515',
    at,
    `table "${foreignTable}" belongs to database "${database}"; foreign keys cannot cross connections`,
    { hint: 'put both tables into one <database>' },
  )

export const engineWithoutForeignKeys = (at: Mark, foreignTable: string, vendor: string): Diagnostic =>
  diagnostic(
    'ORM-S516',
    at,
    `foreign key to "${foreignTable}": ${vendor} has no foreign keys to tables of its engine, and would refuse every row that refers to one`,
    { hint: 'choose another engine, or set skipSql="true" to keep only the relation in the classes' },
  )

/** `remedy` is the key that is added, because vendors have different requirements. */
export const targetNotUnique = (
  at: Mark,
  foreignTable: string,
  columns: readonly string[],
  remedy: 'a unique constraint' | 'an index',
): Diagnostic =>
  diagnostic('ORM-W501', at, `"${foreignTable}" (${columns.join(', ')}) is not unique; ${remedy} is added`)

export const targetNotCreated = (at: Mark, foreignTable: string): Diagnostic =>
  diagnostic('ORM-W502', at, `table "${foreignTable}" is not created by orm; the constraint may fail`, {
    hint: 'set skipSql="true" on the foreign key',
  })

export const sizesDiffer = (at: Mark, local: string, foreign: string, refusedBy?: string): Diagnostic =>
  diagnostic(
    'ORM-W503',
    at,
    `"${local}" and "${foreign}" differ in size${refusedBy === undefined ? '' : `; ${refusedBy} will refuse it`}`,
  )

export const actionLeftOut = (at: Mark, foreignTable: string, vendor: string, action: string): Diagnostic =>
  diagnostic('ORM-W901', at, `foreign key to "${foreignTable}": ${vendor} has no ${action}; it is omitted`)

export const severalCascadePaths = (at: Mark, foreignTable: string, target: string, vendor: string): Diagnostic =>
  diagnostic(
    'ORM-W902',
    at,
    `foreign key to "${foreignTable}": more than one cascade path to "${target}"; ${vendor} will refuse it`,
  )
