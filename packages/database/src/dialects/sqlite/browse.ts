import type { BrowseRules, PlanStep } from '../../session/browse-rules.js'
import { literal } from '../../session/literal.js'

const readOnly = { begin: ['BEGIN'], end: ['ROLLBACK'] }

export const browse: BrowseRules = {
  // The file is opened read-only as well, so no statement can make it writable.
  readOnly: { session: ['PRAGMA query_only = ON'], transaction: readOnly, sealed: () => readOnly },
  write: { session: [], begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', rollBack: 'ROLLBACK' },
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
  // length() of a text counts characters, not bytes.
  sizeOf: (expression) => `length(CAST(${expression} AS BLOB))`,
  // hex() returns an empty string for NULL.
  hexOf: (expression) => `CASE WHEN ${expression} IS NOT NULL THEN lower(hex(${expression})) END`,
  geometryText: (expression) => expression,
  bitText: (expression) => expression,
  noValues: 'DEFAULT VALUES',
  forUpdate: '',
  // Row ids are assigned in increasing order, so the highest one is a cheap estimate. Tables WITHOUT ROWID have none.
  estimate: (table) => `SELECT max(rowid) FROM ${table}`,
  explain: (statement) => `EXPLAIN QUERY PLAN ${statement}`,
  planOf: ({ rows }) => childrenOf(rows, '0'),
}

/** Returns child steps. The columns are id, parent, an unused one, and detail. */
const childrenOf = (rows: readonly (readonly unknown[])[], parent: string): PlanStep[] =>
  rows
    .filter((row) => String(row[1]) === parent)
    .map(([id, , , detail]) => ({ label: String(detail), details: {}, steps: childrenOf(rows, String(id)) }))
