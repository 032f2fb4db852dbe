import { close, connect } from '#database/connect/connect.js'
import type { Row } from '#database/session/session.js'
import type { TestDatabase } from './databases.js'

type Address = Pick<TestDatabase, 'name' | 'dsn' | 'user' | 'password'>

/** Runs statements one after the other on a connection of their own and gives the rows of the last. */
export const query = (database: Address, ...statements: string[]): Promise<readonly Row[]> =>
  onOneConnection(database, async (ask) => {
    let rows: readonly Row[] = []
    for (const statement of statements) rows = await ask(statement)
    return rows
  })

/** Does some work with one connection to a database. */
export async function onOneConnection<T>(
  { name, dsn, user, password }: Address,
  work: (ask: (sql: string) => Promise<readonly Row[]>) => Promise<T>,
): Promise<T> {
  const { session } = await connect('test', { adapter: name, classname: '', dsn, user, password }, { create: true })
  try {
    return await work((sql) => session.execute(sql))
  } finally {
    await close(session)
  }
}
