import { randomBytes } from 'node:crypto'
import { dialects, noScratchDatabase, OrmError, placedTokens } from 'orm-core/internal'
import { problemOf } from '../../session/database-error.js'
import type { Connected } from '../../session/session.js'

const { lexicon, quote } = dialects.mysql

/**
 * Returns how the server rewrites queries, using views in a scratch database. Unqualified names still refer to the real
 * database. A rejected query gives undefined.
 */
export async function viewTexts(
  { session, driver, censor }: Connected,
  queries: readonly string[],
  connection: string,
): Promise<(string | undefined)[]> {
  const make = driver.scratch!.make!
  const scratch = `orm_rehearsal_${randomBytes(6).toString('hex')}`
  const [own] = await session.execute('SELECT DATABASE() AS name')
  try {
    await session.execute(await make.create(scratch, (sql) => session.execute(sql)))
  } catch (error) {
    throw new OrmError([noScratchDatabase(connection, censor(problemOf(error).text), make)])
  }
  try {
    const texts: (string | undefined)[] = []
    for (const [position, query] of queries.entries()) {
      try {
        await session.execute(`CREATE VIEW ${quote(scratch)}.v${position} AS ${query}`)
        const [row] = await session.execute(
          `SELECT VIEW_DEFINITION AS text FROM information_schema.VIEWS WHERE TABLE_SCHEMA = '${scratch}' AND TABLE_NAME = 'v${position}'`,
        )
        texts.push(withoutDatabase(String(row!.text), String(own!.name)))
      } catch (error) {
        // The database cannot contain a view that the server rejects.
        problemOf(error)
        texts.push(undefined)
      }
    }
    return texts
  } finally {
    await session.execute(make.drop(scratch))
  }
}

/** Removes the database name from a catalog query, which qualifies even its own tables. */
export function withoutDatabase(query: string, database: string): string {
  const tokens = placedTokens(query, lexicon)
  const qualifier = (index: number): boolean =>
    tokens[index]?.text === quote(database) && tokens[index + 1]?.text === '.' && tokens[index - 1]?.text !== '.'
  let result = ''
  let from = 0
  for (const [index, { start }] of tokens.entries()) {
    if (!qualifier(index)) continue
    result += query.slice(from, start)
    from = tokens[index + 1]!.end
  }
  return result + query.slice(from)
}

/** Returns whether a catalog query calls a function of a database: of all functions, only their names are quoted. */
export function callsFunction(query: string): boolean {
  const tokens = placedTokens(query, lexicon)
  return tokens.some(({ text, end }, index) => {
    const next = tokens[index + 1]
    return text.startsWith('`') && next?.text === '(' && next.start === end
  })
}
