import { unquotedName } from 'orm-core/internal'
import { literal } from '../../session/literal.js'
import type { MigrationRules } from '../../session/session.js'

/** The transaction is the only lock, so each migration starts with it and checks again what is applied. */
export const migrations: MigrationRules = {
  literal,
  begin: 'BEGIN IMMEDIATE',
  beginStatement: 'BEGIN IMMEDIATE',
  refusesTransaction: ({ text }) => /(?:within|inside) a transaction/i.test(text),
  // Silently ignored inside a transaction.
  outside: /^PRAGMA\s+foreign_keys\b/i,
  session: /^PRAGMA\s+foreign_keys\b/i,
  references: { when: /^PRAGMA\s+foreign_keys\s*=\s*(?:OFF|0|no|false)\b/i, query: 'PRAGMA foreign_key_check' },
  goesWith(statement, all) {
    const [, table] = /^DROP\s+TABLE\s+(\S.*)$/is.exec(statement) ?? []
    if (table === undefined || !all.some((text) => text.endsWith(` RENAME TO ${table}`))) return undefined
    return `SELECT sql, 'SELECT 1 FROM sqlite_master WHERE type = ' || quote(type) || ' AND name = ' || quote(name) AS query
FROM sqlite_master
WHERE tbl_name = ${literal(unquotedName(table))} COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL`
  },
  isBusy: ({ code, text }) => code === 'SQLITE_BUSY' || /^database is locked/i.test(text),
  timeouts: (lock) => [[`PRAGMA busy_timeout = ${lock * 1000}`]],
  hasStatementTimeout: false,
  // A statement and its entry share a transaction, and statements that cannot run in one can be repeated safely.
  isDoneAlready: () => false,
  isThere: ({ text }) => /\balready\b|\bduplicate column name\b/i.test(text),
  batches: {
    // Text with a NUL character is read as hexadecimal digits, because it would end a statement.
    value: (column) =>
      `CASE WHEN typeof(${column}) = 'blob' THEN 'b:' || hex(${column}) WHEN typeof(${column}) <> 'text' THEN 'n:' || quote(${column}) WHEN instr(${column}, char(0)) THEN 'x:' || hex(${column}) ELSE 't:' || ${column} END`,
  },
  tableOptions: '',
}
