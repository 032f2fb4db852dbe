import { floatTypes } from '../../model/index.js'
import { stringLiteral } from '../clauses.js'
import { valueSql } from '../default-sql.js'
import type { SeedRules } from '../seed-rules.js'
import { defaultRules, quote, sequenceOf, tableName } from './ddl.js'
import { baseTypeOf } from './types.js'

export const seeds: SeedRules = {
  begin: 'BEGIN',
  commit: 'COMMIT',
  rollBack: 'ROLLBACK',
  tableName,
  geometryBytes: false,
  value: (column, text, table) => valueSql(column, baseTypeOf(column), text, table, defaultRules),
  isSame: (column, stored, value) => {
    // The type json has no equality; jsonb has.
    if (column.type === 'JSON') return same(`CAST(${stored} AS jsonb)`, `CAST(${value} AS jsonb)`)
    // As a string, the number is converted to the column's type: a real is not equal to a double precision with the same
    // digits.
    return same(stored, floatTypes.has(column.type) && /^[+-]?[\d.]/.test(value) ? stringLiteral(value) : value)
  },
  continueKeys: (table, column) => {
    const sequence = sequenceOf(table)
    if (sequence === undefined) return []
    const keys = `(SELECT MAX(${quote(column.name)}) AS key FROM ${tableName(table)}) orm_keys`
    return [
      `SELECT setval(${stringLiteral(sequence)}, key) FROM ${keys} WHERE key >= (SELECT last_value FROM ${sequence})`,
    ]
  },
  empty: (tables) =>
    tables.length === 0 ? [] : [`TRUNCATE ${tables.map((table) => tableName(table)).join(', ')} RESTART IDENTITY`],
}

const same = (stored: string, value: string): string => `${stored} IS NOT DISTINCT FROM ${value}`
