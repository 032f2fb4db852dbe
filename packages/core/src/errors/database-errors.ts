import { type Diagnostic, diagnostic } from './diagnostic.js'
import { didYouMean } from './nearest.js'
import type { Mark } from './source.js'

/** `reason` is a sentence without the password or the DSN. */
export const cannotConnect = (connection: string, reason: string, hint?: string): Diagnostic =>
  diagnostic('ORM-D001', undefined, `connection "${connection}": ${reason}`, { hint })

/** `stays` describes what the run has already done and cannot be undone. */
export const statementFailed = (
  at: Mark,
  connection: string,
  statement: string,
  reason: string,
  stays: string,
): Diagnostic =>
  diagnostic('ORM-D002', at, `connection "${connection}": ${reason}; the statement was: ${shortened(statement)}`, {
    hint: stays,
  })

export const noSqlMap = (path: string): Diagnostic =>
  diagnostic('ORM-D003', undefined, `${path} does not exist`, { hint: 'run "orm sql:build" first' })

export const badMapEntry = (at: Mark, reason: string): Diagnostic => diagnostic('ORM-D004', at, reason)

export const databaseGone = (at: Mark, connection: string): Diagnostic =>
  diagnostic(
    'ORM-W002',
    at,
    `${connection}.sql was written for database "${connection}", which no schema has any more; its line is removed from sqldb.map, so sql:insert does not execute it`,
    {
      hint: `delete ${connection}.sql, or delete its first line and restore the line of the map to keep it as your own`,
    },
  )

export const unfinishedSql = (at: Mark, what: string): Diagnostic =>
  diagnostic('ORM-D005', at, `the ${what} that starts here does not end before the end of the file`)

export const statementNotSupported = (at: Mark, what: string): Diagnostic =>
  diagnostic('ORM-D006', at, `${what} cannot be executed here`, {
    hint: 'rewrite the file as plain SQL statements, or run it with psql',
  })

export const driverMissing = (adapter: string, npmPackage: string): Diagnostic =>
  diagnostic(
    'ORM-D007',
    undefined,
    `adapter ${adapter} needs the npm package "${npmPackage}", which is not installed`,
    {
      hint: `run "npm install ${npmPackage}"`,
    },
  )

export const driverUnusable = (adapter: string, reasons: readonly string[], hint: string): Diagnostic =>
  diagnostic('ORM-D007', undefined, `adapter ${adapter}: no driver can be loaded: ${reasons.join('; ')}`, { hint })

export const connectionLost = (at: Mark, connection: string, statement: string, stays: string): Diagnostic =>
  diagnostic('ORM-D008', at, `connection "${connection}": the connection was lost during: ${shortened(statement)}`, {
    hint: stays,
  })

export const noDsn = (connection: string): Diagnostic =>
  diagnostic('ORM-D023', undefined, `connection "${connection}" has no DSN, which is needed to connect`, {
    hint: `set orm.database.connections.${connection}.dsn`,
  })

export const badDsn = (connection: string, adapter: string, drivers: readonly string[]): Diagnostic =>
  diagnostic('ORM-D009', undefined, `connection "${connection}": the DSN does not match adapter ${adapter}`, {
    hint: `it starts with ${drivers.map((driver) => `"${driver}:"`).join(' or ')}, as for PDO`,
  })

/** The name is not shown, because it may be the rest of a password that contains a semicolon. */
export const unknownDsnPart = (connection: string, hint: string): Diagnostic =>
  diagnostic('ORM-D009', undefined, `connection "${connection}": a part of the DSN has an unknown name`, { hint })

interface TableRows {
  readonly connection: string
  readonly table: string
  readonly rows?: number
}

export const tablesHoldRows = (tables: readonly TableRows[], hint: string): Diagnostic => {
  const list = tables.map(
    ({ connection, table, rows }) =>
      `${table} on "${connection}" (${rows ?? 'unknown number of'} row${rows === 1 ? '' : 's'})`,
  )
  return diagnostic('ORM-D010', undefined, `nothing was executed, because rows would be lost: ${list.join(', ')}`, {
    hint,
  })
}

/** Reports a statement that the option `safe` rejects, with the reason. */
export const statementNotSafe = (at: Mark, statement: string, reason: string): Diagnostic =>
  diagnostic('ORM-D020', at, `nothing was executed, because the option safe does not execute ${shortened(statement)}`, {
    hint: `${reason}; run it by hand, or omit this option`,
  })

export const insertNotConfirmed = (): Diagnostic => diagnostic('ORM-D011', undefined, 'cancelled; nothing was executed')

export const badConnectionOption = (reason: string): Diagnostic =>
  diagnostic('ORM-D012', undefined, `option connection: ${reason}`)

export const unknownPlatform = (name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-D013', undefined, `option platform: "${name}" is not one of ${known.join(', ')}`)

export const noSuchConnection = (name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-D014', undefined, `no connection "${name}" is configured`, {
    hint: didYouMean(name, known) ?? `configured: ${known.join(', ')}`,
  })

export const notUtf8 = (path: string): Diagnostic =>
  diagnostic('ORM-D015', undefined, `${path} is not UTF-8`, { hint: 'convert it, for example with iconv' })

/** `at` is the location in the map that names the file. */
export const sqlFileUnreadable = (path: string, reason: string, at?: Mark): Diagnostic =>
  diagnostic('ORM-D022', at, `${path} cannot be read: ${reason}`)

export const misnamedMigration = (path: string): Diagnostic =>
  diagnostic('ORM-D024', undefined, `${path} is not a valid migration name`, {
    hint: 'a name is a time of fourteen digits, an underscore and a word: 20261115203000_add_isbn.sql',
  })

export const versionTwice = (version: string, first: string, second: string): Diagnostic =>
  diagnostic('ORM-D025', undefined, `${first} and ${second} have the same version`, {
    hint: `give one of them another number than ${version}`,
  })

export const migrationChanged = (file: string, connection: string): Diagnostic =>
  diagnostic('ORM-D026', undefined, `${file} was changed after it was applied on connection "${connection}"`, {
    hint: 'restore the file, and write the change as a new migration',
  })

/** Returns the hint for a migration that stopped halfway, whatever its file contains. */
export const resolveCommand = (version: string): string =>
  `run "orm migration:resolve ${version}" with --applied or --rolled-back`

/** `done` is the number of completed statements of a migration that stopped halfway. */
export const doneStatementsChanged = (file: string, version: string, connection: string, done: number): Diagnostic =>
  diagnostic(
    'ORM-D026',
    undefined,
    `${file}: the first ${done} statements are done on connection "${connection}", and were changed since`,
    { hint: `restore these statements; later statements can be changed; to give it up, ${resolveCommand(version)}` },
  )

export const migrationLocked = (connection: string, seconds: number): Diagnostic =>
  diagnostic(
    'ORM-D027',
    undefined,
    `connection "${connection}": another run has held the lock for ${seconds} seconds`,
    {
      hint: 'run again when it has ended, or wait longer with --lock-timeout, in a build tool with lockTimeout',
    },
  )

export const migrationOutOfOrder = (file: string, connection: string, newest: string): Diagnostic =>
  diagnostic('ORM-D028', undefined, `${file} is older than ${newest}, which is applied on connection "${connection}"`, {
    hint: 'omit the option strict to apply it anyway, or give it a newer version',
  })

export const cannotGoBack = (what: string, connection: string, reason: string, hint?: string): Diagnostic =>
  diagnostic('ORM-D029', undefined, `${what} cannot be reverted on connection "${connection}": ${reason}`, { hint })

export const noSuchVersion = (version: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-D030', undefined, `there is no migration ${version}`, {
    hint:
      didYouMean(version, known) ??
      (known.length > 0 ? `the newest is ${known.at(-1)}` : 'there are no migrations at all'),
  })

/** `migration` is set if it was not reverted because its rows were written while other migrations were reverted. */
export const downLosesRows = (losses: readonly string[], migration?: string): Diagnostic =>
  diagnostic(
    'ORM-D031',
    undefined,
    `${migration ? `${migration} was not reverted` : 'nothing was executed'}, because rows would be lost: ${losses.join(', ')}`,
    { hint: 'to accept this, use --allow-loss' },
  )

export const downNotConfirmed = (): Diagnostic => diagnostic('ORM-D031', undefined, 'cancelled; nothing was executed')

/** Reports a migration that stopped halfway in the other direction, or whose file is missing. */
export const stoppedOnTheWay = (what: string, connection: string, direction: 'up' | 'down', hint: string): Diagnostic =>
  diagnostic('ORM-D032', undefined, `${what} stopped halfway ${direction} on connection "${connection}"`, { hint })

export const nothingToResolve = (what: string, connection: string, isApplied: boolean): Diagnostic =>
  diagnostic(
    'ORM-D038',
    undefined,
    `${what} did not stop halfway on connection "${connection}": it is ${isApplied ? 'applied' : 'not applied'}`,
    { hint: isApplied ? '"orm migration:down" reverts it' : '"orm migrate" applies it' },
  )

/** Reports that another run went in the other direction between two migrations of this run. */
export const overtaken = (what: string, connection: string, verb: 'applied' | 'reverted'): Diagnostic =>
  diagnostic('ORM-D037', undefined, `connection "${connection}": ${what} was ${verb} by another run meanwhile`, {
    hint: 'run again when the other run has ended',
  })

/** `path` is the expected location of the snapshot. */
export const noSnapshot = (path: string, connection: string): Diagnostic =>
  diagnostic('ORM-D035', undefined, `connection "${connection}": there is no ${path} to compare with`, {
    hint: 'run "orm migration:diff" for the first migration, or "orm migration:baseline" if the tables already exist',
  })

/** `right` is the statement with which an administrator can grant the permission. */
export const noScratchDatabase = (
  connection: string,
  reason: string,
  { right, what = 'database' }: { readonly right?: string; readonly what?: 'database' | 'schema' } = {},
): Diagnostic =>
  diagnostic('ORM-D036', undefined, `connection "${connection}": cannot create a scratch ${what}: ${reason}`, {
    hint: right ? `an administrator gives the user this right with ${right}` : 'use a server for development',
  })

export const migrationReachesOut = (at: Mark | undefined): Diagnostic =>
  diagnostic(
    'ORM-D036',
    at,
    `${at ? 'the statement' : 'a statement of settings.queries'} changes more than its own database, so it was not executed in a scratch database`,
    { hint: 'resolve the conflict in schema.json by hand' },
  )

export const transactionInMigration = (at: Mark, statement: string): Diagnostic =>
  diagnostic('ORM-D034', at, `a migration must not begin or end transactions: ${statement}`, {
    hint: /^END$/i.test(statement)
      ? 'remove it; a body from BEGIN to END needs lines with DELIMITER around it'
      : 'remove it; put statements that belong together into one migration',
  })

export const referencesBroken = (connection: string, file: string, table: string, parent: string): Diagnostic =>
  diagnostic(
    'ORM-D033',
    undefined,
    `${file} would leave rows of table "${table}" on connection "${connection}" that refer to rows of table "${parent}" which do not exist`,
    { hint: 'this migration was not applied' },
  )

export const cannotRepairHere = (connection: string, table: string, kind: 'list' | 'tree'): Diagnostic =>
  diagnostic(
    'ORM-D045',
    undefined,
    `connection "${connection}": the ${kind}s of table "${table}" cannot be repaired from here, as others could write them meanwhile`,
    { hint: `call ${kind === 'list' ? 'repairList()' : 'repairTrees()'} of the query class in PHP` },
  )

const shortened = (statement: string): string => (statement.length > 500 ? `${statement.slice(0, 500)}…` : statement)

export const missingInDialect = (dialect: string, member: string, purpose: string): Diagnostic =>
  diagnostic('ORM-D040', undefined, `dialect "${dialect}" has no "${member}", which is needed for ${purpose}`)

export const cannotBrowse = (connection: string, adapter: string): Diagnostic =>
  diagnostic(
    'ORM-D060',
    undefined,
    `connection "${connection}": orm studio cannot show databases of adapter ${adapter}`,
  )

export const studioMissing = (): Diagnostic =>
  diagnostic('ORM-D061', undefined, 'orm studio needs the npm package "orm-studio", which is not installed', {
    hint: 'run "npm install --save-dev orm-studio"',
  })
