import {
  type ConnectionConfig,
  cannotConnect,
  type Diagnostic,
  type DialectName,
  dialects,
  formsOfSecrets,
  noDsn,
  OrmError,
  Source,
  secretParts,
  splitStatements,
  withoutSecrets,
} from 'orm-core/internal'
import { driverOf } from '../dialects/index.js'
import { addressText } from '../session/address.js'
import { DatabaseError, problemOf } from '../session/database-error.js'
import { networkError, within } from '../session/deadline.js'
import { watched } from '../session/keep-alive.js'
import type { Problem } from '../session/problem.js'
import type { Connected, Driver, Session, Target } from '../session/session.js'
import { parseDsn } from './dsn.js'

interface ConnectOptions {
  /** Whether a database that is only a file may be created. */
  readonly create: boolean
  /** Whether a missing file is an error instead of an empty database. @default false */
  readonly mustExist?: boolean
  /** Seconds between checks whether a busy server is still running. @default 30 */
  readonly watchEvery?: number
  /** Name of a scratch database to open instead of the configured one. */
  readonly scratch?: string
  /** See `OpenOptions`. */
  readonly browse?: { readonly write: boolean }
  readonly onMissing?: OnMissing
}

/** Called to ask whether a missing database is to be created. */
export type OnMissing = (connection: string, database: string) => Promise<boolean>

/** Opens a configured connection and runs its start-up statements. An error is one sentence about the connection. */
export async function connect(name: string, config: ConnectionConfig, options: ConnectOptions): Promise<Connected> {
  if (config.dsn === undefined) throw new OrmError([noDsn(name)])
  const driver = await driverOf(config.adapter)
  const dsn = parseDsn(name, config, driver)
  const configured = driver.target(dsn, config)
  const target = options.scratch === undefined ? configured : driver.scratch!.target(configured, options.scratch)
  const censor = censorOf(config, target)
  const rejected = (problem: Problem): DatabaseError =>
    new DatabaseError(problem, connectProblem(name, problem, target, censor))
  const explained = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw error instanceof OrmError ? error : rejected(driver.problemOf(error))
    })
  await driver.load()
  let session: Session
  try {
    session = await explained(open(driver, target, options))
  } catch (error) {
    const isMissing = problemOf(error).kind === 'no-database' && driver.newDatabase !== undefined
    if (!isMissing || !(await options.onMissing?.(name, target.database))) throw error
    await explained(createDatabase(driver, target, config.adapter))
    session = await explained(open(driver, target, { create: false }))
  }
  if (!('file' in target.address)) {
    session = watched(session, () => isAlive(driver, target), options.watchEvery ?? 30)
  }
  const { execute, read } = session
  session = {
    ...session,
    execute: (statement) => explained(execute(statement)),
    ...(read && { read: (statement, limit) => explained(read(statement, limit)) }),
  }
  const queries = [...target.initQueries, ...startQueries(config)]
  for (const query of queries) {
    try {
      await session.execute(query)
    } catch (error) {
      session.destroy()
      const problem = problemOf(error)
      throw rejected(
        problem.kind === 'statement'
          ? {
              ...problem,
              text: `${problem.text}; the statement was: ${query.trim().split(/\s/)[0]} … of settings.queries`,
            }
          : problem,
      )
    }
  }
  return { driver, session, censor, ...(target.isTransient && { isTransient: true }) }
}

/** Returns the statements of `settings.queries`. Each query may contain several statements, as in PHP. */
export const startQueries = ({ adapter, settings }: ConnectionConfig): readonly string[] =>
  Object.values(settings?.queries ?? {}).flatMap((text) => {
    const { statements, problem } = splitStatements(new Source('settings.queries', text), dialects[adapter].lexicon)
    return problem ? [text] : statements.map((statement) => statement.text)
  })

async function createDatabase(driver: Driver, target: Target, adapter: DialectName): Promise<void> {
  const { newDatabase } = driver
  const session = await open(driver, newDatabase!.target(target), { create: false })
  try {
    await session.execute(newDatabase!.create(dialects[adapter].quote(target.database)))
  } finally {
    await close(session)
  }
}

/** Closes a session normally, or destroys the connection if the server does not answer. */
export async function close(session: Session): Promise<void> {
  try {
    await within(2, session.close(), () => networkError('ETIMEDOUT', 'no answer'))
  } catch {
    session.destroy()
  }
}

async function open(driver: Driver, target: Target, options: ConnectOptions): Promise<Session> {
  const { create, mustExist = false, browse } = options
  const attempt = new AbortController()
  const session = driver.open(target, { create, mustExist, ...(browse && { browse }), signal: attempt.signal })
  // A file has no server that could fail to answer. On a busy machine, opening it only takes longer.
  if ('file' in target.address) return session
  return within(
    target.timeout,
    session,
    () => {
      attempt.abort()
      return networkError('ETIMEDOUT', 'no answer')
    },
    (session) => session.destroy(),
  )
}

async function isAlive(driver: Driver, target: Target): Promise<boolean> {
  try {
    const session = await open(driver, target, { create: false })
    session.destroy()
    return true
  } catch (error) {
    // A server that rejects a login is running.
    return !['refused', 'no-host', 'timeout', 'lost'].includes(driver.problemOf(error).kind)
  }
}

function connectProblem(name: string, problem: Problem, target: Target, censor: (text: string) => string): Diagnostic {
  const { address, user, timeout } = target
  const database = censor(target.database)
  const at = censor(addressText(address))
  const detail = censor([problem.code, problem.text].filter(Boolean).join(' '))
  const reason: Record<Problem['kind'], string> = {
    refused: 'file' in address ? `the file ${at} cannot be opened: ${detail}` : `no server listens on ${at}`,
    'no-host': `the host of ${at} cannot be found or reached`,
    timeout: `${at} did not answer within ${timeout} second${timeout === 1 ? '' : 's'}`,
    login: `${at} denied access to ${user ? `user "${user}"` : 'a connection without a user'}: wrong user name or password, or no right to use database "${database}"`,
    'no-database': 'file' in address ? `${at} is not a database` : `the server at ${at} has no database "${database}"`,
    lost: `the server at ${at} closed the connection`,
    statement: `the database at ${at} cannot be used: ${detail}`,
  }
  const isMissing = problem.kind === 'no-database' && !('file' in address)
  return cannotConnect(
    name,
    reason[problem.kind],
    isMissing ? 'correct the name, or let "orm sql:insert --create-database" create it' : undefined,
  )
}

/**
 * Returns a function that removes the password from server messages, which quote their input. Values that are not secret stay
 * visible, even if the password is the same word.
 */
function censorOf({ dsn = '', password = '' }: ConnectionConfig, { user, database }: Target): (text: string) => string {
  const known = new Set([user, database])
  const secrets = formsOfSecrets([password, ...secretParts(dsn)]).filter((secret) => !known.has(secret))
  return (text) => withoutSecrets(text, secrets)
}
