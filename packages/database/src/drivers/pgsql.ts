import pg from 'pg'
import type { Driver } from '../session.js'

const connectTimeout = 10_000

/** The generated file brings its own BEGIN and COMMIT, so the runner opens no transaction. */
export const driver: Driver = {
  async open({ parts }, { user, password }) {
    const client = new pg.Client({
      host: parts.host ?? 'localhost',
      port: Number(parts.port ?? 5432),
      ...(parts.dbname && { database: parts.dbname }),
      ...(user && { user }),
      ...(password && { password }),
      connectionTimeoutMillis: connectTimeout,
    })
    await client.connect()
    return {
      async execute(statement) {
        await client.query(statement)
      },
      close: () => client.end(),
    }
  },
}
