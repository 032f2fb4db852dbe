import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Statement } from 'orm-core/internal'
import { problemOf as classify, type Problem } from '../../problem.js'
import { type Driver, lockTimeout, type Row, type Session, type Target, timeoutOf } from '../../session.js'
import { facts } from './facts.js'
import { migrations } from './migrations.js'

/** PRAGMA foreign_keys is silently ignored inside a transaction, so pragmas run outside of the runner's. */
export const driver: Driver = {
  urlSchemes: ['sqlite', 'sqlite3', 'file'],
  facts,
  migrations,
  scratch: {
    target: (target) => ({ ...target, address: { file: ':memory:' }, database: ':memory:' }),
    reachesOut: /^(?:ATTACH|DETACH|VACUUM\b.*\bINTO)\b/is,
  },
  dropActsOnForeignKeys: (statements) => !hasForeignKeysOff(statements),
  opensDatabases: /^ATTACH\b/i,
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
    return { address: { file: rest }, database: rest, timeout: timeoutOf(connection), initQueries: [] }
  },

  load: async () => {},

  async open({ database: path }, { create }) {
    const inMemory = path === '' || path === ':memory:'
    if (inMemory || (!create && !existsSync(path))) return openFile(':memory:')
    if (create) await mkdir(dirname(path), { recursive: true })
    return openFile(path)
  },

  problemOf,
  isMissing: ({ text }) => /^no such (table|index|view|trigger)/i.test(text),
}

// better-sqlite3 is a native addon that cannot be built everywhere; the WebAssembly build runs wherever Node does.
async function openFile(path: string): Promise<Session> {
  try {
    return await openNative(path)
  } catch (error) {
    if (!isMissingAddon(error)) throw error
    return openWasm(path)
  }
}

async function openNative(path: string): Promise<Session> {
  const { default: Database } = await import('better-sqlite3')
  const database = new Database(path, { timeout: lockTimeout * 1000 })
  database.defaultSafeIntegers(true)
  return {
    async execute(statement) {
      const prepared = statementOf(database, statement)
      if (!prepared) return []
      if (prepared.reader) return prepared.all() as Row[]
      prepared.run()
      return []
    },
    close: async () => void database.close(),
    destroy: () => void database.close(),
  }
}

/** Undefined for text in which there is nothing to execute. */
function statementOf(database: import('better-sqlite3').Database, text: string) {
  try {
    return database.prepare(text)
  } catch (error) {
    if (error instanceof RangeError && /contains no statements/.test(error.message)) return undefined
    throw error
  }
}

async function openWasm(path: string): Promise<Session> {
  const { default: wasm } = await import('node-sqlite3-wasm')
  const database = new wasm.Database(path)
  return {
    execute: async (statement) => database.all(statement) as Row[],
    close: async () => database.close(),
    destroy: () => database.close(),
  }
}

const isMissingAddon = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_DLOPEN_FAILED')) ||
    /bindings file|NODE_MODULE_VERSION/.test(error.message))

function problemOf(error: unknown): Problem {
  const { text, ...problem } = classify(error, kinds)
  return { ...problem, text: text.replace(/^SQLite3Error: /, '') }
}

const kinds = { SQLITE_CANTOPEN: 'refused', SQLITE_NOTADB: 'no-database', SQLITE_CORRUPT: 'no-database' } as const

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
