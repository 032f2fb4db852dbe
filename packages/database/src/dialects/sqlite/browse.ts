import type { BrowseRules, PlanStep } from '../../session/browse-rules.js'
import { literal } from '../../session/literal.js'

const readOnly = { begin: ['BEGIN'], end: ['ROLLBACK'] }

export const browse: BrowseRules = {
  // The file is opened for reading only, too: nothing that a statement sets can make it writable.
  readOnly: { session: ['PRAGMA query_only = ON'], transaction: readOnly, sealed: () => readOnly },
  write: { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', rollBack: 'ROLLBACK' },
  nullsFirst: true,
  like: 'LIKE',
  checksTypes: false,
  literal: (text) => (text.includes('\0') ? `CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)` : literal(text)),
  number: (text) => text,
  boolean: (value) => (value ? '1' : '0'),
  bytes: (hex) => `X'${hex}'`,
  exactFloat: (expression) => expression,
  asText: (expression) => `CAST(${expression} AS TEXT)`,
  startOf: (expression, length) => `substr(${expression}, 1, ${length})`,
  // length() counts characters in a text.
  sizeOf: (expression) => `length(CAST(${expression} AS BLOB))`,
  // hex() makes an empty text of NULL.
  hexOf: (expression) => `CASE WHEN ${expression} IS NOT NULL THEN lower(hex(${expression})) END`,
  geometryText: (expression) => expression,
  bitText: (expression) => expression,
  noValues: 'DEFAULT VALUES',
  forUpdate: '',
  // Row numbers are given in order: the highest one costs nothing to find. Tables WITHOUT ROWID have none.
  estimate: (table) => `SELECT max(rowid) FROM ${table}`,
  explain: (statement) => `EXPLAIN QUERY PLAN ${statement}`,
  planOf: ({ rows }) => childrenOf(rows, '0'),
}

/** Columns id, parent, not used, detail. */
const childrenOf = (rows: readonly (readonly unknown[])[], parent: string): PlanStep[] =>
  rows
    .filter((row) => String(row[1]) === parent)
    .map(([id, , , detail]) => ({ label: String(detail), details: {}, steps: childrenOf(rows, String(id)) }))
