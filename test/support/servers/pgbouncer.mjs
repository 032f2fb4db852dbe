import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../command.mjs'
import { account } from './account.mjs'
import { accepts } from './household.mjs'

export const pgbouncerProgram = '/usr/sbin/pgbouncer'

/**
 * Starts a PgBouncer for a PostgreSQL server on this machine, which assigns a connection for each transaction.
 *
 * @param {import('./household.mjs').Household} household
 * @param {number} port  of the server
 * @param {Readonly<Record<string, string | number>>} [settings]  additional settings
 * @returns {Promise<number>} the port
 */
export async function startPgbouncer(household, port, settings = {}) {
  const folder = household.makeFolder(`pgbouncer-${++started}`)
  const users = join(folder, 'users')
  const password = account.password.replaceAll('"', '""')
  writeFileSync(users, `"${account.user}" "${password}"\n`, { mode: 0o644 })
  return household.serve(
    folder,
    findProgram('pgbouncer', ['/usr/sbin']) ?? pgbouncerProgram,
    (own) => {
      const all = {
        listen_addr: '127.0.0.1',
        listen_port: own,
        unix_socket_dir: '',
        auth_type: 'scram-sha-256',
        auth_file: users,
        pool_mode: 'transaction',
        default_pool_size: 5,
        max_client_conn: 100,
        ...settings,
      }
      const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`)
      const file = join(folder, 'pgbouncer.ini')
      writeFileSync(file, `[databases]\n* = host=127.0.0.1 port=${port}\n\n[pgbouncer]\n${lines.join('')}`, {
        mode: 0o644,
      })
      return [file]
    },
    { stop: 'SIGTERM', ready: accepts },
  )
}

let started = 0
