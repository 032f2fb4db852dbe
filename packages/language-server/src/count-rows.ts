// Counts the rows of tables in a separate process: reads a CountTask from standard input, and writes a CountAnswer. See
// RowCounts.
import { text } from 'node:stream/consumers'
import { tableRows } from 'orm-database'
import type { CountAnswer, CountTask, RowCount } from './commands/row-counts.js'

const problems = { missing: 'not in the database', unknown: 'rows not known' } as const

async function answer(): Promise<CountAnswer> {
  try {
    const found = await tableRows(JSON.parse(await text(process.stdin)) as CountTask)
    return { counts: found.map((rows): RowCount => (typeof rows === 'string' ? { problem: problems[rows] } : rows)) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

process.stdout.write(JSON.stringify(await answer()))
