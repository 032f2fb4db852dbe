import { type Diagnostic, diagnostic } from './diagnostic.js'
import { suggestions } from './nearest.js'
import type { Mark } from './source.js'

export const badSeedShape = (at: Mark, reason: string): Diagnostic => diagnostic('ORM-D050', at, reason)

export const noSeedFiles = (directory: string, environment: string | undefined): Diagnostic =>
  diagnostic(
    'ORM-D050',
    undefined,
    environment === undefined
      ? `there are no seed files in ${directory}`
      : `there are no seed files in ${directory} and ${directory}/${environment}`,
    { hint: 'write rows to a file such as seeds/author.yaml' },
  )

export const unknownSeedTable = (at: Mark | undefined, table: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-D051', at, `the schema has no table "${table}"`, {
    hint: () => suggestions(table, known, 'known tables'),
  })

export const readOnlySeedTable = (at: Mark | undefined, table: string): Diagnostic =>
  diagnostic('ORM-D051', at, `table "${table}" is read-only`, { hint: 'remove its rows from the seeds' })

export const unknownSeedColumn = (at: Mark, table: string, column: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-D051', at, `table "${table}" has no column or relation "${column}"`, {
    hint: () => suggestions(column, known, 'known names'),
  })

/** No factory shows the value, because seeds may contain passwords. */
export const wrongSeedValue = (at: Mark, table: string, column: string, type: string, hint?: string): Diagnostic =>
  diagnostic('ORM-D052', at, `column "${column}" of table "${table}": this is not a value of the type ${type}`, {
    hint,
  })

export const generatedSeedColumn = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic('ORM-D052', at, `column "${column}" of table "${table}" is computed by the database`, {
    hint: 'remove its value',
  })

export const phpOnlySeedColumn = (at: Mark, table: string, column: string, type: string): Diagnostic =>
  diagnostic('ORM-D052', at, `column "${column}" of table "${table}": values of the type ${type} need a PHP seed`, {
    hint: 'write the row with the model in a file such as seeds/book.php',
  })

export const missingSeedValue = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic('ORM-D052', at, `column "${column}" of table "${table}" is required and has no value`)

export const seedValueTwice = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic('ORM-D052', at, `column "${column}" of table "${table}" has two values`, {
    hint: 'give the column or the relation, not both',
  })

export const noSeedKey = (at: Mark, table: string, choices: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-D053',
    at,
    choices.length === 0
      ? `table "${table}" has no unique key whose columns all rows have, so a second run would not find these rows`
      : `table "${table}" has several unique keys that could find these rows: ${choices.join('; ')}`,
    { hint: `name the columns that find a row: { key: […], rows: … }` },
  )

export const missingSeedKey = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic('ORM-D053', at, `the row of table "${table}" has no value of "${column}", which is part of its key`)

export const seedRowTwice = (at: Mark, table: string, first: string): Diagnostic =>
  diagnostic('ORM-D053', at, `a row of table "${table}" with the same key is in ${first} already`)

export const seedLabelTwice = (at: Mark, table: string, label: string, first: string): Diagnostic =>
  diagnostic('ORM-D053', at, `a row "${label}" of table "${table}" is in ${first} already`)

export const unknownSeedRow = (at: Mark, table: string, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-D054', at, `there is no row "${name}" of table "${table}" in the seeds`, {
    hint: () =>
      known.length > 0
        ? suggestions(name, known, 'known rows')
        : 'name the row by its columns, such as { name: Jane Austen }, or give it a name in its file',
  })

export const seedRowNotFound = (at: Mark, table: string, rows: number): Diagnostic =>
  diagnostic(
    'ORM-D054',
    at,
    rows === 0 ? `no row of table "${table}" has these values` : `${rows} rows of table "${table}" have these values`,
    { hint: rows === 0 ? 'add the row to the seeds' : 'name more columns' },
  )

export const circularSeedRows = (at: Mark, table: string): Diagnostic =>
  diagnostic(
    'ORM-D054',
    at,
    `the row of table "${table}" refers to rows that refer to it, so none can be written first`,
    {
      hint: 'let one of the columns be NULL in the schema, so that it can be set last',
    },
  )

export const noDumpKey = (table: string): Diagnostic =>
  diagnostic('ORM-D057', undefined, `table "${table}" has no key by which seeds could find its rows again`, {
    hint: 'add a primary key or a unique key of required columns to the schema',
  })

export const notDumped = (table: string, column: string, reason: string, hint?: string): Diagnostic =>
  diagnostic('ORM-D057', undefined, `column "${column}" of table "${table}": ${reason}`, { hint })

export const noCsvName = (table: string, path: string): Diagnostic =>
  diagnostic('ORM-D057', undefined, `table "${table}": the rows of ${path} would be those of another table`, {
    hint: 'use --file-format=yaml or --file-format=json',
  })

export const tooMuchToDump = (table: string, values: number): Diagnostic =>
  diagnostic('ORM-D057', undefined, `table "${table}": ${values} values are too many for a YAML file`, {
    hint: 'use --file-format=json or --limit',
  })

/** `reason` is the server's message. */
export const dumpFailed = (connection: string, reason: string): Diagnostic =>
  diagnostic('ORM-D057', undefined, `connection "${connection}": ${reason}`)

export const seedsNotSupported = (connection: string, adapter: string): Diagnostic =>
  diagnostic('ORM-D055', undefined, `connection "${connection}": seed files cannot be written to adapter ${adapter}`, {
    hint: 'use PHP seeds, which work with every adapter',
  })

/** `reason` starts with the file name. */
export const phpSeedFailed = (reason: string): Diagnostic =>
  diagnostic('ORM-D056', undefined, reason, { hint: 'the rows of the PHP seeds were rolled back' })
