import { type Diagnostic, diagnostic, note } from '../diagnostic.js'
import { didYouMean, quoted } from '../nearest.js'
import type { Mark } from '../source.js'

export const noConnection = (at: Mark, database: string, configured: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-S201',
    at,
    `database "${database}": no connection of that name in the configuration; configured: ${quoted(configured)}`,
    { hint: () => didYouMean(database, configured) },
  )

export const noneTakesPart = (at: Mark, database: string, connections: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-S207',
    at,
    `database "${database}" is not selected: orm.generator.connections names ${quoted(connections) || 'none'}, and no schema belongs to these`,
  )

export const tableTwice = (at: Mark, table: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S202', at, `table "${table}" is declared twice`, { notes: [note(first, 'first declared here')] })

export const extensionTwice = (at: Mark, extension: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S327', at, `extension "${extension}" is declared twice, with another schema`, {
    notes: [note(first, 'first declared here')],
  })

export const sequenceTwice = (at: Mark, sequence: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S328', at, `sequence "${sequence}" is declared twice, with another start or increment`, {
    notes: [note(first, 'first declared here')],
  })

export const badSequence = (at: Mark, sequence: string, attribute: string): Diagnostic =>
  diagnostic('ORM-S340', at, `sequence "${sequence}": ${attribute} must be 1 or more`, {
    hint: 'a sequence that counts down can be a <statement>',
  })

export const domainTwice = (at: Mark, domain: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S203', at, `domain "${domain}" is declared twice`, { notes: [note(first, 'first declared here')] })

export const noColumns = (at: Mark, kind: 'table' | 'view', name: string): Diagnostic =>
  diagnostic('ORM-S205', at, `${kind} "${name}" has no columns`, { hint: 'add a <column>' })

export const columnTwice = (at: Mark, table: string, column: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S206', at, `table "${table}": column "${column}" is declared twice`, {
    notes: [note(first, 'first declared here')],
  })

export const dotInTableName = (at: Mark, table: string): Diagnostic =>
  diagnostic('ORM-S210', at, `table name "${table}" contains a dot; use the schema attribute`)

export const dotInColumnName = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S210', at, `column name "${column}" contains a dot, which queries read as the end of a table name`)

export const schemaIgnored = (at: Mark, vendor: string, schema: string): Diagnostic =>
  diagnostic('ORM-W201', at, `${vendor} ignores schema "${schema}"`)

export const behaviorDiffers = (at: Mark, behavior: string, database: string, file: string, first: Mark): Diagnostic =>
  diagnostic('ORM-W202', at, `behavior "${behavior}" of database "${database}" is configured differently in ${file}`, {
    notes: [note(first, 'this one is used')],
  })

export const alreadyLoaded = (at: Mark, file: string): Diagnostic =>
  diagnostic('ORM-W203', at, `${file} is already loaded as a schema file`)

export const relationBackLost = (at: Mark, foreignTable: string, table: string): Diagnostic =>
  diagnostic(
    'ORM-W204',
    at,
    `table "${foreignTable}" is reference-only: the relation back to "${table}" is not generated`,
  )

export const mergedDifferently = (
  at: Mark,
  element: string,
  attribute: string,
  value: string,
  before: string,
  first: Mark,
): Diagnostic =>
  diagnostic('ORM-W206', at, `<${element}>: "${attribute}" is "${value}" here and "${before}" in an earlier file`, {
    notes: [note(first, 'first given here')],
  })

export const noTables = (at: Mark, database: string): Diagnostic =>
  diagnostic('ORM-W205', at, `database "${database}" has no tables`)

export const tableLeftOut = (at: Mark, table: string): Diagnostic =>
  diagnostic('ORM-W805', at, `table "${table}" has errors and is omitted`)

export const keyToLeftOutTable = (at: Mark, table: string, foreign: string): Diagnostic =>
  diagnostic('ORM-W805', at, `table "${table}": the foreign key to "${foreign}" is omitted with that table`)
