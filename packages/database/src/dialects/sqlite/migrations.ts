import { unquotedName } from 'orm-core/internal'
import { literal } from '../../session/literal.js'
import type { MigrationRules } from '../../session/session.js'

/** There is no lock but that of a transaction, so each migration begins with it and looks again at what is applied. */
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
  // A statement and its entry are one transaction, and what cannot be in one can be executed twice.
  isDoneAlready: () => false,
  isThere: ({ text }) => /\balready\b|\bduplicate column name\b/i.test(text),
  batches: {
    // Statements end at a zero character.
    value: (column) =>
      `CASE WHEN typeof(${column}) = 'blob' THEN 'b:' || hex(${column}) WHEN typeof(${column}) <> 'text' THEN 'n:' || quote(${column}) WHEN instr(${column}, char(0)) THEN 'x:' || hex(${column}) ELSE 't:' || ${column} END`,
  },
  tableOptions: '',
}
