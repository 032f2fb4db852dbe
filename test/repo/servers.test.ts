import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { end } from '../support/command.mjs'
import { requestedDatabases } from '../support/database-names.mjs'
import { until } from '../support/patience.mjs'
import { root } from '../support/root.mjs'
import { temporaryPlace } from '../support/temporary-place.mjs'

// What it starts needs: postgresql, mariadb

/** Starts private servers in a separate temporary folder, which also identifies their processes. */
async function hold(t: ExecutionContext) {
  const folder = mkdtempSync(join(tmpdir(), 'hold-'))
  chmodSync(folder, 0o711)
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const runner = spawn(process.execPath, [join(root, 'test/support/servers.mjs'), '--hold'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => end(runner, 'SIGKILL'))
  let printed = ''
  runner.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  const variables = requestedDatabases().flatMap((name) =>
    name === 'sqlite' ? [] : [`ORM_TEST_${name.toUpperCase()}`],
  )
  /** Returns the variables for the tests that are printed so far. */
  const environment = () =>
    Object.fromEntries([...printed.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]))
  const ready = () => [...variables, 'TMPDIR', 'ORM_TEST_KEEPER'].every((name) => name in environment())
  return { folder, runner, ready, environment, servers: variables.length }
}

/** Returns the processes whose command line contains the folder. */
const processesIn = (folder: string): string[] =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder))

async function nothingIsLeft(t: ExecutionContext, folder: string) {
  const left = () => [...processesIn(folder), ...readdirSync(folder)]
  await t.notThrowsAsync(until(() => left().length === 0, { otherwise: () => left().join('\n') }))
}

/** Requests a server that runs already from the keeper, and disconnects before the answer. */
const leaveEarly = (keeper = '', database = '') =>
  new Promise((resolve) => {
    const name = database === 'pgsql' ? 'pgsql_replicated' : database
    const client = connect(keeper, () => client.write(`${name}\n`, () => client.destroy()))
    client.once('close', resolve)
  })

for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const) {
  test.serial(`${signal} to the runner leaves no server, no program of a test and no folder`, async (t) => {
    const { folder, runner, ready, environment, servers } = await hold(t)
    await until(ready, { otherwise: () => 'the servers start' })
    // The keeper's command line also contains the folder.
    t.true(processesIn(folder).length > servers, 'the servers run')
    for (const name of requestedDatabases())
      if (name !== 'sqlite') await leaveEarly(environment().ORM_TEST_KEEPER, name)
    // A browser also leads a separate process group.
    const program = spawn('tail', ['-f', '/dev/null'], { detached: true, env: { ...process.env, ...environment() } })
    t.teardown(() => end(program, 'SIGKILL'))
    runner.kill(signal)
    await nothingIsLeft(t, folder)
    // Other systems do not show the environment of a process.
    if (process.platform === 'linux') await until(() => program.signalCode === 'SIGKILL', { seconds: 20 })
  })
}

for (const milliseconds of [100, 400, 700]) {
  test.serial(`SIGKILL to the runner ${milliseconds} ms after its start leaves nothing`, async (t) => {
    const { folder, runner } = await hold(t)
    await sleep(milliseconds)
    runner.kill('SIGKILL')
    await sleep(500)
    await nothingIsLeft(t, folder)
  })
}

test.serial('a folder whose path is too long for sockets is refused, and one that is just short enough is not', (t) => {
  const { TMPDIR } = process.env
  t.teardown(() => {
    process.env.TMPDIR = TMPDIR
  })
  process.env.TMPDIR = `/${'x'.repeat(77)}`
  t.is(temporaryPlace(), process.env.TMPDIR)
  process.env.TMPDIR = `/${'ä'.repeat(39)}`
  t.throws(temporaryPlace, { instanceOf: RangeError, message: /^the path in TMPDIR is longer than 78 bytes/ })
})
