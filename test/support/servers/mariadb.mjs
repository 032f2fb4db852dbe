import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findProgram } from '../command.mjs'
import { pace } from '../patience.mjs'
import { account } from './account.mjs'

/** Folders of server programs, which are often not on an ordinary user's PATH. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec']

/**
 * Returns the programs for a private server, if all are installed.
 *
 * @returns {{ server: string, install: string } | undefined}
 */
export function mariadbPrograms() {
  const server = findProgram('mariadbd', serverFolders)
  const install = findProgram('mariadb-install-db', serverFolders)
  // The install script calls this program, which is in another package.
  const helper = findProgram('my_print_defaults', serverFolders)
  return server && install && helper ? { server, install } : undefined
}

/** Leaves only our account, so that no other user of this machine can connect without the password. */
const firstStatements = `CREATE DATABASE ${account.database};
DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';
FLUSH PRIVILEGES;
CREATE USER '${account.user}'@'%' IDENTIFIED BY '${account.password}';
GRANT ALL PRIVILEGES ON *.* TO '${account.user}'@'%' WITH GRANT OPTION;
`

/**
 * Starts a MariaDB server that only listens on loopback and requires a password.
 *
 * @param {import('./household.mjs').Household} household
 * @returns {Promise<number>} the port
 */
export async function startMariadb(household) {
  const folder = household.makeFolder('mysql')
  return serveMariadb(household, folder, await installMariadb(household, folder))
}

/**
 * Initializes the data of a server.
 *
 * @param {import('./household.mjs').Household} household
 * @param {string} folder
 * @returns {Promise<readonly string[]>} additional arguments for the first start of the server
 */
export async function installMariadb(household, folder) {
  const programs = mariadbPrograms()
  if (programs === undefined) throw new Error('MariaDB is not installed')
  const data = join(folder, 'data')
  const initFile = join(folder, 'init.sql')
  writeFileSync(initFile, firstStatements, { mode: 0o644 })

  const access = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve']
  await household.run(folder, programs.install, ['--no-defaults', `--datadir=${data}`, ...access], { stop: 'SIGKILL' })
  return [`--init-file=${initFile}`]
}

/**
 * Starts a server with existing data.
 *
 * @param {import('./household.mjs').Household} household
 * @param {string} folder
 * @param {readonly string[]} [more]
 * @param {Partial<Parameters<import('./household.mjs').Household['serve']>[3]>} [conduct]
 * @returns {Promise<number>} the port
 */
export function serveMariadb(household, folder, more = [], conduct = {}) {
  const settings = {
    datadir: join(folder, 'data'),
    socket: join(folder, 'socket'),
    'pid-file': join(folder, 'pid'),
    'bind-address': '127.0.0.1',
    'character-set-server': 'utf8mb4',
    'innodb-flush-log-at-trx-commit': '0',
    'innodb-fast-shutdown': '2',
    'innodb-buffer-pool-size': '64M',
    'innodb-use-native-aio': '0',
    // Persistent statistics take a third of the time of each statement that creates or drops a table.
    'innodb-stats-persistent': '0',
    // Also the time limit for a client's login, which may take longer than the default of ten seconds on a busy machine.
    'connect-timeout': '600',
  }
  const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  return household.serve(
    folder,
    mariadbPrograms()?.server ?? '',
    (port) => ['--no-defaults', ...flags, '--skip-name-resolve', '--skip-log-bin', ...more, `--port=${port}`],
    { stop: 'SIGTERM', ready: greets, ...conduct },
  )
}

/**
 * Returns whether the server sends a greeting. While it runs its init file, it accepts connections without a greeting.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function greets(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    /** @param {boolean} answer */
    const settle = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1000 * pace(), () => settle(false))
    socket.once('data', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('close', () => settle(false))
  })
}
