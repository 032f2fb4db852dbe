/**
 * The keeper: a detached process that owns everything a test run must not leave behind, namely the temporary folder,
 * the private servers in it and the process groups that the runner reports. It lives exactly as long as the pipe on
 * its standard input is open. The kernel closes that pipe when the runner ends, whatever ended it.
 *
 * Arguments: the folder for the temporary folder, then the databases to serve.
 * Input:     lines `watch <process group>` and `forget <process group>`.
 * Output:    one line of JSON, `{ env }`, with `error` when a server did not start.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { account } from './account.mjs'
import { Household, killGroup } from './household.mjs'
import { startMariadb } from './mariadb.mjs'
import { startPostgresql, startPostgresqlReplica } from './postgresql.mjs'

const [parent = '', ...databases] = process.argv.slice(2)

/** The servers of each database: their ports by the variables that tell them. */
const starters = {
  pgsql: async () => {
    const port = await startPostgresql(household)
    return { ORM_TEST_PGSQL: port, ORM_TEST_PGSQL_REPLICA: await startPostgresqlReplica(household, port) }
  },
  mysql: async () => ({ ORM_TEST_MYSQL: await startMariadb(household) }),
}

const folder = mkdtempSync(join(parent, 'orm-test-'))
const work = join(folder, 'work')
const household = new Household(folder)
/** @type {Set<number>} */
const groups = new Set()
let closing = false

async function close() {
  if (closing) return
  closing = true
  for (const group of groups) killGroup(group)
  await household.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  process.exit()
}

const input = createInterface({ input: process.stdin })
input.on('line', (line) => {
  const [verb, group] = line.split(' ')
  if (verb === 'watch') groups.add(Number(group))
  if (verb === 'forget') groups.delete(Number(group))
})
input.once('close', close)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close)
// Nobody may be left to read the answer.
process.stdout.on('error', () => {})

// Servers run as another user, who must be able to pass through.
mkdirSync(work)
for (const passage of [folder, work]) chmodSync(passage, 0o711)

const wanted = Object.entries(starters).filter(([name]) => databases.includes(name))
const outcomes = await Promise.allSettled(wanted.map(([, start]) => start()))
// Whatever a test writes to the system's temporary folder goes to ours.
const env = /** @type {Record<string, string>} */ ({ TMPDIR: work })
const errors = /** @type {string[]} */ ([])
for (const outcome of outcomes) {
  if (outcome.status === 'rejected') {
    errors.push(outcome.reason.message)
    continue
  }
  for (const [variable, port] of Object.entries(outcome.value)) {
    env[variable] = JSON.stringify({ host: '127.0.0.1', port, ...account })
  }
}
process.stdout.write(`${JSON.stringify({ env, ...(errors.length > 0 && { error: errors.join('\n') }) })}\n`)
