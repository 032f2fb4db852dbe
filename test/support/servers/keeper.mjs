/**
 * The keeper: a detached process that owns everything that a test run must not leave behind, namely the temporary folder,
 * the private servers in it, the process groups that the runner reports, and what those have started in separate groups, as
 * browsers do. It lives exactly as long as the pipe on
 * its standard input is open. The kernel closes that pipe when the runner ends, for whatever reason.
 *
 * Argument: the parent of the temporary folder.
 * Input:    lines `watch <process group>` and `forget <process group>`.
 * Output:   one line of JSON, the variables that tests need: where to write, and where to ask for servers.
 *
 * To request a server, a process sends one line, the name of the database, to the socket in ORM_TEST_KEEPER. The answer
 * is one line of JSON, `{ env }` or `{ error }`. The first request starts the server.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { account } from './account.mjs'
import { Household, killGroup } from './household.mjs'
import { startMariadb } from './mariadb.mjs'
import { startPostgresql, startPostgresqlReplica, withoutReplicas } from './postgresql.mjs'

const [parent = ''] = process.argv.slice(2)

/** The functions that start the servers of each database and return their addresses by variable. */
const starters = {
  pgsql: async () => ({ ORM_TEST_PGSQL: await startPostgresql(household, withoutReplicas) }),
  // A separate server, as a replica repeats all work of its primary.
  pgsql_replicated: async () => {
    const port = await startPostgresql(household, {}, 'pgsql-primary')
    return { ORM_TEST_PGSQL: port, ORM_TEST_PGSQL_REPLICA: await startPostgresqlReplica(household, port) }
  },
  mysql: async () => ({ ORM_TEST_MYSQL: await startMariadb(household) }),
}

const folder = mkdtempSync(join(parent, 'orm-test-'))
const work = join(folder, 'work')
const socket = join(folder, 'keeper')
const household = new Household(folder)
/** @type {Set<number>} */
const groups = new Set()
let closing = false

async function close() {
  if (closing) return
  closing = true
  for (const group of groups) killGroup(group)
  await Promise.all([killOthers(), household.stop()])
  await removeFolder()
  process.exit()
}

/** Searches more than once, as a process that is just starting has no environment yet. */
async function killOthers() {
  for (const milliseconds of [50, 200, 0]) {
    killThoseWithOurVariable()
    await sleep(milliseconds)
  }
}

/** Kills processes with our variable in their environment, which child processes inherit. Only Linux shows it. */
function killThoseWithOurVariable() {
  if (!existsSync('/proc/self/environ')) return
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const isOurs = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(`ORM_TEST_KEEPER=${socket}`)
      if (isOurs) process.kill(Number(name), 'SIGKILL')
    } catch {
      // The process has ended meanwhile or belongs to another user.
    }
  }
}

/**
 * Removes the temporary folder. Killed processes may still write for a moment. The retries of Node's `rmSync` do not help: it
 * lists the files only once and then only retries to remove the folder.
 */
async function removeFolder() {
  for (let attempt = 1; ; attempt++) {
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(50 * attempt)
    }
  }
}

const input = createInterface({ input: process.stdin })
input.on('line', (line) => {
  const [verb, group] = line.split(' ')
  if (verb === 'watch') groups.add(Number(group))
  if (verb === 'forget') groups.delete(Number(group))
})
input.once('close', close)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close)
// Whatever goes wrong here, nothing is left behind.
process.on('uncaughtException', (error) => {
  console.error(error)
  close()
})
// The reader of the answer may have ended.
process.stdout.on('error', () => {})

// Servers run as another user, who must be able to enter these folders.
mkdirSync(work)
for (const passage of [folder, work]) chmodSync(passage, 0o711)

/** @type {Map<string, Promise<string>>} */
const answers = new Map()

/**
 * @param {string} database
 * @returns {Promise<string>}
 */
function serve(database) {
  const known = answers.get(database)
  if (known) return known
  const start = starters[/** @type {keyof typeof starters} */ (database)]
  const answer = start().then(
    (ports) => {
      const variables = Object.entries(ports).map(([name, port]) => {
        return [name, JSON.stringify({ host: '127.0.0.1', port, ...account })]
      })
      return JSON.stringify({ env: Object.fromEntries(variables) })
    },
    (error) => JSON.stringify({ error: error.message }),
  )
  answers.set(database, answer)
  return answer
}

const desk = createServer((client) => {
  const lines = createInterface({ input: client })
  // The client may have ended before the answer. An interface emits the errors of its input again.
  for (const emitter of [client, lines]) emitter.on('error', () => {})
  lines.once('line', async (database) => client.end(`${await serve(database)}\n`))
})
desk.listen(socket, () => {
  // Whatever a test writes to the system's temporary folder goes to ours.
  process.stdout.write(`${JSON.stringify({ TMPDIR: work, ORM_TEST_KEEPER: socket })}\n`)
})
