import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { run } from './command.mjs'

const mark = 'Written by the tests of Orm while they install packages.'

/**
 * Debian's server packages create a database cluster and start it. These two files exist only during the installation and
 * prevent that: nobody asked for a server, and a running one must not be restarted.
 */
const restraints = [
  { file: '/usr/sbin/policy-rc.d', mode: 0o755, text: `#!/bin/sh\n# ${mark}\nexit 101\n` },
  {
    file: '/etc/postgresql-common/createcluster.d/orm-test.conf',
    mode: 0o644,
    text: `# ${mark}\ncreate_main_cluster = false\n`,
  },
]

/** Package names for releases that do not have the usual package. */
const substitutes = new Map([
  ['mariadb-server-core', 'mariadb-server'],
  ['mariadb-client-core', 'mariadb-client'],
])

/**
 * Installs Debian or Ubuntu packages.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} what apt-get said if it failed
 */
export async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_SUSPEND: '1' }
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  // With `--no-remove`, no installed package is replaced, such as a MySQL server by MariaDB's.
  const choice = ['--yes', '--no-install-recommends', '--no-remove']
  const updated = await run('apt-get', [...patience, 'update'], { env })
  if (updated.code !== 0) return updated.output
  const names = await Promise.all(packages.map(availableName))
  const placed = restraints.filter(({ file }) => !existsSync(file) || readFileSync(file, 'utf8').includes(mark))
  try {
    for (const { file, mode, text } of placed) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { mode })
    }
    const installed = await run('apt-get', [...patience, 'install', ...choice, ...names], { env })
    return installed.code === 0 ? undefined : installed.output
  } finally {
    for (const { file } of placed) rmSync(file, { force: true })
  }
}

/** @param {string} name */
async function availableName(name) {
  const { stdout } = await run('apt-cache', ['policy', name], { env: { ...process.env, LC_ALL: 'C' } })
  return /Candidate: [^(\s]/.test(stdout) ? name : (substitutes.get(name) ?? name)
}
