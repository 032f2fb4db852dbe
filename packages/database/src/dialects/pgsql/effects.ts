import type { Connected, Effect, EffectRules, Row, TableLock } from '../../session/session.js'
import { migrations } from './migrations.js'

// https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-TABLES
const waits: Readonly<Record<string, TableLock['waits']>> = {
  AccessExclusiveLock: 'reads and writes',
  ExclusiveLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ShareLock: 'writes',
}

const tables = `SELECT c.oid AS id, c.relname AS name, c.relfilenode AS file FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`
const held = `SELECT relation AS id, mode AS lock FROM pg_locks
  WHERE pid = pg_backend_pid() AND locktype = 'relation' AND mode <> 'AccessShareLock'`

/** The server has no word for it in its catalogs: it reads all rows to check them, or to build an index. */
const reads =
  /^CREATE\b[^(]*\bINDEX\b|\bVALIDATE\s+CONSTRAINT\b|\bSET\s+NOT\s+NULL\b|\bADD\b(?![\s\S]*\bNOT\s+VALID\b)[\s\S]*?\b(?:FOREIGN\s+KEY|UNIQUE|PRIMARY\s+KEY|CHECK)\b|^(?:UPDATE|DELETE)\b/i

export const effects: EffectRules = {
  async observe({ session, driver }: Connected, statement): Promise<Effect> {
    const before = await session.execute(tables)
    await session.execute('BEGIN')
    try {
      await session.execute(statement)
    } catch (error) {
      await session.execute('ROLLBACK')
      if (!migrations.refusesTransaction?.(driver.problemOf(error))) throw error
      await session.execute(statement)
      return { locks: concurrent(statement, before), work: 'reads' }
    }
    const locks = await session.execute(held)
    const files = new Map((await session.execute(tables)).map(({ id, file }) => [id, file]))
    await session.execute('COMMIT')
    const isRewritten = before.some(({ id, file }) => files.has(id) && files.get(id) !== file)
    return {
      locks: before.flatMap(({ id, name }) => strongest(locks.filter((lock) => lock.id === id)).map(lockOn(name))),
      work: isRewritten ? 'rewrites' : reads.test(statement) ? 'reads' : 'none',
    }
  },

  sizes: (query) =>
    query(
      `SELECT c.relname AS name, greatest(c.reltuples, 0)::bigint AS rows, pg_total_relation_size(c.oid) AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
    ),
}

const order = ['AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock']

/** A statement may take several locks on one table. */
function strongest(locks: readonly Row[]): string[] {
  const modes = locks.map(({ lock }) => String(lock))
  const found = order.find((mode) => modes.includes(mode)) ?? modes[0]
  return found === undefined ? [] : [found]
}

const lockOn =
  (table: unknown) =>
  (lock: string): TableLock => ({ table: String(table), lock, waits: waits[lock] ?? 'nothing' })

/** `CREATE INDEX CONCURRENTLY` and the like, which have ended their transactions when they are done. */
const concurrent = (statement: string, before: readonly Row[]): TableLock[] =>
  before
    .filter(({ name }) => statement.includes(String(name)))
    .map(({ name }) => lockOn(name)('ShareUpdateExclusiveLock'))
