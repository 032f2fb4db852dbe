import { type ConnectionConfig, cannotConnect, OrmError } from 'orm-core'
import { parseDsn } from './dsn.js'
import type { Driver, Drivers, Session } from './session.js'

const drivers: Drivers = {
  mysql: async () => (await import('./drivers/mysql.js')).driver,
  pgsql: async () => (await import('./drivers/pgsql.js')).driver,
  sqlite: async () => (await import('./drivers/sqlite.js')).driver,
}

export interface Connected {
  readonly driver: Driver
  readonly session: Session
}

/** Opens a configured connection and runs its own start-up statements. */
export async function connect(name: string, connection: ConnectionConfig): Promise<Connected> {
  const driver = await drivers[connection.adapter]()
  try {
    const session = await driver.open(parseDsn(connection.dsn), connection)
    for (const query of Object.values(connection.settings?.queries ?? {})) await session.execute(query)
    return { driver, session }
  } catch (error) {
    throw new OrmError([cannotConnect(name, (error as Error).message)])
  }
}
