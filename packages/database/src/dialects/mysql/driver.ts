import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { ConnectionOptions } from 'mysql2'
import type { ConnectionConfig } from 'orm-core/internal'
import type { ServerAddress } from '../../session/address.js'
import { classify } from '../../session/problem.js'
import { type Driver, lockTimeout, type Target, timeoutOf } from '../../session/session.js'
import { loadPeer } from '../peer.js'
import { browse, cancel, closeSocket, readRows } from './browse.js'
import { effects } from './effects.js'
import { facts } from './facts.js'
import { migrations } from './migrations.js'
import { rehearse } from './rehearse.js'
import { viewTexts } from './view-texts.js'

export interface MysqlTarget extends Target {
  readonly address: ServerAddress
  readonly password?: string
  readonly charset: string
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string; readonly verify: boolean }
}

/** The server commits with every DDL statement, so the runner opens no transaction. */
export const driver: Driver<MysqlTarget> = {
  versionQuery: 'SELECT VERSION() AS version',
  // Not @@character_set_database, which start-up statements may change.
  doubtsQuery: `
    SELECT CONCAT('new tables have the character set ', DEFAULT_CHARACTER_SET_NAME,
        ' instead of utf8mb4, unless the schema names one') AS message,
      CONCAT('run "ALTER DATABASE \`', REPLACE(SCHEMA_NAME, '\`', '\`\`'), '\` CHARACTER SET utf8mb4", and for tables that exist ',
        '"ALTER TABLE <table> CONVERT TO CHARACTER SET utf8mb4"') AS cure
    FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = DATABASE() AND DEFAULT_CHARACTER_SET_NAME <> 'utf8mb4'`,
  transaction: { by: 'nobody' },
  urlSchemes: ['mysql', 'mariadb', 'mysql2'],
  dsnNames: ['host', 'port', 'dbname', 'unix_socket', 'charset', 'user', 'password'],
  newDatabase: {
    target: (target) => ({ ...target, database: '' }),
    create: (name) => `CREATE DATABASE ${name} CHARACTER SET utf8mb4`,
  },
  facts,
  effects,
  browse,
  hold: {
    take: (tables) => `LOCK TABLES ${tables.map((table) => `${table} WRITE`).join(', ')}`,
    release: 'UNLOCK TABLES',
  },
  writeAlone: {
    // Waits for every transaction that has read the table, and so for list writers that will write what they have read.
    begin(...tables) {
      const locks = tables.flatMap((table, at) => {
        const end = at === 0 ? '' : at + 1
        return [`${table} AS t${end} WRITE`, `${table} AS orm_rows${end} WRITE`, `${table} WRITE`]
      })
      return ['SET autocommit = 0', `LOCK TABLES ${locks.join(', ')}`]
    },
    commit: ['COMMIT', 'UNLOCK TABLES', 'SET autocommit = 1'],
    rollBack: ['ROLLBACK', 'UNLOCK TABLES', 'SET autocommit = 1'],
    alias: 'orm_rows',
    update: ({ table, column, value, source, condition }) =>
      `UPDATE ${table} AS t JOIN (${source}) v ON ${condition} SET t.${column} = ${value}`,
    isClustered: "SHOW VARIABLES WHERE Variable_name = 'wsrep_on' AND Value = 'ON'",
  },
  escapes: "SELECT @@SESSION.sql_mode NOT LIKE '%NO_BACKSLASH_ESCAPES%' AS escapes",
  migrations,
  rehearse,
  viewTexts,
  scratch: {
    target: (target, name) => ({ ...target, database: name }),
    make: {
      // Tables inherit character set and collation from their database.
      async create(name, query) {
        // Not @@collation_database, which start-up statements may change.
        const [row] = await query(
          `SELECT DEFAULT_CHARACTER_SET_NAME AS charset, DEFAULT_COLLATION_NAME AS collation
           FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = DATABASE()`,
        )
        return `CREATE DATABASE \`${name}\` CHARACTER SET ${row!.charset} COLLATE ${row!.collation}`
      },
      drop: (name) => `DROP DATABASE IF EXISTS \`${name}\``,
      right: 'GRANT ALL ON `orm\\_%`.* TO <user>',
    },
    reachesOut:
      /^(?:USE|GRANT|REVOKE|KILL|FLUSH|SHUTDOWN|(?:UN)?INSTALL|(?:CREATE|ALTER|DROP|RENAME)\s+(?:OR\s+REPLACE\s+)?(?:DATABASE|SCHEMA|ROLE|USER|SERVER|TABLESPACE)|SET\s+(?:PASSWORD|(?:@@)?(?:GLOBAL|PERSIST)))\b|\bINTO\s+(?:OUT|DUMP)FILE\b/i,
    otherDatabases: 'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA',
  },

  target({ parts }, connection) {
    const { settings, options } = connection
    const user = connection.user || parts.user
    const password = connection.password || parts.password
    const charset = parts.charset ?? settings?.charset ?? 'utf8mb4'
    const address: ServerAddress = parts.unix_socket
      ? { socket: parts.unix_socket }
      : { host: parts.host || 'localhost', port: Number(parts.port || 3306) }
    const initCommand = options?.MYSQL_ATTR_INIT_COMMAND
    const tls = tlsOf(options)
    return {
      address,
      database: parts.dbname ?? '',
      ...(user && { user }),
      ...(password && { password }),
      // To this server, "utf8" is limited to three bytes per character, which excludes emojis.
      charset: /^utf-?8(mb3)?$/i.test(charset) ? 'utf8mb4' : charset,
      ...(tls && { tls }),
      timeout: timeoutOf(connection),
      initQueries: [
        `SET SESSION lock_wait_timeout = ${lockTimeout}`,
        ...(typeof initCommand === 'string' ? [initCommand] : []),
      ],
    }
  },

  load: () => loadPeer('mysql2', 'mysql'),

  async open({ address, database, user, password, charset, tls, timeout }, { signal }) {
    const mysql = await loadPeer<typeof import('mysql2')>('mysql2', 'mysql')
    const config: ConnectionOptions = {
      ...('socket' in address ? { socketPath: address.socket } : address),
      ...(database && { database }),
      ...(user && { user }),
      ...(password && { password }),
      ...(tls && { ssl: { ...readTls(tls), rejectUnauthorized: tls.verify } }),
      charset,
      connectTimeout: timeout * 1000,
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
    }
    const connection = mysql.createConnection(config)
    // Without a listener, a connection that breaks between two statements would end the process.
    connection.on('error', () => {})
    const destroy = () => closeSocket(connection)
    signal.addEventListener('abort', destroy)
    await new Promise<void>((resolve, reject) => {
      const silence = setTimeout(async () => {
        if (!(await isPostgresql(address))) return
        destroy()
        reject(new Error('the server answers as PostgreSQL does; is it the port of another one?'))
      }, 2000)
      signal.addEventListener('abort', () => clearTimeout(silence))
      connection.connect((error) => {
        clearTimeout(silence)
        if (error) reject(error)
        else resolve()
      })
    })
    const session = connection.promise()
    return {
      async execute(statement) {
        const [rows] = await session.query(statement)
        return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
      },
      read: (statement, limit) => readRows(connection, statement, limit),
      cancel: () => cancel(mysql, config, connection),
      close: () => session.end(),
      destroy,
    }
  },

  // https://mariadb.com/kb/en/mariadb-error-codes/ and https://dev.mysql.com/doc/mysql-errors/8.4/en/
  problemOf: (error) => {
    const { sqlMessage, errno, code } = error as { sqlMessage?: string; errno?: number; code?: string }
    const problem = classify(error, kinds, sqlMessage === undefined ? code : errno)
    return sqlMessage === undefined ? problem : { ...problem, text: sqlMessage }
  },
  isMissing: ({ code }) => code === '1051' || code === '1146',
}

/**
 * Returns whether a silent server answers an encryption request with one letter, as PostgreSQL does. A MySQL server sends the
 * first message itself.
 */
const isPostgresql = (address: ServerAddress): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect('socket' in address ? { path: address.socket } : address)
    const end = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(2000, () => end(false))
    socket.on('error', () => end(false))
    socket.on('data', (bytes) => end(/^[SN]$/.test(bytes.toString('latin1'))))
    socket.on('close', () => end(false))
    // https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-SSLREQUEST
    socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))
  })

const kinds = {
  1044: 'login',
  1045: 'login',
  1698: 'login',
  1049: 'no-database',
  1053: 'lost',
  1077: 'lost',
  1927: 'lost',
  4031: 'lost',
  PROTOCOL_CONNECTION_LOST: 'lost',
} as const

function tlsOf(options: ConnectionConfig['options']): MysqlTarget['tls'] {
  const text = (name: string): string | undefined => {
    const value = options?.[`MYSQL_ATTR_SSL_${name}`]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [ca, cert, key] = [text('CA'), text('CERT'), text('KEY')]
  if (!ca && !cert && !key) return undefined
  const verify = options?.MYSQL_ATTR_SSL_VERIFY_SERVER_CERT !== false
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), verify }
}

const readTls = ({ ca, cert, key }: NonNullable<MysqlTarget['tls']>): Record<string, string> => ({
  ...(ca && { ca: readFileSync(ca, 'utf8') }),
  ...(cert && { cert: readFileSync(cert, 'utf8') }),
  ...(key && { key: readFileSync(key, 'utf8') }),
})
