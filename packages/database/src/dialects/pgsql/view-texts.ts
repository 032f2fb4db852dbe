import { problemOf } from '../../session/database-error.js'
import type { Connected } from '../../session/session.js'

/** Returns how the server rewrites queries, using views that are rolled back. A rejected query gives undefined. */
export async function viewTexts({ session }: Connected, queries: readonly string[]): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = []
  await session.execute('BEGIN')
  try {
    for (const [position, query] of queries.entries()) {
      const name = `orm_rehearsal_view_${position}`
      await session.execute('SAVEPOINT orm_before_view')
      try {
        await session.execute(`CREATE TEMPORARY VIEW ${name} AS ${query}`)
        const [row] = await session.execute(`SELECT pg_get_viewdef('pg_temp.${name}'::regclass) AS text`)
        texts.push(String(row!.text))
      } catch (error) {
        // The database cannot contain a view that the server rejects.
        problemOf(error)
        texts.push(undefined)
        await session.execute('ROLLBACK TO orm_before_view')
      }
    }
  } finally {
    await session.execute('ROLLBACK')
  }
  return texts
}
