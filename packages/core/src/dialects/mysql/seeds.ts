import { nativeValueTypes, temporalTypes, textTypes } from '../../model/index.js'
import { valueSql } from '../default-sql.js'
import type { SeedRules } from '../seed-rules.js'
import { defaultRules, tableName } from './ddl.js'
import { typeOf } from './types.js'

export const seeds: SeedRules = {
  begin: 'START TRANSACTION',
  commit: 'COMMIT',
  rollBack: 'ROLLBACK',
  tableName,
  geometryBytes: true,
  value: (column, text, table, settings) => valueSql(column, typeOf(column, settings), text, table, defaultRules),
  isSame: ({ type }, stored, value) => {
    // Collations ignore case and trailing spaces.
    if ((textTypes.has(type) && !temporalTypes.has(type)) || nativeValueTypes.has(type) || type === 'ARRAY')
      return `${bytesOf(stored)} <=> ${bytesOf(value)}`
    // A FLOAT is not equal to a DOUBLE with the same digits, and the server may print one digit less. Distinct FLOAT values
    // differ by more than the tolerance of the last comparison.
    return type === 'FLOAT'
      ? `(${stored} <=> ${value} OR CONCAT(${stored}) <=> CONCAT(${value} + 0E0) OR ABS(${stored} - ${value}) <= ABS(${stored}) * 1E-8)`
      : `${stored} <=> ${value}`
  },
  // The next key is not reset, because that statement would commit the transaction.
  empty: (tables) => [
    'SET foreign_key_checks = 0',
    ...tables.map((table) => `DELETE FROM ${tableName(table)}`),
    'SET foreign_key_checks = 1',
  ],
}

const bytesOf = (text: string): string => `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`
