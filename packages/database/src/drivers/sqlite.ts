import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Driver } from '../session.js'

/** `PRAGMA foreign_keys` is silently ignored inside a transaction, so pragmas run outside of it. */
const isPragma = (statement: string): boolean => /^PRAGMA\b/i.test(statement)

export const driver: Driver = {
  transaction: { includes: (statement) => !isPragma(statement) },
  async open({ rest: path }) {
    if (path !== ':memory:') await mkdir(dirname(path), { recursive: true })
    const database = await openFile(path)
    return {
      async execute(statement) {
        database.exec(statement)
      },
      async close() {
        database.close()
      },
    }
  },
}

interface SqliteFile {
  exec(sql: string): unknown
  close(): unknown
}

// better-sqlite3 is a native addon that cannot be built everywhere; the WebAssembly build runs wherever Node does.
async function openFile(path: string): Promise<SqliteFile> {
  let Native: typeof import('better-sqlite3')
  try {
    Native = (await import('better-sqlite3')).default
    return new Native(path)
  } catch (error) {
    if (!isMissingAddon(error)) throw error
    const wasm = (await import('node-sqlite3-wasm')).default
    return new wasm.Database(path)
  }
}

const isMissingAddon = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_DLOPEN_FAILED')) ||
    /bindings file|NODE_MODULE_VERSION/.test(error.message))
