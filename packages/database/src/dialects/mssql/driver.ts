import type { ServerAddress } from '../../session/address.js'
import { classify } from '../../session/problem.js'
import { type Driver, lockTimeout, type Row, type Target, timeoutOf } from '../../session/session.js'
import { loadPeer } from '../peer.js'
import { facts } from './facts.js'
import { migrations } from './migrations.js'

export interface MssqlTarget extends Target {
  readonly address: Extract<ServerAddress, { host: string }>
  readonly instance?: string
  readonly password?: string
  readonly encrypt: boolean
  readonly trustServerCertificate: boolean
}

/** The used part of tedious: https://tediousjs.github.io/tedious/api-connection.html */
interface Tedious {
  readonly Connection: new (config: object) => TediousConnection
  readonly Request: new (sql: string, callback: (error: Error | null | undefined) => void) => TediousRequest
}

interface TediousConnection {
  connect(callback: (error?: Error) => void): void
  on(event: 'error', listener: (error: Error) => void): void
  execSqlBatch(request: TediousRequest): void
  close(): void
}

interface TediousRequest {
  on(event: 'row', listener: (columns: { metadata: { colName: string }; value: unknown }[]) => void): void
}

interface TediousError extends Error {
  readonly code?: string
  /** Error number of the server. */
  readonly number?: number
}

/** DDL is transactional; the runner's transaction spans all files. */
export const driver: Driver<MssqlTarget> = {
  versionQuery: "SELECT CAST(SERVERPROPERTY('ProductVersion') AS VARCHAR(50)) AS version",
  transaction: { by: 'runner', begin: 'BEGIN TRANSACTION' },
  facts,
  hold: {
    take: (tables) => tables.map((table) => `SELECT TOP 1 1 FROM ${table} WITH (TABLOCKX, HOLDLOCK)`).join('; '),
  },
  migrations,

  target({ driver, parts }, connection) {
    const { user, password } = connection
    const { host, port, instance } = serverOf(parts.server ?? parts.host ?? 'localhost')
    const encrypt = parts.encrypt ?? (driver === 'sqlsrv' ? 'true' : 'false')
    return {
      address: { host, port: port ?? Number(parts.port || 1433) },
      ...(instance && { instance }),
      database: parts.database ?? parts.dbname ?? '',
      ...(user && { user }),
      ...(password && { password }),
      encrypt: isOn(encrypt),
      trustServerCertificate: isOn(parts.trustservercertificate ?? 'false'),
      timeout: timeoutOf(connection, parts.logintimeout),
      initQueries: [`SET LOCK_TIMEOUT ${lockTimeout * 1000}`],
    }
  },

  load: () => loadPeer('tedious', 'mssql'),

  async open({ address, instance, database, user, password, encrypt, trustServerCertificate, timeout }, { signal }) {
    const { Connection, Request } = await loadPeer<Tedious>('tedious', 'mssql')
    const connection = new Connection({
      server: address.host,
      authentication: { type: 'default', options: { userName: user, password } },
      options: {
        // The port of a named instance is requested from the server.
        ...(instance ? { instanceName: instance } : { port: address.port }),
        ...(database && { database }),
        encrypt,
        trustServerCertificate,
        connectTimeout: timeout * 1000,
        requestTimeout: 0,
      },
    })
    connection.on('error', () => {})
    signal.addEventListener('abort', () => connection.close())
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())))
    return {
      execute: (statement) =>
        new Promise((resolve, reject) => {
          const rows: Row[] = []
          const request = new Request(statement, (error) => (error ? reject(error) : resolve(rows)))
          request.on('row', (columns) =>
            rows.push(Object.fromEntries(columns.map(({ metadata, value }) => [metadata.colName, value]))),
          )
          connection.execSqlBatch(request)
        }),
      close: async () => connection.close(),
      destroy: () => connection.close(),
    }
  },

  problemOf: (error) => {
    const { cause, errors, code } = error as { cause?: TediousError; errors?: TediousError[]; code?: string }
    // A login error of the server or the socket is nested.
    const inner = [error as TediousError, errors?.[0], cause].find((each) => each?.number !== undefined)
    if (inner) return classify(inner, kinds, inner.number)
    return classify(error, kinds, code === 'ESOCKET' ? (cause?.code ?? code) : code)
  },
  isMissing: ({ code }) => code === '3701' || code === '208',
}

// https://learn.microsoft.com/en-us/sql/relational-databases/errors-events/database-engine-events-and-errors
const kinds = {
  4060: 'no-database',
  18452: 'login',
  18456: 'login',
  18470: 'login',
  ELOGIN: 'login',
  ESOCKET: 'refused',
  EINSTLOOKUP: 'no-host',
  ETIMEOUT: 'timeout',
  ECLOSE: 'lost',
  EINVALIDSTATE: 'lost',
} as const

const isOn = (value: string): boolean => /^(1|true|yes|on|mandatory|strict)$/i.test(value)

/** Parses `tcp:host\instance,port` of the SQL Server driver, or `host:port` of dblib. */
function serverOf(text: string): { host: string; port?: number; instance?: string } {
  const [, host, instance, port] = /^(?:tcp:)?([^\\,:]+|\[[^\]]+\])(?:\\([^,:]+))?(?:[,:]\s*(\d+))?$/i.exec(text) ?? []
  return {
    host: host === undefined ? text : host === '.' || host === '(local)' ? 'localhost' : host.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    ...(instance && !port && { instance }),
  }
}
