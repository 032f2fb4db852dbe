import { bareName, dialects, significantTokens } from 'orm-core/internal'
import { problemOf } from '../../session/database-error.js'
import type { Connected, Effect, EffectRules, Row, TableLock } from '../../session/session.js'
import { migrations } from './migrations.js'

// https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-TABLES
const waits: Readonly<Record<string, TableLock['waits']>> = {
  AccessExclusiveLock: 'reads and writes',
  ExclusiveLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ShareLock: 'writes',
}

const tables = `SELECT c.oid AS id, c.relname AS name, c.relfilenode AS file, pg_stat_get_xact_numscans(c.oid) AS scans
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`
const held = `SELECT relation AS id, mode AS lock FROM pg_locks
  WHERE pid = pg_backend_pid() AND locktype = 'relation' AND mode <> 'AccessShareLock'`

/** Matches statements that read all rows to check them or to build an index, however the server reads an empty table. */
const reads =
  /^CREATE\b[^(]*\bINDEX\b|\bVALIDATE\s+CONSTRAINT\b|\bADD\b(?![\s\S]*\bNOT\s+VALID\b)[\s\S]*?\b(?:FOREIGN\s+KEY|UNIQUE|PRIMARY\s+KEY|CHECK)\b|^(?:UPDATE|DELETE)\b/i

export const effects: EffectRules = {
  async observe({ session }: Connected, statement): Promise<Effect> {
    await session.execute('BEGIN')
    const before = await session.execute(tables)
    try {
      await session.execute(statement)
    } catch (error) {
      await session.execute('ROLLBACK')
      if (!migrations.refusesTransaction?.(problemOf(error))) throw error
      await session.execute(statement)
      return { locks: concurrent(statement, before), work: 'reads' }
    }
    const locks = await session.execute(held)
    const after = new Map((await session.execute(tables)).map((row) => [row.id, row]))
    await session.execute('COMMIT')
    const isRewritten = before.some(({ id, file }) => after.has(id) && after.get(id)?.file !== file)
    // SET NOT NULL reads no rows if a validated check proves that none is NULL.
    const isRead = before.some(({ id, scans }) => after.has(id) && after.get(id)?.scans !== scans)
    return {
      locks: before.flatMap(({ id, name }) => strongest(locks.filter((lock) => lock.id === id)).map(lockOn(name))),
      work: isRewritten ? 'rewrites' : isRead || reads.test(statement) ? 'reads' : 'none',
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

/** Returns the strongest lock, because a statement may take several locks on a table. */
function strongest(locks: readonly Row[]): string[] {
  const modes = locks.map(({ lock }) => String(lock))
  const found = order.find((mode) => modes.includes(mode)) ?? modes[0]
  return found === undefined ? [] : [found]
}

const lockOn =
  (table: unknown) =>
  (lock: string): TableLock => ({ table: String(table), lock, waits: waits[lock] ?? 'nothing' })

/** Returns the locks of statements such as `CREATE INDEX CONCURRENTLY`, which have already ended their transactions. */
function concurrent(statement: string, before: readonly Row[]): TableLock[] {
  const words = new Set(significantTokens(statement, dialects.pgsql.lexicon).map(bareName))
  return before
    .filter(({ name }) => words.has(String(name).toLowerCase()))
    .map(({ name }) => lockOn(name)('ShareUpdateExclusiveLock'))
}
