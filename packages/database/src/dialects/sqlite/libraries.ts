import type Database from 'better-sqlite3'
import type { ResultTable } from '../../session/browse-rules.js'
import type { Row } from '../../session/session.js'

/** An open SQLite database. */
export interface Handle {
  execute(statement: string): Row[]
  /** Returns the first rows of one statement. */
  read(statement: string, limit: number): ResultTable
  /** Closes the database and rolls back what is not committed. */
  close(): void
}

export type Open = (path: string, isReadOnly?: boolean) => Handle

export interface Library {
  readonly name: string
  load(): Promise<Open>
}

/**
 * SQLite libraries for Node, best first. Each of them uses the file locks that PHP and all other SQLite programs respect. A
 * library with different locks, such as a WebAssembly build, would corrupt files and must not be added.
 */
export const libraries: readonly Library[] = [
  // Must be compiled if no binary can be downloaded.
  { name: 'better-sqlite3', load: () => addon('better-sqlite3') },
  // Part of Node 22.13 and later.
  { name: 'node:sqlite', load: async () => builtin() },
  // Precompiled, for Node 20. It has the interface of better-sqlite3.
  { name: 'libsql', load: () => addon('libsql') },
]

async function addon(name: string): Promise<Open> {
  const { default: Sqlite } = (await import(name)) as { default: typeof Database }
  return (path, isReadOnly = false) => {
    const database = new Sqlite(path, { readonly: isReadOnly && path !== ':memory:' })
    database.defaultSafeIntegers(true)
    return {
      execute(statement) {
        const prepared = database.prepare(statement)
        if (prepared.reader) return prepared.all().map(rowOf)
        // libsql's run() would silently ignore a second statement.
        database.exec(statement)
        return []
      },
      read(statement, limit) {
        const prepared = database.prepare(statement)
        if (!prepared.reader) {
          prepared.run()
          return { columns: [], rows: [], isCut: false }
        }
        const columns = prepared.columns().map(({ name }) => name)
        return { columns, ...firstOf(prepared.raw().iterate() as Iterable<unknown[]>, limit) }
      },
      close() {
        // Otherwise libsql keeps a transaction and its lock until the statements are garbage-collected.
        if (database.inTransaction) database.exec('ROLLBACK')
        database.close()
      },
    }
  }
}

/** The part of `node:sqlite` that Orm uses. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean }) => NodeDatabase
}

interface NodeDatabase {
  prepare(statement: string): NodeStatement
  exec(statements: string): void
  close(): void
}

interface NodeStatement {
  /** Text of the first statement only. */
  readonly sourceSQL: string
  setReadBigInts(enabled: boolean): void
  all(): unknown[]
  iterate(): Iterable<unknown>
  /** Since Node 22.16. */
  columns?(): readonly { readonly name: string }[]
  /** Since Node 24. */
  setReturnArrays?(enabled: boolean): void
}

function builtin(): Open {
  const sqlite = withoutWarnings(() => process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined)
  if (sqlite === undefined) throw new Error(`Node ${process.versions.node} does not have it`)
  return (path, isReadOnly = false) => {
    const database = new sqlite.DatabaseSync(path, { readOnly: isReadOnly && path !== ':memory:' })
    return {
      execute(statement) {
        const prepared = database.prepare(statement)
        prepared.setReadBigInts(true)
        const rows = prepared.all().map(rowOf)
        // Otherwise a second statement would be silently ignored.
        database.exec(statement.slice(prepared.sourceSQL.length))
        return rows
      },
      read(statement, limit) {
        const prepared = database.prepare(statement)
        if (/\S/.test(statement.slice(prepared.sourceSQL.length))) throw new Error('there is more than one statement')
        prepared.setReadBigInts(true)
        prepared.setReturnArrays?.(true)
        const { rows, isCut } = firstOf(prepared.iterate() as Iterable<Row | unknown[]>, limit)
        const columns = prepared.columns?.().map(({ name }) => name) ?? Object.keys(rows[0] ?? {})
        return { columns, rows: rows.map((row) => (Array.isArray(row) ? row : Object.values(row).map(bytesOf))), isCut }
      },
      close: () => database.close(),
    }
  }
}

/** Suppresses the warning that SQLite is experimental, which Node 22 prints on every run. */
function withoutWarnings<T>(work: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}

const rowOf = (row: unknown): Row =>
  Object.fromEntries(Object.entries(row as Row).map(([name, value]) => [name, bytesOf(value)]))

/** Converts bytes to a Buffer. They may be a Buffer, Uint8Array or ArrayBuffer. */
function bytesOf(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

/** Reads rows up to a limit, and one more to know whether there are more. */
function firstOf<T>(all: Iterable<T>, limit: number): { rows: T[]; isCut: boolean } {
  const rows: T[] = []
  for (const row of all) {
    if (rows.length === limit) return { rows, isCut: true }
    rows.push((Array.isArray(row) ? row.map(bytesOf) : row) as T)
  }
  return { rows, isCut: false }
}
