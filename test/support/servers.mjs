import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { run } from './command.mjs'
import { requestedDatabases } from './database-names.mjs'
import { askKeeper } from './servers/ask-keeper.mjs'
import { temporaryPlace } from './temporary-place.mjs'

/** @typedef {import('./servers/ask-keeper.mjs').ServerName | 'sqlite'} ServerName */

/**
 * @typedef {object} Answer
 * @property {Record<string, string>} env
 *   the variables that tests use to find folders and servers: TMPDIR, ORM_TEST_KEEPER and, for running servers,
 *   ORM_TEST_PGSQL, ORM_TEST_PGSQL_REPLICA (if it has a replica) and ORM_TEST_MYSQL, each JSON with host, port, user,
 *   password and database
 * @property {string} [error]  why a server did not start
 *
 * @typedef {object} Session
 * @property {Promise<Answer>} ready
 * @property {(servers: readonly ServerName[]) => Promise<Answer>} serve  starts more servers, unless they run
 * @property {typeof run} run  like `run`, but the command ends when the session ends
 * @property {() => Promise<void>} stop  resolves when every process and the temporary folder are gone
 * @property {() => boolean} isStopped
 */

/**
 * Opens a session with private servers. The servers and everything else that the session runs end with this process, however it
 * ends (see servers/keeper.mjs). Tests start servers on demand through the variable ORM_TEST_KEEPER.
 *
 * @param {readonly ServerName[]} servers  to start now
 * @returns {Session}
 */
export function openSession(servers) {
  const keeperFile = fileURLToPath(new URL('servers/keeper.mjs', import.meta.url))
  const keeper = spawn(process.execPath, [keeperFile, temporaryPlace()], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const gone = new Promise((resolve) => keeper.once('exit', resolve))
  keeper.stdin.on('error', () => {})
  const place = placeOf(keeper)
  let stopped = false

  /** @type {Session['serve']} */
  const serve = async (wanted) => {
    const env = { ...(await place) }
    if (env.ORM_TEST_KEEPER === undefined) return { env, error: 'the keeper of the test servers ended early' }
    const errors = /** @type {string[]} */ ([])
    const started = wanted
      .filter((name) => name !== 'sqlite')
      .map((name) => askKeeper(name, env.ORM_TEST_KEEPER).then((more) => Object.assign(env, more)))
    for (const outcome of await Promise.allSettled(started)) {
      if (outcome.status === 'rejected') errors.push(outcome.reason.message)
    }
    return { env, ...(errors.length > 0 && { error: errors.join('\n') }) }
  }

  return {
    ready: serve(servers),
    serve,
    run: async (command, args, options) => {
      let group = 0
      const outcome = await run(command, args, {
        ...options,
        detached: true,
        started: ({ pid = 0 }) => {
          group = pid
          if (pid > 0) keeper.stdin.write(`watch ${pid}\n`)
        },
      })
      if (keeper.stdin.writable) keeper.stdin.write(`forget ${group}\n`)
      return outcome
    },
    isStopped: () => stopped,
    stop: async () => {
      stopped = true
      keeper.stdin.end()
      await gone
    },
  }
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<any, import('node:stream').Readable, null>} keeper
 * @returns {Promise<Record<string, string>>}
 */
async function placeOf(keeper) {
  let text = ''
  for await (const chunk of keeper.stdout.setEncoding('utf8')) {
    text += chunk
    if (text.endsWith('\n')) return JSON.parse(text)
  }
  return {}
}

// `node test/support/servers.mjs --hold` serves until it is stopped and prints the variables for using the servers with a
// debugger, a database client, or the test that kills it.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const session = openSession(requestedDatabases().map((name) => (name === 'pgsql' ? 'pgsql_replicated' : name)))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => session.stop().then(() => process.exit()))
  }
  const { env, error } = await session.ready
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`)
  if (error === undefined) {
    setInterval(() => {}, 2 ** 30)
  } else {
    console.error(error)
    await session.stop()
    process.exitCode = 1
  }
}
