import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Statement } from 'orm-core/internal'
import { classify, type Problem } from '../../session/problem.js'
import { type Driver, type Target, timeoutOf, updateFrom } from '../../session/session.js'
import { openApart } from './apart.js'
import { browse } from './browse.js'
import { effects } from './effects.js'
import { facts } from './facts.js'
import { migrations } from './migrations.js'
import { library, sessionOf } from './session.js'

/** PRAGMA foreign_keys is silently ignored inside a transaction, so pragmas run outside of the runner's transaction. */
export const driver: Driver = {
  urlSchemes: ['sqlite', 'sqlite3', 'file'],
  facts,
  effects,
  browse,
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

  async open({ database: path }, { create, mustExist, browse: browsing }) {
    if (browsing) {
      if (!isInMemory(path)) await exists(path, true)
      return openApart(isInMemory(path) ? ':memory:' : resolve(path), browsing.write)
    }
    const open = await library()
    if (isInMemory(path)) return sessionOf(open, ':memory:')
    if (create) await mkdir(dirname(path), { recursive: true })
    // A database that does not exist yet is read as an empty one, and no file is created.
    else if (!(await exists(path, mustExist))) return sessionOf(open, ':memory:')
    // libsql would connect to anything that looks like a URL.
    return sessionOf(open, resolve(path))
  },

  problemOf,
  isMissing: ({ text }) => /^no such (table|index|view|trigger)/i.test(text),
}

const isInMemory = (path: string): boolean => path === '' || path === ':memory:'

/** Returns whether a file exists. Throws if that cannot be determined, for example in a directory without permission. */
async function exists(path: string, mustExist: boolean): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (!mustExist && (error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function problemOf(error: unknown): Problem {
  const problem = classify(error, kinds)
  if (!(error instanceof Error && 'syscall' in error)) return problem
  return { ...problem, kind: 'refused', text: problem.text.replace(/^[A-Z]+: |, stat '.*'$/gs, '') }
}

const kinds = { SQLITE_CANTOPEN: 'refused', SQLITE_NOTADB: 'no-database' } as const

/** Returns whether foreign keys are off. Leading pragmas apply to all statements, and later ones run after the transaction. */
function hasForeignKeysOff(statements: readonly Statement[]): boolean {
  let isOff = false
  for (const { text } of statements) {
    if (!/^PRAGMA\b/i.test(text)) break
    const [, value] = /^PRAGMA\s+foreign_keys\s*[=(]\s*(\w+)/i.exec(text) ?? []
    if (value !== undefined) isOff = /^(?:off|0|no|false)$/i.test(value)
  }
  return isOff
}
