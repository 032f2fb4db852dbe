import { type Code, catalogue } from './catalogue.js'
import { type Diagnostic, diagnostic, note } from './diagnostic.js'
import { didYouMean } from './nearest.js'
import type { Mark } from './source.js'

/** The codes of the migration lint rules. */
export const lintCodes = (Object.keys(catalogue) as Code[]).filter((code) => /^ORM-M[1-4]/.test(code))

export const unknownDirective = (at: Mark, word: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-M001', at, `unknown directive "${word}"`, {
    hint: didYouMean(word, known) ?? `known: ${known.join(', ')}`,
  })

export const badDirective = (at: Mark, message: string, hint?: string): Diagnostic =>
  diagnostic('ORM-M002', at, message, { hint })

export const noLintCode = (at: Mark | undefined, code: string): Diagnostic =>
  diagnostic('ORM-M002', at, `"${code}" is not a code of the lint`, { hint: didYouMean(code, lintCodes) })

export const directiveTwice = (at: Mark, word: string, first: Mark): Diagnostic =>
  diagnostic('ORM-M002', at, `"-- orm: ${word}" appears a second time`, {
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
    hint: 'restore it from version control',
  })

export const lostSnapshot = (path: string, migration: string): Diagnostic =>
  diagnostic('ORM-M004', undefined, `${path} is missing, and ${migration} was written with it`, {
    hint: 'restore it from version control, or run "orm migration:diff --rebase", which makes it from the migrations',
  })

export const mergedSnapshot = (at: Mark): Diagnostic =>
  diagnostic('ORM-M004', at, 'two branches have changed the snapshot', {
    hint: 'merge the schema, then run "orm migration:diff --rebase"',
  })

export function unknownRename(text: string, tables: readonly string[]): Diagnostic {
  const table = text.replace(/[.:].*/s, '')
  const qualified = tables.find((name) => name.endsWith(`.${table}`))
  return diagnostic(
    'ORM-M005',
    undefined,
    `rename "${text}": the old name must be in the snapshot and the new one in the schema`,
    {
      hint:
        qualified === undefined
          ? (didYouMean(table, tables) ??
            'write old:new for a table, table.old:new for a column, table.column.old:new for a value')
          : `write tables with their SQL schemas, such as ${qualified}`,
    },
  )
}

export const renameTwice = (text: string): Diagnostic =>
  diagnostic('ORM-M005', undefined, `rename "${text}": the old name is already renamed`)

export const impossibleChange = (at: Mark | undefined, message: string, hint?: string): Diagnostic =>
  diagnostic('ORM-M006', at, message, { hint })

export const impossibleBatch = (at: Mark, connection: string, message: string, hint?: string): Diagnostic =>
  diagnostic('ORM-M007', at, `connection "${connection}": ${message}`, { hint })

export const otherPlatform = (file: string, before: string, after: string): Diagnostic =>
  diagnostic('ORM-M004', undefined, `${file} is the snapshot of a ${before} database, and the connection is ${after}`, {
    hint: 'migrations of one vendor do not run on another: name another migrationDir',
  })

export const lostInSnapshot = (loss: string): Diagnostic =>
  diagnostic('ORM-D039', undefined, `a snapshot cannot describe this database: ${loss}`, {
    hint: 'change it in the database, or name its table in exclude_tables',
  })

export const tableDropped = (table: string): Diagnostic =>
  diagnostic('ORM-M101', undefined, `table "${table}" is dropped, and its rows with it`, {
    hint: 'keep a copy of the rows that are needed',
  })

export const partitionDropped = (at: Mark, table: string, part: string): Diagnostic =>
  diagnostic('ORM-M101', at, `table "${table}": partition "${part}" is dropped, and its rows with it`, {
    hint: 'keep a copy of the rows that are needed',
  })

export const perhapsRenamed = (
  at: Mark,
  kind: 'table' | 'column' | 'value',
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
      : `table "${table}": ${kind} "${before}" is ${kind === 'value' ? 'removed' : 'dropped'} and "${after}" is added, which looks like a rename`,
    { hint: `if it is a rename, use --rename=${rename}` },
  )

export const columnDropped = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic('ORM-M102', at, `table "${table}": column "${column}" is dropped, and its values with it`, {
    hint: 'keep a copy of the values that are needed',
  })

export const typeNarrowed = (at: Mark, place: string, before: string, after: string): Diagnostic =>
  diagnostic('ORM-M103', at, `${place}: ${after} cannot hold every value of ${before}`, {
    hint: 'look for values that do not fit before the migration runs',
  })

export const valueRemoved = (at: Mark, place: string, values: readonly string[]): Diagnostic =>
  diagnostic('ORM-M104', at, `${place}: rows may have the value "${values.join('", "')}", which is removed`, {
    hint: 'change these rows first',
  })

export const requiredOnRows = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic(
    'ORM-M105',
    at,
    `table "${table}": column "${column}" becomes required, and rows may have no value in it`,
    {
      hint: 'fill these rows first; the file contains a query that finds them',
    },
  )

export const uniqueOnRows = (at: Mark, table: string, columns: readonly string[], hasQuery: boolean): Diagnostic =>
  diagnostic(
    'ORM-M106',
    at,
    `table "${table}": rows may have the same "${columns.join('", "')}", which becomes unique`,
    {
      hint: hasQuery
        ? 'the file contains a query that finds them'
        : 'look for them in an earlier migration, when all columns of the key exist',
    },
  )

export const checkOnRows = (at: Mark, table: string, check: string, hasQuery: boolean): Diagnostic =>
  diagnostic('ORM-M108', at, `table "${table}": rows may not meet the new check "${check}"`, {
    hint: `${hasQuery ? 'the file contains a query that finds them; ' : ''}correct them in an earlier migration`,
  })

export const exclusionOnRows = (at: Mark, table: string, exclusion: string): Diagnostic =>
  diagnostic('ORM-M108', at, `table "${table}": rows may conflict in the new exclusion "${exclusion}"`, {
    hint: 'correct such rows in an earlier migration',
  })

/** `source` describes the rows that provide the column's values, if there are any. */
export const noValueForRows = (at: Mark, table: string, column: string, source?: string): Diagnostic =>
  diagnostic(
    'ORM-M107',
    at,
    source === undefined
      ? `table "${table}": the new column "${column}" is required, and existing rows have no value for it`
      : `table "${table}": the column "${column}" is required, and rows without one in ${source} have no value for it`,
    {
      hint: 'give it a default, or fill it before it becomes required',
    },
  )

export const valuesMoved = (at: Mark, place: string): Diagnostic =>
  diagnostic('ORM-M201', at, `${place}: values change their positions, so stored numbers get another meaning`, {
    hint: 'add new values at the end, or change the rows in the same migration',
  })

export const collationChanged = (at: Mark, place: string): Diagnostic =>
  diagnostic('ORM-M203', at, `${place}: the character set or collation changes`, {
    hint: 'text is sorted and compared differently, and characters that the new set does not have are lost',
  })

export const tableRewritten = (at: Mark, place: string): Diagnostic =>
  diagnostic('ORM-M301', at, `${place}: the server rewrites the whole table, and other statements wait`, {
    hint: 'on a large table, add a new column, copy the values in portions and switch to the new column',
  })

/** The lock of a change, and what to do instead. */
interface Wait {
  readonly lock: string
  readonly instead: string
}

export const indexBlocksWriters = (at: Mark, table: string, index: string, { lock, instead }: Wait): Diagnostic =>
  diagnostic('ORM-M302', at, `table "${table}": index "${index}" is added; ${lock}`, { hint: instead })

export const keyCheckedAtOnce = (at: Mark, table: string, target: string, { lock, instead }: Wait): Diagnostic =>
  diagnostic('ORM-M303', at, `table "${table}": a foreign key to "${target}" is added; ${lock}`, { hint: instead })

export const defaultForEachRow = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic('ORM-M304', at, `table "${table}": the default of the new column "${column}" is computed for each row`, {
    hint: 'on a large table, add the column without a default, set the default afterwards, and fill existing rows in portions',
  })

export const rowsReadAtOnce = (at: Mark, table: string, column: string, { lock, instead }: Wait): Diagnostic =>
  diagnostic('ORM-M305', at, `table "${table}": column "${column}" becomes required; ${lock}`, { hint: instead })

export const keyChanged = (at: Mark, table: string, { lock, instead }: Wait): Diagnostic =>
  diagnostic('ORM-M306', at, `table "${table}": the primary key changes; ${lock}`, { hint: instead })

export const engineChanged = (
  at: Mark,
  table: string,
  engine: string | undefined,
  { lock, instead }: Wait,
): Diagnostic =>
  diagnostic('ORM-M307', at, `table "${table}": the engine becomes ${engine}; ${lock}`, { hint: instead })

export const optionChanged = (at: Mark, table: string, option: string, { lock, instead }: Wait): Diagnostic =>
  diagnostic('ORM-M308', at, `table "${table}": ${option} changes; ${lock}`, { hint: instead })

export const renameUnderCode = (at: Mark, place: string, name: string): Diagnostic =>
  diagnostic('ORM-M401', at, `${place} becomes "${name}", and the current release uses the old name`, {
    hint: 'to avoid this: add the new name, write both, let readers use the new name, and drop the old name in a later release',
  })

export const dropUnderCode = (at: Mark | undefined, place: string): Diagnostic =>
  diagnostic('ORM-M402', at, `${place} is dropped, and the current release may use it`, {
    hint: 'first deploy code that does not use it, and drop it in a later release',
  })

/** Reports a statement in a file, of which only the text is known. */
export const statementHurts = (code: Code, at: Mark, wait: Wait | undefined): Diagnostic =>
  diagnostic(code, at, `this statement: ${catalogue[code]}${wait ? `; ${wait.lock}` : ''}`, {
    hint: `${wait?.instead ?? `"orm explain ${code}" says why`}; if it is intended, write "-- orm: allow ${code.slice(4)}" above it`,
  })
