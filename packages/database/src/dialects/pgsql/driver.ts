import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import type { ServerAddress } from '../../session/address.js'
import { literal } from '../../session/literal.js'
import { classify } from '../../session/problem.js'
import { type Driver, lockTimeout, type Target, timeoutOf, updateFrom } from '../../session/session.js'
import { loadPeer } from '../peer.js'
import { browse, cancel, readRows } from './browse.js'
import { effects } from './effects.js'
import { countRows, dependents, facts } from './facts.js'
import { migrations } from './migrations.js'
import { viewTexts } from './view-texts.js'

export interface PgsqlTarget extends Target {
  readonly address: ServerAddress
  readonly password?: string
  readonly tls: Readonly<Record<'sslmode' | 'sslrootcert' | 'sslcert' | 'sslkey', string | undefined>>
}

/** The generated file contains BEGIN and COMMIT, so the runner opens no transaction. */
export const driver: Driver<PgsqlTarget> = {
  versionQuery: "SELECT current_setting('server_version') AS version",
  transaction: { by: 'files' },
  urlSchemes: ['postgres', 'postgresql', 'pgsql'],
  dsnParts: conninfo,
  dsnNames: ['host', 'hostaddr', 'port', 'dbname', 'user', 'password', 'sslmode'],
  newDatabase: {
    target: (target) => ({ ...target, database: 'postgres' }),
    create: (name) => `CREATE DATABASE ${name}`,
  },
  facts,
  effects,
  browse,
  countRows,
  dependents,
  hold: { take: (tables) => `LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE` },
  writeAlone: {
    // List writers hold the lock of SELECT FOR KEY SHARE, which conflicts with this one. Reads continue.
    begin: (...tables) => ['BEGIN', `LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`],
    commit: ['COMMIT'],
    rollBack: ['ROLLBACK'],
    alias: 'orm_rows',
    update: updateFrom,
  },
  escapes: "SELECT (current_setting('standard_conforming_strings') = 'off')::int AS escapes",
  migrations,
  // Unlike a scratch database, the database has its types and functions.
  stage: {
    ownSchema: 'SELECT current_schema() AS schema, current_database() AS database',
    spelling: (schemas) =>
      `SELECT name, quote_ident(name) AS spelled FROM unnest(ARRAY[${schemas.map((name) => literal(name)).join(', ')}]::text[]) AS name`,
    searchFirst: (schema) =>
      `SELECT set_config('search_path', concat_ws(', ', '${schema}', nullif(current_setting('search_path'), '')), true)`,
    begin: 'BEGIN',
    end: 'ROLLBACK',
    right: 'GRANT CREATE ON DATABASE <database> TO <user>',
  },
  viewTexts,
  scratch: {
    target: (target, name) => ({ ...target, database: name }),
    make: {
      create: async (name) => `CREATE DATABASE "${name}"`,
      drop: (name) => `DROP DATABASE IF EXISTS "${name}"`,
      right: 'ALTER ROLE <user> CREATEDB',
    },
    reachesOut:
      /^(?:(?:CREATE|ALTER|DROP)\s+(?:DATABASE|ROLE|USER|GROUP|TABLESPACE|SUBSCRIPTION|SYSTEM)\b|(?:GRANT|REVOKE)\b(?!.*\bON\b(?!\s+(?:DATABASE|TABLESPACE|PARAMETER)\b))|COPY\b.*\bTO\b)|\bdblink/is,
  },

  target({ parts }, connection) {
    const { sslmode, sslrootcert, sslcert, sslkey } = parts
    const host = parts.hostaddr || parts.host || 'localhost'
    const port = Number(parts.port || 5432)
    const user = connection.user || parts.user
    const password = connection.password || parts.password
    return {
      // A host that is a directory contains the socket file of the server.
      address: host.startsWith('/') ? { socket: `${host}/.s.PGSQL.${port}` } : { host, port },
      database: parts.dbname || user || '',
      ...(user && { user }),
      ...(password && { password }),
      tls: { sslmode, sslrootcert, sslcert, sslkey },
      timeout: timeoutOf(connection, parts.connect_timeout),
      // Generated SQL uses standard strings, in which a backslash is literal.
      initQueries: [`SET lock_timeout = '${lockTimeout}s'`, 'SET standard_conforming_strings = on'],
    }
  },

  load: () => loadPeer('pg', 'pgsql'),

  async open({ address, database, user, password, tls, timeout }, { signal }) {
    const pg = await loadPeer<typeof import('pg')>('pg', 'pgsql')
    const config: ClientConfig = {
      ...hostAndPort(address),
      ...(database && { database }),
      ...(user && { user }),
      ...(password && { password }),
      ssl: tlsOf(tls),
      connectionTimeoutMillis: timeout * 1000,
      keepAlive: true,
      // Returns values as the server writes them, so that no number is rounded and no time zone is shifted.
      types: { getTypeParser: () => (value: string) => value },
    }
    const client = new pg.Client(config)
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on('error', () => {})
    const destroy = () =>
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    signal.addEventListener('abort', destroy)
    try {
      await client.connect()
    } catch (error) {
      // The client keeps the socket open after a failed login, and the server waits a minute for another attempt.
      destroy()
      throw error
    }
    return {
      async execute(statement) {
        const result: unknown = await client.query(statement)
        const last = Array.isArray(result) ? result.at(-1) : result
        return (last as { rows: Record<string, unknown>[] }).rows
      },
      read: (statement, limit) => readRows(pg, client, statement, limit),
      cancel: () => cancel(pg, config, client),
      close: () => client.end(),
      destroy,
    }
  },

  problemOf: (error) => {
    const { message = '' } = error as Error
    if (/^Connection terminated due to connection timeout|^timeout expired/.test(message))
      return classify(error, kinds, 'ETIMEDOUT')
    if (/^Connection terminated|not queryable/.test(message)) return classify(error, kinds, 'ECONNRESET')
    // The server asks for a password, and none is configured.
    if (/^SASL/.test(message)) return classify(error, kinds, '28P01')
    // The client misread the first bytes of another server as a PostgreSQL message.
    if (/unexpected \w+ message from backend/.test(message))
      return {
        kind: 'statement',
        text: 'the server does not answer as PostgreSQL does; is it the port of another one?',
      }
    const problem = classify(error, kinds)
    return problem.code === '3F000'
      ? { ...problem, text: `${problem.text}: create it first, with CREATE SCHEMA, as Orm creates none` }
      : problem
  },
  isMissing: ({ code }) => code === '42P01',
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const kinds = {
  '28000': 'login',
  '28P01': 'login',
  '3D000': 'no-database',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'refused',
  '08003': 'lost',
  '08006': 'lost',
} as const

function hostAndPort(address: ServerAddress): ClientConfig {
  if ('host' in address) return address
  const [, host, port] = /^(.*)\/\.s\.PGSQL\.(\d+)$/.exec(address.socket)!
  return { host: host!, port: Number(port) }
}

// https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-SSLMODE-STATEMENTS
function tlsOf({ sslmode, sslrootcert, sslcert, sslkey }: PgsqlTarget['tls']): NonNullable<ClientConfig['ssl']> {
  if (!sslmode || ['disable', 'allow', 'prefer'].includes(sslmode)) return false
  return {
    rejectUnauthorized: sslmode.startsWith('verify') || sslrootcert !== undefined,
    ...(sslrootcert && { ca: readFileSync(sslrootcert, 'utf8') }),
    ...(sslcert && { cert: readFileSync(sslcert, 'utf8') }),
    ...(sslkey && { key: readFileSync(sslkey, 'utf8') }),
    // verify-ca accepts the certificate whatever host name it contains.
    ...(sslmode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

/**
 * Parses a connection string. PDO passes it to libpq with semicolons replaced by spaces, so both are separators, and a value
 * with spaces is quoted. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING
 */
function conninfo(text: string): Record<string, string> {
  const parts: Record<string, string> = {}
  for (const [, name, quoted, plain] of text.matchAll(/([^\s=;]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|([^\s;]*))/g)) {
    parts[name!.toLowerCase()] = (quoted ?? plain!).replace(/\\(.)/g, '$1')
  }
  return parts
}
