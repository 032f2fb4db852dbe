import type { ServerAddress } from '../../session/address.js'
import { classify } from '../../session/problem.js'
import { type Driver, lockTimeout, type Row, type Target, timeoutOf } from '../../session/session.js'
import { loadPeer } from '../peer.js'
import { facts } from './facts.js'
import { migrations } from './migrations.js'

export interface OracleTarget extends Target {
  readonly address: Extract<ServerAddress, { host: string }>
  readonly password?: string
  readonly connectString: string
}

/** The used part of oracledb: https://node-oracledb.readthedocs.io/en/latest/api_manual/oracledb.html */
interface OracleDb {
  readonly OUT_FORMAT_OBJECT: number
  getConnection(settings: object): Promise<OracleConnection>
}

interface OracleConnection {
  execute(sql: string, binds: [], options: object): Promise<{ rows?: Row[] }>
  close(options?: { drop: boolean }): Promise<void>
}

/** Every DDL statement commits. DML of a file commits too, so that it is not lost at the end. */
export const driver: Driver<OracleTarget> = {
  versionQuery: 'SELECT version AS "version" FROM product_component_version FETCH FIRST 1 ROWS ONLY',
  transaction: { by: 'nobody' },
  facts,
  migrations,

  target({ rest, parts }, connection) {
    const { user, password } = connection
    const connectString = (parts.dbname ?? rest).replace(/^\/\//, '')
    const [, host, port, service] = /^([^:/]+)(?::(\d+))?(?:\/(.*))?$/.exec(connectString) ?? []
    return {
      address: { host: host ?? 'localhost', port: Number(port ?? 1521) },
      database: service ?? connectString,
      connectString,
      ...(user && { user }),
      ...(password && { password }),
      timeout: timeoutOf(connection),
      initQueries: [`ALTER SESSION SET ddl_lock_timeout = ${lockTimeout}`],
    }
  },

  load: () => loadPeer('oracledb', 'oracle'),

  async open({ connectString, user, password, timeout }) {
    const oracledb = await loadPeer<OracleDb>('oracledb', 'oracle')
    const connection = await oracledb.getConnection({ user, password, connectString, connectTimeout: timeout })
    return {
      async execute(statement) {
        const options = { autoCommit: true, outFormat: oracledb.OUT_FORMAT_OBJECT }
        return (await connection.execute(statement, [], options)).rows ?? []
      },
      close: () => connection.close(),
      destroy: () => void connection.close({ drop: true }).catch(() => {}),
    }
  },

  problemOf: (error) => {
    const { message = '' } = error as Error
    const code = /\b(?:ORA|NJS|DPI)-\d+/.exec(message)?.[0]
    const problem = classify(error, kinds, code)
    return { ...problem, text: problem.text.replace(`${code}: `, '') }
  },
  isMissing: ({ code }) => code === 'ORA-00942' || code === 'ORA-02289',
}

// https://docs.oracle.com/en/error-help/db/ and https://node-oracledb.readthedocs.io/en/latest/user_guide/exception_handling.html
const kinds = {
  'ORA-01017': 'login',
  'ORA-01005': 'login',
  'ORA-28000': 'login',
  'NJS-116': 'login',
  'ORA-12505': 'no-database',
  'ORA-12514': 'no-database',
  'NJS-517': 'no-database',
  'NJS-518': 'no-database',
  'NJS-503': 'refused',
  'NJS-511': 'refused',
  'NJS-530': 'no-host',
  'NJS-510': 'timeout',
  'NJS-123': 'timeout',
  'NJS-500': 'lost',
  'NJS-501': 'lost',
  'NJS-521': 'lost',
  'ORA-03113': 'lost',
  'ORA-03114': 'lost',
  'ORA-01089': 'lost',
  'ORA-00028': 'lost',
} as const
