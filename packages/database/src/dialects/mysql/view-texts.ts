import { randomBytes } from 'node:crypto'
import { dialects, noScratchDatabase, OrmError, placedTokens } from 'orm-core/internal'
import type { Connected } from '../../session/session.js'

const { lexicon, quote } = dialects.mysql

/**
 * What the server makes of queries, as views in a database that is there for a while; unqualified names are still those of
 * the real one.
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
    throw new OrmError([noScratchDatabase(connection, censor(driver.problemOf(error).text), make)])
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
      } catch {
        // What the server refuses is not what the database has.
        texts.push(undefined)
      }
    }
    return texts
  } finally {
    await session.execute(make.drop(scratch))
  }
}

/** A query of the catalog, which qualifies the tables of its own database too. */
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
