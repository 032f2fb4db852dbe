import { accessSync, constants, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { driverUnusable, OrmError, type Statement } from 'orm-core/internal'
import { problemOf as classify, type Problem } from '../../session/problem.js'
import { type Driver, lockTimeout, type Session, type Target, timeoutOf, updateFrom } from '../../session/session.js'
import { effects } from './effects.js'
import { facts } from './facts.js'
import { libraries, type Open } from './libraries.js'
import { migrations } from './migrations.js'

/** PRAGMA foreign_keys is silently ignored inside a transaction, so pragmas run outside of the runner's. */
export const driver: Driver = {
  urlSchemes: ['sqlite', 'sqlite3', 'file'],
  facts,
  effects,
  migrations,
  scratch: {
    target: (target) => ({ ...target, address: { file: ':memory:' }, database: ':memory:' }),
    reachesOut: /^(?:ATTACH|DETACH|VACUUM\b.*\bINTO)\b/is,
  },
  writeAlone: {
    begin: () => ['BEGIN IMMEDIATE'],
    commit: ['COMMIT'],
    rollBack: ['ROLLBACK'],
    alias: 'orm_rows',
    update: updateFrom,
  },
  dropActsOnForeignKeys: (statements) => !hasForeignKeysOff(statements),
  opensDatabases: /^ATTACH\b/i,
  versionQuery: 'SELECT sqlite_version() AS version',
  transaction: {
    by: 'runner',
    begin: 'BEGIN IMMEDIATE',
    outside: /^PRAGMA\b/i,
    check: {
      when: /^PRAGMA\s+foreign_keys\s*=\s*(ON|1|yes|true)\b/i,
      query: (table) => `PRAGMA foreign_key_check(${table})`,
    },
  },

  target({ rest }, connection): Target {
    return {
      address: { file: rest },
      database: rest,
      timeout: timeoutOf(connection),
      initQueries: [],
      isTransient: isInMemory(rest),
    }
  },

  load: library,

  async open({ database: path }, { create, mustExist }) {
    const open = await library()
    if (isInMemory(path)) return sessionOf(open, ':memory:')
    if (create) await mkdir(dirname(path), { recursive: true })
    // Looking at a database that does not exist yet finds an empty one, and creates no file.
    else if (!(await exists(path, mustExist))) return sessionOf(open, ':memory:')
    // libsql would connect to what looks like a URL.
    return sessionOf(open, resolve(path))
  },

  problemOf,
  isMissing: ({ text }) => /^no such (table|index|view|trigger)/i.test(text),
}

const isInMemory = (path: string): boolean => path === '' || path === ':memory:'

let loaded: Promise<Open> | undefined

/** The first library that works here. */
function library(): Promise<Open> {
  loaded ??= loadFirst()
  return loaded
}

async function loadFirst(): Promise<Open> {
  const reasons: string[] = []
  for (const { name, load } of libraries) {
    try {
      const open = await load()
      // better-sqlite3 loads its binary with the first database.
      open(':memory:').close()
      return open
    } catch (error) {
      reasons.push(`${name}: ${String((error as Error).message).split('\n')[0]}`)
    }
  }
  throw new OrmError([driverUnusable('sqlite', reasons, 'use Node 22.13 or later, or run "npm install libsql"')])
}

/** Throws where that cannot be found out, such as in a directory without permission. */
async function exists(path: string, mustExist: boolean): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (!mustExist && (error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Exported for the tests of each library. */
export function sessionOf(open: Open, path: string): Session {
  const explained = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw failureOf(error, path)
    }
  }
  const handle = explained(() => open(path))
  const execute = (statement: string) => explained(() => handle.execute(statement))
  execute(`PRAGMA busy_timeout = ${lockTimeout * 1000}`)
  return {
    execute: async (statement) => execute(statement),
    close: async () => handle.close(),
    destroy: () => handle.close(),
  }
}

/** Names of the primary result codes, https://www.sqlite.org/rescode.html, in order. */
const codes =
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(
    ' ',
  )

/** An error of better-sqlite3 has a `code`, one of node:sqlite an `errcode`, one of libsql a `rawCode`. */
interface Failure extends Error {
  readonly code?: string
  readonly errcode?: number
  readonly rawCode?: number
}

/** The same error for each library: with the name of a primary result code, and why a file cannot be used. */
function failureOf(error: unknown, path: string): Error {
  const { code, message, ...numbers } = error as Failure
  // libsql has no number where a file cannot be opened, and no names for some extended codes.
  const [, number = numbers.errcode ?? numbers.rawCode] = /^ConnectionFailed.*: (\d+)/s.exec(message) ?? []
  const name = number === undefined ? /^SQLITE_([A-Z]+)/.exec(String(code))?.[1] : codes[Number(number) & 0xff]
  if (name === undefined) return error as Error
  const text = message.startsWith('ConnectionFailed') ? 'unable to open database file' : message
  const reason = name === 'CANTOPEN' || name === 'READONLY' ? obstacleOf(path) : undefined
  return Object.assign(new Error(reason ? `${text}: ${reason}` : text), { code: `SQLITE_${name}` })
}

/** Why a file cannot be opened or written, which SQLite does not say. */
function obstacleOf(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false })
  const folder = dirname(path)
  if (file?.isDirectory()) return 'this is a directory'
  if (file && !allows(path, constants.R_OK)) return 'the file is not readable'
  if (file && !allows(path, constants.W_OK)) return 'the file is read-only'
  // SQLite creates its journal beside the file.
  if (!allows(folder, constants.W_OK | constants.X_OK)) return `the directory ${folder} is not writable`
  return undefined
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

function problemOf(error: unknown): Problem {
  const problem = classify(error, kinds)
  if (!(error instanceof Error && 'syscall' in error)) return problem
  return { ...problem, kind: 'refused', text: problem.text.replace(/^[A-Z]+: |, stat '.*'$/gs, '') }
}

const kinds = { SQLITE_CANTOPEN: 'refused', SQLITE_NOTADB: 'no-database' } as const

/** Pragmas that come first hold for all statements; later ones run after the transaction. */
function hasForeignKeysOff(statements: readonly Statement[]): boolean {
  let isOff = false
  for (const { text } of statements) {
    if (!/^PRAGMA\b/i.test(text)) break
    const [, value] = /^PRAGMA\s+foreign_keys\s*[=(]\s*(\w+)/i.exec(text) ?? []
    if (value !== undefined) isOff = /^(?:off|0|no|false)$/i.test(value)
  }
  return isOff
}
