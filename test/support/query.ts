import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { close, connect } from '#database/connect/connect.js'
import type { Connected, Row } from '#database/session/session.js'
import type { TestDatabase } from './databases.js'

type Address = Pick<TestDatabase, 'name' | 'dsn' | 'user' | 'password'>

interface Kept extends Connected {
  /** Keeps the process running only while a statement runs. */
  readonly sockets: readonly Socket[]
}

/** Idle sessions by address. A new one costs PostgreSQL 10 ms, as it reads its catalog anew, and tests ask thousands of times. */
const idle = new Map<string, Kept>()

const keyOf = ({ dsn, user, password }: Address): string => [dsn, user, password].join('\0')

const plain = /^\s*(?:(?:SELECT|INSERT|UPDATE|DELETE|VALUES|WITH|SHOW|CREATE|ALTER|DROP|TRUNCATE|COMMENT)\b|$)/i
const lasting =
  /\b(?:TEMP|TEMPORARY|LOCK|set_config|advisory_\w+|lock_\w+|ALTER\s+(?:DATABASE|ROLE|USER|SYSTEM))\b|@|:=/i

/**
 * Whether a session is like a new one afterwards: nothing is set for it or for new ones, no transaction has begun, no lock is held
 * and there is no temporary table. Whatever has other words gets a session of its own.
 */
const leavesNothing = (text: string): boolean =>
  text.split(';').every((part) => plain.test(part)) && !lasting.test(text)

/** Runs statements one after the other, as on a connection of their own, and gives the rows of the last. */
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
    isUsable = kept.driver.problemOf(error).kind === 'statement'
    // The server has ended the session meanwhile, as tests make it do.
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

/** Ends the idle session of a database, which must have none to be dropped or copied. */
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

/** Does some work with one connection to a database. */
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

/** Drivers do not show their sockets. */
const opened = new AsyncLocalStorage<Socket[]>()
const { connect: connectSocket } = Socket.prototype
let opening = 0

async function openKept(database: Address): Promise<Kept> {
  const sockets: Socket[] = []
  opening++
  try {
    return { ...(await opened.run(sockets, () => open(database))), sockets }
  } finally {
    // While it is enabled, every promise of the process takes longer.
    if (--opening === 0) opened.disable()
  }
}

Socket.prototype.connect = function connectNoted(this: Socket, ...args: Parameters<typeof connectSocket>) {
  opened.getStore()?.push(this)
  return connectSocket.apply(this, args)
} as typeof connectSocket
