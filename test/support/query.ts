import { close, connect } from '#database/connect/connect.js'
import type { Row } from '#database/session/session.js'
import type { TestDatabase } from './databases.js'

/** Runs statements one after the other on a connection of their own and gives the rows of the last. */
export async function query(
  { name, dsn, user, password }: Pick<TestDatabase, 'name' | 'dsn' | 'user' | 'password'>,
  ...statements: string[]
): Promise<readonly Row[]> {
  const { session } = await connect('test', { adapter: name, classname: '', dsn, user, password }, { create: true })
  try {
    let rows: readonly Row[] = []
    for (const statement of statements) rows = await session.execute(statement)
    return rows
  } finally {
    await close(session)
  }
}
