/**
 * The runner behind `npm test`. It installs what the tests need, runs every stage, and ends with the line
 * `N passed, N failed`.
 *
 *   npm test                            everything, on SQLite, PostgreSQL and MariaDB
 *   DATABASES=sqlite npm test           everything, on the databases named
 *   npm test -- test/core/x.test.ts     only these tests, folders or patterns; ava's options, such as --match, work too
 *   npm test -- --changed               the tests that the changes since main can affect
 *   npm test -- --watch test/core       these tests, and after a change those that it can affect
 *   npm run test:unit                   types, lint and the tests that need neither PHP nor a server
 *   npm run check                       types, lint, source rules, unused code, PHP style and package; no tests
 *   npm run test:php-versions           the tests that need no server, on PHP 8.1 to 8.5
 *   npm run test:node-versions          core, the script, each host and each SQLite library on Node 20, 22, 24 and 26
 */
import { certificatesIn } from './certificates.mjs'
import { watchLauncher } from './launcher.mjs'
import { build, ensureDependencies, ensureNativeAddon } from './prepare.mjs'
import { missingTools, provision, ToolsMissing } from './provision.mjs'
import { reportLine, reportOutput, reportSlowest } from './report.mjs'
import { openSession } from './servers.mjs'
import { readSpending, spendingIn } from './spending.mjs'
import {
  allLanes,
  callLanes,
  changedLanes,
  checkLanes,
  nodeVersionLanes,
  phpVersionLanes,
  selectedLanes,
  unitLanes,
} from './stages.mjs'
import { writeDurations } from './test-order.mjs'
import { watchSelection } from './watch.mjs'

/** @typedef {import('./stages.mjs').Stage} Stage */

const given = process.argv.slice(2)
const named = {
  '': allLanes,
  '--unit': unitLanes,
  '--checks': checkLanes,
  '--php-versions': phpVersionLanes,
  '--node-versions': nodeVersionLanes,
  '--calls': callLanes,
  '--changed': changedLanes,
  '--watch': selectedLanes,
}
// The mode may come before or after its arguments: `npm test -- test/core --watch`.
const mode = given.length === 0 ? '' : given.find((arg) => Object.hasOwn(named, arg))
const rest = given.filter((arg) => arg !== mode)
const plan = named[/** @type {keyof typeof named} */ (mode)] ?? selectedLanes

/** Orm's own time limits. They are so long that only an endless wait reaches them, however busy the machine is. */
const withoutHurry = { ORM_CONNECT_TIMEOUT: '3600', ORM_PHP_TIMEOUT: '3600' }

const total = { passed: 0, failed: 0 }
try {
  await runAll()
} catch (error) {
  total.failed++
  const { message, stack } = /** @type {Error} */ (error)
  console.log(`\n${error instanceof ToolsMissing || error instanceof RangeError ? message : stack}`)
}
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${total.passed} passed, ${total.failed} failed`)

async function runAll() {
  const lanes = await plan(rest)
  const stages = lanes.flat()
  if (stages.length === 0) return
  const missing = await missingTools(toolsOf(stages))
  const installed = install()
  const prepared = prepare(stages, installed)
  try {
    await provideTools(stages, missing)
    const session = openSession(stages.flatMap(({ databases = [] }) => databases))
    stopOnInterruption(session)
    try {
      if (mode === '--watch')
        await watchSelection(rest, lanes, async (some) => {
          if (some === lanes) return runWatched(some, session, prepared)
          const stages = some.flat()
          await provideTools(stages, await missingTools(toolsOf(stages)))
          await runWatched(some, session, prepare(stages, installed))
        })
      else await runLanes(lanes, session, prepared)
    } finally {
      await session.stop()
    }
  } finally {
    await Promise.all(Object.values(prepared))
  }
}

/**
 * Starts what stages need besides tools and servers: each step as soon as the one before it has succeeded.
 *
 * @param {readonly Stage[]} stages
 * @param {Promise<boolean>} installed  whether the dependencies are installed
 */
function prepare(stages, installed) {
  return {
    nothing: true,
    dependencies: installed,
    build: installed.then((ok) => ok && compile()),
    addon: installed.then((ok) => ok && compileAddon(stages)),
  }
}

/**
 * @param {readonly Stage[][]} lanes
 * @param {import('./servers.mjs').Session} session
 * @param {ReturnType<typeof prepare>} prepared
 */
async function runWatched(lanes, session, prepared) {
  await runLanes(lanes, session, prepared)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  Object.assign(total, { passed: 0, failed: 0 })
}

/** @param {readonly Stage[]} stages */
function toolsOf(stages) {
  return new Set(stages.flatMap(({ tools }) => [...tools]))
}

/** @returns {Promise<boolean>} whether the dependencies are installed */
async function install() {
  const installation = await ensureDependencies(() => console.log('Installing dependencies …'))
  if (!installation.ok) conclude('dependencies', { ...installation, ...asCheck(false) })
  else if (installation.seconds > 0) reportLine(true, 'dependencies', '', installation.seconds)
  return installation.ok
}

/** @returns {Promise<boolean>} whether the build succeeded */
async function compile() {
  const types = await build()
  conclude('types', { ...types, ...asCheck(types.ok) })
  return types.ok
}

/**
 * @param {readonly Stage[]} stages
 * @returns {Promise<boolean>} whether tests can use better-sqlite3
 */
async function compileAddon(stages) {
  if (!stages.some(({ usesAddon }) => usesAddon)) return false
  const compilation = await ensureNativeAddon(() => console.log('Compiling better-sqlite3, once …'))
  if (!compilation.ok) conclude('better-sqlite3', { ...compilation, ...asCheck(false) })
  else if (compilation.seconds > 0) reportLine(true, 'better-sqlite3', '', compilation.seconds)
  return compilation.ok
}

/**
 * @param {readonly Stage[]} stages
 * @param {readonly import('./tools.mjs').Tool[]} missing
 */
async function provideTools(stages, missing) {
  const names = toolsOf(stages)
  if (names.size === 0) return
  const begin = performance.now()
  const found = await provision(names, missing, (text) => console.log(text))
  reportLine(true, 'tools', found, (performance.now() - begin) / 1000)
}

/**
 * Runs the lanes concurrently, with the stages of each lane one after the other. Stages that only read the source run during
 * the installation of dependencies and the build, which need one core. Stages that do not use better-sqlite3 run while it
 * compiles. If the build fails, nothing else runs.
 *
 * @param {readonly (readonly Stage[])[]} lanes
 * @param {import('./servers.mjs').Session} session
 * @param {ReturnType<typeof prepare>} prepared
 */
async function runLanes(lanes, session, prepared) {
  const env = told(await session.ready)
  const folder = env.TMPDIR ?? ''
  const spending = process.env.ORM_TEST_SPENDING ?? `${folder}/spending-${performance.now()}`
  const environment = {
    ...process.env,
    ...env,
    ...withoutHurry,
    ...certificatesIn(folder),
    ...spendingIn(spending),
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  }
  /** @param {readonly Stage[]} lane */
  const runLane = async (lane) => {
    for (const stage of lane) {
      if (!(await prepared[stage.needs ?? 'build'])) return
      if (stage.usesAddon && !(await prepared.addon)) return
      if (stage.isNeeded?.() === false) continue
      const result = await stage.run({
        folder,
        serve: async (servers) => told(await session.serve(servers)),
        run: (command, args, options) => session.run(command, args, { ...options, env: environment }),
      })
      // The code that stopped the session also ends the process.
      if (session.isStopped()) return new Promise(() => {})
      conclude(stage.name, result)
    }
  }
  await Promise.all(lanes.map(runLane))
  if (!(await prepared.build)) return
  const spent = readSpending(spending)
  reportSlowest(spent)
  if (process.env.ORM_TEST_DURATIONS) writeDurations(spent)
}

/**
 * Returns the variables of the servers and reports why a server is missing. The tests that need it fail one by one.
 *
 * @param {import('./servers.mjs').Answer} answer
 */
function told({ env, error }) {
  if (error !== undefined) conclude('servers', { ...asCheck(false), output: error, seconds: 0 })
  return env
}

/**
 * @param {string} name
 * @param {import('./stages.mjs').Result} result
 */
function conclude(name, { passed, failed, skipped, output, seconds, tests }) {
  total.passed += passed
  total.failed += failed
  const counts = tests
    ? [`${passed} passed`, failed && `${failed} failed`, skipped.length && `${skipped.length} skipped`]
    : []
  reportLine(failed === 0, name, counts.filter(Boolean).join(', '), seconds)
  if (failed > 0) reportOutput(output)
  else for (const title of skipped) console.log(`    skipped: ${title}`)
}

/** @param {boolean} ok */
function asCheck(ok) {
  return { passed: Number(ok), failed: Number(!ok), skipped: [], tests: false }
}

/**
 * Ends the run early if it is interrupted, including everything that it started, before this process ends.
 *
 * @param {import('./servers.mjs').Session} session
 */
function stopOnInterruption(session) {
  /** @param {number} code */
  const stop = async (code) => {
    if (session.isStopped()) return
    console.log('\nInterrupted.')
    await session.stop()
    process.exit(code)
  }
  process.once('SIGHUP', () => stop(129))
  process.once('SIGINT', () => stop(130))
  process.once('SIGTERM', () => stop(143))
  watchLauncher(() => stop(1))
  // The reader of the output has ended, as in `npm test | head`.
  process.stdout.on('error', () => stop(1))
}
