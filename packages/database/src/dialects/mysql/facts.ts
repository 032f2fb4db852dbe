import { backslashLiteral } from '../../session/literal.js'
import type { FactQueries, Row } from '../../session/session.js'

type Query = (sql: string) => Promise<readonly Row[]>

export const facts = async (query: Query, texts: readonly string[]): Promise<FactQueries> =>
  queries(await namedDatabases(query, texts))

/** Query for other databases that a statement can reach by name. */
const otherDatabases =
  "SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT IN ('mysql', 'information_schema', 'performance_schema', 'sys', DATABASE())"

const queries = (databases: readonly string[]): FactQueries => {
  const own = (column: string) => `${column} IN (${['DATABASE()', ...databases.map(backslashLiteral)].join(', ')})`
  const quoted = (...columns: string[]) =>
    `CONCAT(${columns.map((column) => `'\`', REPLACE(${column}, '\`', '\`\`'), '\`'`).join(", '.', ")})`
  const written = (schema: string, table: string) =>
    `IF(${schema} = DATABASE(), ${quoted(table)}, ${quoted(schema, table)})`
  return {
    tables: `SELECT ${written('TABLE_SCHEMA', 'TABLE_NAME')} AS written, TABLE_NAME AS name
      FROM information_schema.TABLES WHERE TABLE_TYPE <> 'VIEW' AND TABLE_TYPE <> 'SEQUENCE' AND ${own('TABLE_SCHEMA')}`,
    acts: `SELECT 1 FROM information_schema.TRIGGERS WHERE ${own('EVENT_OBJECT_SCHEMA')} LIMIT 1`,
  }
}

async function namedDatabases(query: Query, texts: readonly string[]) {
  if (texts.length === 0) return []
  const all = texts.join('\n').toLowerCase()
  const rows = await query(otherDatabases)
  return rows.map(({ name }) => String(name)).filter((name) => all.includes(name.toLowerCase()))
}
