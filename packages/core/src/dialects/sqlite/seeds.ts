import { serverName, temporalTypes, textTypes } from '../../model/index.js'
import { stringLiteral } from '../clauses.js'
import { valueSql } from '../default-sql.js'
import type { SeedRules } from '../seed-rules.js'
import { defaultRules, tableName } from './ddl.js'
import { platform } from './platform.js'
import { typeOf } from './types.js'

export const seeds: SeedRules = {
  // Takes the lock immediately instead of with the first write, because another writer could start before that.
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollBack: 'ROLLBACK',
  tableName,
  geometryBytes: true,
  value: (column, text, table) =>
    valueSql(column, typeOf(column), text, table, {
      ...defaultRules,
      temporal: ({ type }, value) => stringLiteral(type === 'DATE' ? value : withMicroseconds(value)),
    }),
  isSame: ({ type }, stored, value) =>
    textTypes.has(type) && !temporalTypes.has(type) ? `${stored} COLLATE BINARY IS ${value}` : `${stored} IS ${value}`,
  empty: (tables) => [
    'PRAGMA defer_foreign_keys = ON',
    ...tables.map((table) => `DELETE FROM ${tableName(table)}`),
    // This table exists if any table of the database is AUTOINCREMENT.
    ...(tables.some(({ columns }) => columns.some(({ autoIncrement }) => autoIncrement))
      ? [`DELETE FROM sqlite_sequence WHERE name IN (${tables.map(sequenceName).join(', ')})`]
      : []),
  ],
}

const sequenceName = (table: Parameters<SeedRules['tableName']>[0]): string =>
  stringLiteral(serverName(table, platform))

/** Returns a time in the form that the runtime stores, because the server compares times as strings. */
const withMicroseconds = (text: string): string => {
  const [, start = text, fraction = ''] = /^(.*:\d\d)(?:\.(\d+))?$/.exec(text) ?? []
  return `${start}.${fraction.slice(0, 6).padEnd(6, '0')}`
}
