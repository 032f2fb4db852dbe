import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { close, connect } from '#database/connect/connect.js'
import { problemOf } from '#database/session/database-error.js'
import type { Connected, Row } from '#database/session/session.js'
import type { TestDatabase } from './databases.js'

type Address = Pick<TestDatabase, 'name' | 'dsn' | 'user' | 'password'>

interface Kept extends Connected {
  /** The sockets of the connection. They keep the process running only while a statement runs. */
  readonly sockets: readonly Socket[]
}

/** Idle sessions by address. A new PostgreSQL session takes 10 ms to read its catalog, and tests query thousands of times. */
const idle = new Map<string, Kept>()

const keyOf = ({ dsn, user, password }: Address): string => [dsn, user, password].join('\0')

const plain = /^\s*(?:(?:SELECT|INSERT|UPDATE|DELETE|VALUES|WITH|SHOW|CREATE|ALTER|DROP|TRUNCATE|COMMENT)\b|$)/i
const lasting =
  /\b(?:TEMP|TEMPORARY|LOCK|set_config|advisory_\w+|lock_\w+|ALTER\s+(?:DATABASE|ROLE|USER|SYSTEM))\b|@|:=/i

/**
 * Returns whether the session is unchanged afterwards: no settings for this session or new ones, no open transaction, no lock,
 * and no temporary table. Statements with any other words get a separate session.
 */
const leavesNothing = (text: string): boolean =>
  text.split(';').every((part) => plain.test(part)) && !lasting.test(text)

/** Runs statements one after the other, as if on a separate connection, and returns the rows of the last one. */
export async function query(database: Address, ...statements: string[]): Promise<readonly Row[]> {
  if (database.name === 'sqlite' || !statements.every(leavesNothing)) {
    return onOneConnection(database, (ask) => inTurn(ask, statements))
  }
  const key = keyOf(database)
  const known = idle.get(key)
  idle.delete(key)
  for (const socket of known?.sockets ?? []) socket.ref()
  const kept = known ?? (await openKept(database))
  let isUsable = true
  try {
    return await inTurn((sql) => kept.session.execute(sql), statements)
  } catch (error) {
    isUsable = problemOf(error).kind === 'statement'
    // The server may have ended the session meanwhile, as some tests cause.
    if (known && !isUsable) return query(database, ...statements)
    throw error
  } finally {
    if (!isUsable) kept.session.destroy()
    else if (idle.has(key)) await close(kept.session)
    else {
      idle.set(key, kept)
      for (const socket of kept.sockets) socket.unref()
    }
  }
}

/** Closes the idle session of a database, which must have no connections when it is dropped or copied. */
export async function closeIdle(database: Address): Promise<void> {
  const kept = idle.get(keyOf(database))
  idle.delete(keyOf(database))
  for (const socket of kept?.sockets ?? []) socket.ref()
  if (kept) await close(kept.session)
}

async function inTurn(ask: (sql: string) => Promise<readonly Row[]>, statements: readonly string[]) {
  let rows: readonly Row[] = []
  for (const statement of statements) rows = await ask(statement)
  return rows
}

/** Runs a function with one connection to a database. */
export async function onOneConnection<T>(
  database: Address,
  work: (ask: (sql: string) => Promise<readonly Row[]>) => Promise<T>,
): Promise<T> {
  const { session } = await open(database)
  try {
    return await work((sql) => session.execute(sql))
  } finally {
    await close(session)
  }
}

const open = ({ name, dsn, user, password }: Address): Promise<Connected> =>
  connect('test', { adapter: name, classname: '', dsn, user, password }, { create: true })

/** The sockets opened by drivers, which do not expose them. */
const opened = new AsyncLocalStorage<Socket[]>()
const { connect: connectSocket } = Socket.prototype
let opening = 0

async function openKept(database: Address): Promise<Kept> {
  const sockets: Socket[] = []
  opening++
  try {
    return { ...(await opened.run(sockets, () => open(database))), sockets }
  } finally {
    // While the storage is enabled, every promise in the process takes longer.
    if (--opening === 0) opened.disable()
  }
}

Socket.prototype.connect = function connectNoted(this: Socket, ...args: Parameters<typeof connectSocket>) {
  opened.getStore()?.push(this)
  return connectSocket.apply(this, args)
} as typeof connectSocket
