import { backslashLiteral } from '../../session/literal.js'
import type { Problem } from '../../session/problem.js'
import type { MigrationRules } from '../../session/session.js'

export const migrations: MigrationRules = {
  literal: backslashLiteral,
  strictness: "SET SESSION sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES')",
  // Commits row changes together with their state entry. DDL commits implicitly.
  beginStatement: 'START TRANSACTION',
  refusesTransaction: ({ code }) => code === '1568',
  session: /^(?:USE\b|SET\s+(?!(?:@@)?(?:GLOBAL|PERSIST|PERSIST_ONLY)\b|PASSWORD\b))/i,
  // Locks apply to the whole server, and their names have at most 64 characters.
  lock: (table) => ({
    take: `SELECT GET_LOCK(${lockName(table)}, 0) AS taken`,
    release: `SELECT RELEASE_LOCK(${lockName(table)})`,
  }),
  timeouts: (lock, statement) => [
    [`SET SESSION lock_wait_timeout = ${lock}`],
    [`SET SESSION innodb_lock_wait_timeout = ${lock}`],
    // MariaDB supports the first and MySQL the second, which applies only to SELECT.
    ...(statement === undefined
      ? []
      : [
          [
            `SET SESSION max_statement_time = ${statement}`,
            `SET SESSION max_execution_time = ${statement * 1000}`,
          ] as const,
        ]),
  ],
  hasStatementTimeout: true,
  isDoneAlready: (problem, statement) =>
    /^(?:CREATE|ALTER|DROP|RENAME)\b/i.test(statement) &&
    (isThere(problem) ||
      gone.has(Number(problem.code)) ||
      (/\b(?:RENAME|CHANGE)\b/i.test(statement) && (problem.code === '1054' || problem.code === '1146'))),
  isThere,
  place: () => "SELECT DATABASE() AS home, CONCAT('USE `', REPLACE(DATABASE(), '`', '``'), '`') AS back",
  batches: {
    typeQuery: (table, column) =>
      `SELECT LOWER(DATA_TYPE) AS type FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = ${table.length > 1 ? backslashLiteral(table[0]!) : 'DATABASE()'}
         AND TABLE_NAME = ${backslashLiteral(table.at(-1)!)} AND COLUMN_NAME = ${backslashLiteral(column)}`,
    value: (column, type) =>
      numbers.test(type)
        ? `CONCAT('n:', ${column})`
        : bytes.test(type)
          ? `CONCAT('b:', HEX(${column}))`
          : texts.test(type)
            ? `CONCAT('t:', ${column})`
            : undefined,
  },
  tableOptions: ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
  widenVersion: (table, version) => [`ALTER TABLE ${table} MODIFY ${version} BIGINT NOT NULL`],
}

// Excludes ENUM and SET, which are sorted by position, TIMESTAMP, which repeats an hour once a year, and inexact numbers.
const numbers = /^(?:(?:tiny|small|medium|big)?int|decimal|year)$/
const bytes = /^(?:(?:var)?binary|(?:tiny|medium|long)?blob)$/
const texts = /^(?:(?:var)?char|(?:tiny|medium|long)?text|date|datetime|time|uuid|inet4|inet6)$/

const lockName = (table: string): string => `CONCAT('orm:', MD5(CONCAT(DATABASE(), '.', ${backslashLiteral(table)})))`

// Codes for an existing table, column, key, foreign key, check, trigger or routine.
const there = new Set([1022, 1050, 1060, 1061, 1068, 1304, 1359, 1826, 3822])

// Codes for an object that DROP does not find.
const gone = new Set([1051, 1091, 1305, 1360])

function isThere({ code, text }: Problem): boolean {
  const isForeignKey = code === '1005' && /\b121\b/.test(text)
  return there.has(Number(code)) || isForeignKey
}
