import { randomBytes } from 'node:crypto'
import { type ConnectionConfig, migrationReachesOut, noScratchDatabase, OrmError } from 'orm-core/internal'
import { close, connect, startQueries } from '../connect/connect.js'
import { driverOf } from '../dialects/index.js'
import { problemOf } from '../session/database-error.js'
import type { Connected, Scratch } from '../session/session.js'
import type { Migration } from './read-migrations.js'

/** Runs the work in a temporary database next to the real one. The migrations are those that will be applied to it. */
export async function inScratch<T>(
  connection: string,
  config: ConnectionConfig,
  migrations: readonly Migration[],
  work: (connected: Connected) => Promise<T>,
  prefix = 'orm_scratch',
): Promise<T> {
  const { scratch } = await driverOf(config.adapter)
  if (!scratch) throw new OrmError([noScratchDatabase(connection, 'this vendor has no scratch databases')])
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  const open = async (): Promise<T> => {
    const connected = await connect(connection, config, { create: true, scratch: name })
    try {
      return await work(connected)
    } finally {
      await close(connected.session)
    }
  }
  if (!scratch.make) {
    await refuseReachingOut(scratch, migrations, config)
    return open()
  }
  const { session, censor } = await connect(connection, config, { create: false })
  try {
    await refuseReachingOut(scratch, migrations, config, (sql) => session.execute(sql))
    try {
      await session.execute(await scratch.make.create(name, (sql) => session.execute(sql)))
    } catch (error) {
      throw new OrmError([noScratchDatabase(connection, censor(problemOf(error).text), scratch.make)])
    }
    try {
      return await open()
    } finally {
      await session.execute(scratch.make.drop(name))
    }
  } finally {
    await close(session)
  }
}

/** Throws if a migration affects more than its own database, which must not happen just to create a snapshot. */
async function refuseReachingOut(
  { reachesOut, otherDatabases }: Scratch,
  migrations: readonly Migration[],
  config: ConnectionConfig,
  query?: Connected['session']['execute'],
): Promise<void> {
  const rows = otherDatabases && query ? await query(otherDatabases) : []
  const names = rows.map(({ name }) => String(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // Matches `shop`.`book` and shop.book, even if "shop" is a table: a false alarm is better than a miss.
  const qualified =
    names.length > 0 ? new RegExp(`(?<![\\w$])["\`]?(?:${names.join('|')})["\`]?\\s*\\.`, 'i') : undefined
  const isOutside = (text: string): boolean => reachesOut.test(text) || qualified?.test(text) === true
  const found = migrations.flatMap(({ up }) => up.filter(({ text }) => isOutside(text)))
  const problems = [
    ...found.map(({ mark }) => migrationReachesOut(mark)),
    ...startQueries(config).flatMap((text) => (isOutside(text) ? [migrationReachesOut(undefined)] : [])),
  ]
  if (problems.length > 0) throw new OrmError(problems)
}
