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

export const badSnapshot = (at: Mark, reason: string): Diagnostic =>
  diagnostic('ORM-M004', at, `the snapshot cannot be read: ${reason}`, {
    hint: 'take it from version control, or make it again with migration:diff --rebase',
  })

export const mergedSnapshot = (at: Mark): Diagnostic =>
  diagnostic('ORM-M004', at, 'two branches have changed the snapshot', {
    hint: 'run migration:diff --rebase, which makes it from the migrations again',
  })

export const unknownRename = (text: string, tables: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-M005',
    undefined,
    `rename "${text}": the old name must be in the snapshot and the new one in the schema`,
    {
      hint: didYouMean(text.replace(/[.:].*/s, ''), tables) ?? 'write old:new for a table, table.old:new for a column',
    },
  )

export const renameTwice = (text: string): Diagnostic =>
  diagnostic('ORM-M005', undefined, `rename "${text}": the old name is renamed already`)

export const impossibleChange = (at: Mark | undefined, message: string, hint?: string): Diagnostic =>
  diagnostic('ORM-M006', at, message, { hint })

export const otherPlatform = (file: string, before: string, after: string): Diagnostic =>
  diagnostic('ORM-M004', undefined, `${file} is the snapshot of a ${before} database, and the connection is ${after}`, {
    hint: 'migrations of one vendor do not run on another: name another migrationDir',
  })

export const tableDropped = (table: string): Diagnostic =>
  diagnostic('ORM-M101', undefined, `table "${table}" is dropped, and its rows with it`, {
    hint: 'keep a copy of the rows that are needed',
  })

export const perhapsRenamed = (
  at: Mark,
  kind: 'table' | 'column',
  table: string,
  before: string,
  after: string,
  rename: string,
): Diagnostic =>
  diagnostic(
    'ORM-M202',
    at,
    kind === 'table'
      ? `table "${before}" is dropped and "${after}" is created, which looks like a rename`
      : `table "${table}": column "${before}" is dropped and "${after}" is added, which looks like a rename`,
    { hint: `if it is one, say --rename=${rename}` },
  )
