import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram } from '../command.mjs'
import { account } from './account.mjs'

/** @typedef {Readonly<Record<string, string>>} Settings  of a server, instead of those that make tests fast */

/** The folder of server programs on Debian, one subfolder for each version. It is not on the PATH. */
const debianFolder = '/usr/lib/postgresql'

/**
 * Returns the folder of the server programs of the latest PostgreSQL version.
 *
 * @returns {string | undefined}
 */
export function postgresqlFolder() {
  const initdb = findProgram('initdb', debianFolders())
  // The PATH may contain links to only some of the programs; all of them are where the links lead.
  return initdb && dirname(realpathSync(initdb))
}

/** @returns {string[]} */
function debianFolders() {
  try {
    const versions = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(debianFolder, version, 'bin'))
  } catch {
    return []
  }
}

/** @type {Settings} A server without replicas does not write the files of new tables and databases to the WAL. */
export const withoutReplicas = { wal_level: 'minimal', max_wal_senders: '0' }

/**
 * Starts a PostgreSQL cluster that only listens on loopback, has no socket file, and requires a password.
 *
 * @param {import('./household.mjs').Household} household
 * @param {Settings} [settings]
 * @param {string} [name]  the name of its folder
 * @returns {Promise<number>} the port
 */
export async function startPostgresql(household, settings, name = 'pgsql') {
  const programs = postgresqlFolder()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const folder = household.makeFolder(name)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, account.password, { mode: 0o644 })

  // These two steps take less than a second. If they were killed, they would leave shared memory behind, so they never are.
  const encoding = ['--encoding=UTF8', '--locale=C.UTF-8']
  // SCRAM makes passwords expensive to guess: a client computes for 10 ms in each of thousands of connections.
  const access = [`--username=${account.user}`, `--pwfile=${passwordFile}`, '--auth=md5']
  await household.run(folder, join(programs, 'initdb'), ['-D', data, '--no-sync', ...encoding, ...access])
  const input = `CREATE DATABASE ${account.database}\n`
  await household.run(folder, join(programs, 'postgres'), ['--single', '-F', '-D', data, 'postgres'], { input })
  return servePostgresql(household, folder, settings)
}

/**
 * Starts a replica of a cluster on this machine. It uses streaming replication and answers read-only queries.
 *
 * @param {import('./household.mjs').Household} household
 * @param {number} port  of the primary
 * @param {Settings} [settings]
 * @returns {Promise<number>} the replica's port
 */
export async function startPostgresqlReplica(household, port, settings) {
  const folder = household.makeFolder('pgsql-replica')
  const primary = `host=127.0.0.1 port=${port} user=${account.user} password='${account.password}'`
  const how = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
  const program = join(postgresqlFolder() ?? '', 'pg_basebackup')
  await household.run(folder, program, ['--dbname', primary, '--pgdata', join(folder, 'data'), ...how])
  return servePostgresql(household, folder, settings)
}

/**
 * Starts a server for an existing cluster.
 *
 * @param {import('./household.mjs').Household} household
 * @param {string} folder
 * @param {Settings} [settings]
 * @returns {Promise<number>} the port
 */
export function servePostgresql(household, folder, settings = {}) {
  const program = join(postgresqlFolder() ?? '', 'postgres')
  const data = join(folder, 'data')
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Also the time limit for a client's login, which may take longer than the default of one minute on a busy machine.
    authentication_timeout: '600s',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return household.serve(
    folder,
    program,
    (port) => ['-D', data, '-p', String(port), ...flags],
    // A killed postmaster would leave its shared memory behind, so it is asked to stop.
    { stop: 'SIGINT', ready: async () => isReady(join(data, 'postmaster.pid')) },
  )
}

/**
 * Returns whether the last line of the server's status file shows that it accepts connections.
 *
 * @param {string} statusFile
 */
function isReady(statusFile) {
  try {
    return readFileSync(statusFile, 'utf8').trimEnd().split('\n').at(-1)?.trim() === 'ready'
  } catch {
    return false
  }
}
