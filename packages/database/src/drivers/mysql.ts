import { createConnection } from 'mysql2/promise'
import type { Driver } from '../session.js'

const connectTimeout = 10_000

/** The server commits with every DDL statement, so there is no transaction to open. */
export const driver: Driver = {
  async open({ parts }, { user, password, settings }) {
    const connection = await createConnection({
      ...(parts.unix_socket
        ? { socketPath: parts.unix_socket }
        : { host: parts.host ?? 'localhost', port: Number(parts.port ?? 3306) }),
      ...(parts.dbname && { database: parts.dbname }),
      ...(user && { user }),
      ...(password && { password }),
      charset: parts.charset ?? settings?.charset ?? 'utf8mb4',
      connectTimeout,
    })
    return {
      async execute(statement) {
        await connection.query(statement)
      },
      close: () => connection.end(),
    }
  },
}
