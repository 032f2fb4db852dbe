import { bareName } from 'orm-core/internal'
import { literal } from '../../session/literal.js'
import type { MigrationRules } from '../../session/session.js'

export const migrations: MigrationRules = {
  literal,
  begin: 'BEGIN',
  beginStatement: 'BEGIN',
  refusesTransaction: ({ code }) => code === '25001',
  session: /^(?:SET\b|SELECT\s+(?:pg_catalog\.)?set_config\b)/i,
  // https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
  lock: (table) => ({
    take: `SELECT pg_try_advisory_lock(${lockKeys(table)})::int AS taken`,
    release: `SELECT pg_advisory_unlock(${lockKeys(table)})`,
  }),
  timeouts: (lock, statement) => [
    [`SET lock_timeout = '${lock}s'`],
    ...(statement === undefined ? [] : [[`SET statement_timeout = '${statement}s'`] as const]),
  ],
  hasStatementTimeout: true,
  isDoneAlready: ({ code }) => code !== undefined && doneAlready.has(code),
  isThere: ({ code }) => code !== undefined && there.has(code),
  // https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
  leftovers: (statement) => {
    const [, index] = concurrentIndex.exec(statement) ?? []
    if (index === undefined) return undefined
    return `SELECT format('DROP INDEX CONCURRENTLY %I.%I', n.nspname, c.relname) AS statement
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE NOT i.indisvalid AND lower(c.relname) = ${literal(bareName(index))}`
  },
  place: (table) =>
    `SELECT (SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.oid = to_regclass(${literal(table)})) AS home,
     format('SELECT set_config(''search_path'', %L, false)', current_setting('search_path')) AS back`,
  // An untyped string takes the type of the other operand.
  batches: { value: (column) => `'t:' || ${column}::text` },
  tableOptions: '',
  widenVersion: (table, version) => [`ALTER TABLE ${table} ALTER COLUMN ${version} TYPE BIGINT`],
}

const lockKeys = (table: string): string => `hashtext('orm migrations'), hashtext(${literal(table)})`

// https://www.postgresql.org/docs/current/errcodes-appendix.html: the duplicate_… codes, and a second primary key.
const there = new Set(['42P04', '42P06', '42P07', '42P16', '42701', '42710', '42723'])

// Codes for existing objects, and for objects that DROP does not find. Other statements commit with their entry.
const doneAlready = new Set(['42710', '42P07', '42704', '42P04', '3D000'])

const concurrentIndex =
  /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?("(?:[^"]|"")+"|[^\s"(]+)/i
