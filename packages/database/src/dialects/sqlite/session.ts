import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { lockTimeout, type Session } from '../../session/session.js'
import { libraries, type Open } from './libraries.js'

let loaded: Promise<Open> | undefined

/** Loads the first library that works on this machine. */
export function library(): Promise<Open> {
  loaded ??= loadFirst()
  return loaded
}

async function loadFirst(): Promise<Open> {
  const reasons: string[] = []
  for (const { name, load } of libraries) {
    try {
      const open = await load()
      // better-sqlite3 loads its binary when it opens the first database.
      open(':memory:').close()
      return open
    } catch (error) {
      reasons.push(`${name}: ${String((error as Error).message).split('\n')[0]}`)
    }
  }
  // Loading the compiler takes half of the start time of a studio process, and only this error needs it.
  const { driverUnusable, OrmError } = await import('orm-core/internal')
  throw new OrmError([driverUnusable('sqlite', reasons, 'use Node 22.13 or later, or run "npm install libsql"')])
}

/** Opens a session in the current process. Exported for the tests of each library. */
export function sessionOf(open: Open, path: string, isReadOnly = false): Session {
  const explained = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw failureOf(error, path)
    }
  }
  const handle = explained(() => open(path, isReadOnly))
  const execute = (statement: string) => explained(() => handle.execute(statement))
  execute(`PRAGMA busy_timeout = ${lockTimeout * 1000}`)
  return {
    execute: async (statement) => execute(statement),
    read: async (statement, limit) => explained(() => handle.read(statement, limit)),
    close: async () => handle.close(),
    destroy: () => handle.close(),
  }
}

/** Names of the primary result codes in order: https://www.sqlite.org/rescode.html. */
const codes =
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(
    ' ',
  )

/** An error, whose code is `code` in better-sqlite3, `errcode` in node:sqlite and `rawCode` in libsql. */
interface Failure extends Error {
  readonly code?: string
  readonly errcode?: number
  readonly rawCode?: number
}

/** Normalizes errors of all libraries: adds the name of the primary result code, and why a file cannot be used. */
function failureOf(error: unknown, path: string): Error {
  const { code, message, ...numbers } = error as Failure
  // libsql reports no number if a file cannot be opened, and no names for some extended codes.
  const [, number = numbers.errcode ?? numbers.rawCode] = /^ConnectionFailed.*: (\d+)/s.exec(message) ?? []
  const name = number === undefined ? /^SQLITE_([A-Z]+)/.exec(String(code))?.[1] : codes[Number(number) & 0xff]
  if (name === undefined) return error as Error
  const text = message.startsWith('ConnectionFailed') ? 'unable to open database file' : message
  const reason = name === 'CANTOPEN' || name === 'READONLY' ? obstacleOf(path) : undefined
  return Object.assign(new Error(reason ? `${text}: ${reason}` : text), { code: `SQLITE_${name}` })
}

/** Returns why a file cannot be opened or written, which SQLite does not say. */
function obstacleOf(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false })
  const folder = dirname(path)
  if (file?.isDirectory()) return 'this is a directory'
  if (file && !allows(path, constants.R_OK)) return 'the file is not readable'
  if (file && !allows(path, constants.W_OK)) return 'the file is read-only'
  // SQLite creates its journal next to the file.
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
