import {
  bareName,
  type Dialect,
  dialects,
  namesOf,
  refusals,
  type Statement,
  significantTokens,
  understand,
} from 'orm-core/internal'
import { type Facts, readFacts, type TableFact } from '../introspect/facts.js'
import { problemOf } from '../session/database-error.js'
import type { Connected, Driver } from '../session/session.js'
import type { Plan } from './plan.js'

/** A table whose rows a run would drop or change. */
export interface Loss {
  readonly connection: string
  /** Name of the table as written in the SQL file or by the server. */
  readonly table: string
  /** Row count; absent if the server refuses to count. */
  readonly rows?: number
  /** What happens to the rows; `unknown` if the effect of a statement is not known. */
  readonly fate: Fate
}

type Fate = 'dropped' | 'changed' | 'unknown'

/** Returns text such as `table book on connection "shop" with 12 rows will be dropped`. */
export const lossText = ({ connection, table, rows, fate }: Loss, auxiliary: 'will' | 'would'): string => {
  const verb = fate === 'unknown' ? 'may be changed' : `${auxiliary} be ${fate}`
  return `table ${table} on connection "${connection}" with ${rowsText(rows)} ${verb}`
}

export const rowsText = (rows: number | undefined): string =>
  rows === undefined ? 'rows that cannot be counted' : `${rows} row${rows === 1 ? '' : 's'}`

/**
 * Finds the tables that the statements may take rows from, except for missing and empty ones. If the statements do not tell
 * which, every table is included.
 *
 * @param isReviewed whether somebody has read the statements and knows what triggers and functions do
 */
export async function lossesOf(
  { connection, config, statements }: Plan,
  connected: Connected,
  isReviewed = false,
): Promise<Loss[]> {
  const dialect = dialects[config.adapter]
  const refused = new Set(refusals(statements, dialect).map(({ statement }) => statement))
  const fates = new Map<string, Fate>()
  const unknown: Statement[] = []
  let fills = false
  for (const statement of statements) {
    const known = understand(statement.text, dialect)
    const others = known.stuck === undefined ? [] : wordsOf(statement.text, dialect, isReviewed)
    if (others === undefined) unknown.push(statement)
    // Tables that the run itself creates contain only rows of the run.
    fills ||= namesOf(known, 'fills').length > 0 && refused.size > 0
    for (const table of await goneWith(namesOf(known, 'drops', 'unlinks'), connected)) fates.set(table, 'changed')
    for (const table of namesOf(known, 'drops')) fates.set(table, 'dropped')
    for (const { table, fate } of others ?? []) if (fates.get(table) !== 'dropped') fates.set(table, fate)
  }
  // Rows in a table of the library are not user data.
  const own = new Set(dialect.ownTables?.map(({ name }) => name))
  for (const table of fates.keys()) if (own.has(bareName(table))) fates.delete(table)
  const losses = await counted(connection, fates, connected)
  const dropActs = losses.length > 0 && connected.driver.dropActsOnForeignKeys?.(statements) === true
  if (dropActs || unknown.length > 0 || (fills && !isReviewed)) {
    const facts = await readFacts(
      connected,
      unknown.map(({ text }) => text),
    )
    if (dropActs || unknown.length > 0 || facts.acts) {
      const isReached = ({ refers }: TableFact): boolean => refers || unknown.length > 0 || facts.acts
      const others = facts.tables.filter((table) => isReached(table) && !isNamed(table, fates, facts))
      losses.push(...(await counted(connection, new Map(others.map(({ written }) => [written, 'unknown'])), connected)))
    }
  }
  return [...losses, ...elsewhere(connection, connected.driver, unknown)]
}

const part = String.raw`(?:"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|\`(?:[^\`]|\`\`)*\`|[^\s;.,()"'\`[]+)`
const names = `(${part}(?: [.,] ${part})*)`
const dropping = new RegExp(
  `^(?:DROP TABLES?|TRUNCATE(?: TABLE)?|CREATE OR REPLACE TABLE) (?:IF EXISTS |ONLY )?${names}(?: \\(.*| CASCADE CONSTRAINTS| RESTRICT)?$`,
  'is',
)
const altering = new RegExp(`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${names} (.*)$`, 'is')
const changing = new RegExp(`^(?:DELETE FROM|UPDATE) (?:ONLY )?${names}`, 'i')
const keepingAction =
  /^(?:ADD (?!PARTITION)|VALIDATE |RENAME (?:CONSTRAINT|INDEX|KEY) |DROP (?:CONSTRAINT|FOREIGN KEY|INDEX|KEY|PRIMARY KEY|CHECK) |ALTER (?:COLUMN )?\S+ (?:SET|DROP) (?:DEFAULT|NOT NULL))[^,]*(?:\([^()]*\)[^,]*)*$/i
const defining = /^CREATE (?:OR REPLACE )?(?:DEFINER = \S+ (?:@ \S+ )?)?(?:TRIGGER|FUNCTION|PROCEDURE|RULE) /i
const keeping =
  /^(?:CREATE (?:OR REPLACE VIEW|(?:UNIQUE |FULLTEXT |SPATIAL )?(?:INDEX|SEQUENCE|TYPE|DOMAIN|SCHEMA|VIEW)|TABLE(?!.* (?:SELECT|TABLE|VALUES) )) |DROP (?:INDEX|VIEW|TRIGGER|SEQUENCE|FUNCTION|PROCEDURE) |(?:COMMENT|GRANT|REVOKE|LOCK|UNLOCK|SAVEPOINT|ROLLBACK|SHOW)\b)/is

/** Statements that keep rows in a file that somebody has reviewed. ALTER INDEX of PostgreSQL can rename tables too. */
const keepingIfReviewed =
  /^(?:(?:INSERT|SELECT|CREATE|SET|PRAGMA) |ALTER INDEX (?:IF EXISTS )?\S+(?: \. \S+)* RENAME TO )/i

/** Returns the fate of tables from the first words of a statement, or undefined if these do not tell. */
function wordsOf(
  statement: string,
  { lexicon }: Dialect,
  isReviewed: boolean,
): { readonly table: string; readonly fate: Fate }[] | undefined {
  const tokens = significantTokens(statement, lexicon)
  const text = tokens.join(' ')
  const tables = (written: string, fate: Fate) =>
    written
      .replaceAll(' . ', '.')
      .split(' , ')
      .map((table) => ({ table, fate }))
  const isBody = defining.test(text) && !lexicon.psqlCommands
  if (tokens.some((token) => token.startsWith('/*') || (token === ';' && !isBody))) return undefined
  const [, dropped] = dropping.exec(text) ?? []
  if (dropped !== undefined) return tables(dropped, 'dropped')
  const [, altered, actions] = altering.exec(text) ?? []
  if (altered !== undefined && /\b(?:EXCHANGE|ATTACH|INHERIT|CONVERT) /i.test(actions!)) return undefined
  if (altered !== undefined) return keepingAction.test(actions!) ? [] : tables(altered, 'changed')
  const [, changed] = isReviewed ? (changing.exec(text) ?? []) : []
  if (changed !== undefined) return tables(changed, 'changed')
  // In a batch, another statement may follow without a separator.
  const isKept = keeping.test(text) || defining.test(text) || (isReviewed && keepingIfReviewed.test(text))
  return isKept && (isReviewed || !lexicon.batchLines) ? [] : undefined
}

/** Returns the tables that a statement drops or empties, if only its first words are understood. */
export const droppedByWords = (statement: string, dialect: Dialect): string[] =>
  understand(statement, dialect).stuck === undefined
    ? []
    : (wordsOf(statement, dialect, false) ?? []).filter(({ fate }) => fate === 'dropped').map(({ table }) => table)

const isNamed = ({ bare, written }: TableFact, fates: ReadonlyMap<string, Fate>, { tables }: Facts): boolean =>
  fates.has(written) ||
  (tables.filter((other) => other.bare === bare).length === 1 &&
    [...fates.keys()].some((name) => bareName(name) === bare))

/** Returns the tables that lose rows or columns when these are dropped. */
export async function goneWith(names: readonly string[], { driver, session }: Connected): Promise<string[]> {
  const written: string[] = []
  for (const name of driver.dependents ? names : []) {
    const rows = await session.execute(driver.dependents!(name))
    written.push(...rows.map((row) => String(row.written)))
  }
  return written
}

/** Returns databases in other files that statements open. Their tables cannot be inspected. */
const elsewhere = (connection: string, { opensDatabases }: Driver, unknown: readonly Statement[]): Loss[] =>
  unknown
    .filter(({ text }) => opensDatabases?.test(text))
    .map(({ text }) => ({ connection, table: `of "${text}"`, fate: 'unknown' }))

async function counted(connection: string, fates: ReadonlyMap<string, Fate>, connected: Connected): Promise<Loss[]> {
  const losses: Loss[] = []
  for (const [table, fate] of fates) {
    const rows = await countRows(table, connected)
    if (rows === 'unknown') losses.push({ connection, table, fate })
    else if (rows > 0) losses.push({ connection, table, rows, fate })
  }
  return losses
}

/** Returns the row count of a table, or 0 if it is missing. */
export async function countRows(table: string, connected: Connected): Promise<number | 'unknown'> {
  const rows = await rowsOf(table, connected)
  return rows === 'missing' ? 0 : rows
}

/** Returns the row count of a table, which may be missing. */
export async function rowsOf(table: string, { driver, session }: Connected): Promise<number | 'unknown' | 'missing'> {
  try {
    const [row] = await session.execute(driver.countRows?.(table) ?? `SELECT COUNT(*) FROM ${table}`)
    const count = Object.values(row ?? {})[0]
    return count === null || count === undefined ? 'unknown' : Number(count)
  } catch (error) {
    const problem = problemOf(error)
    if (problem.kind !== 'statement') throw error
    return driver.isMissing(problem) ? 'missing' : 'unknown'
  }
}
