import { dialects, droppedTables } from 'orm-core/build'
import type { Connected } from './connect.js'
import type { Plan } from './plan.js'

/** A table with rows that a run would drop. */
export interface Loss {
  readonly connection: string
  /** As the SQL file writes it. */
  readonly table: string
  /** Absent when the server refuses to count. */
  readonly rows?: number
}

/** `table book on connection "shop" with 12 rows`. */
export const lossText = ({ connection, table, rows }: Loss): string => {
  const count = rows === undefined ? 'rows that cannot be counted' : `${rows} row${rows === 1 ? '' : 's'}`
  return `table ${table} on connection "${connection}" with ${count}`
}

/** Counts the rows of every table that the statements drop; tables that are missing or empty lose nothing. */
export async function lossesOf({ connection, config, statements }: Plan, connected: Connected): Promise<Loss[]> {
  const { lexicon } = dialects[config.adapter]
  const tables = new Set(statements.flatMap(({ text }) => droppedTables(text, lexicon)))
  const losses: Loss[] = []
  for (const table of tables) {
    const rows = await count(table, connected)
    if (rows === 'unknown') losses.push({ connection, table })
    else if (rows > 0) losses.push({ connection, table, rows })
  }
  return losses
}

async function count(table: string, { driver, session, unreachable }: Connected): Promise<number | 'unknown'> {
  try {
    const [row] = await session.execute(`SELECT COUNT(*) FROM ${table}`)
    return Number(Object.values(row ?? {})[0] ?? 0)
  } catch (error) {
    const problem = driver.problemOf(error)
    if (problem.kind !== 'statement') throw unreachable(problem)
    return driver.isMissing(problem) ? 0 : 'unknown'
  }
}
