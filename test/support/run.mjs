/**
 * The runner behind `npm test`. It brings what the tests need, runs every stage and closes with the line
 * `N passed, N failed`.
 *
 *   npm test                            everything, on SQLite, PostgreSQL and MariaDB
 *   DATABASES=sqlite npm test           everything, on the databases named
 *   npm run test:unit                   types, lint and the tests that need neither PHP nor a server
 *   npm run check                       types, lint, source rules, unused code, PHP style and package; no tests
 *   npm run test:php-versions           the tests that need no server, on PHP 8.1 to 8.5
 *   npm test -- test/core/x.test.ts     only these tests; ava's options, such as --match, work too
 */
import { requestedDatabases } from './database-names.mjs'
import { watchLauncher } from './launcher.mjs'
import { build, ensureDependencies, ensureNativeAddon } from './prepare.mjs'
import { provision, ToolsMissing } from './provision.mjs'
import { reportLine, reportOutput } from './report.mjs'
import { openSession } from './servers.mjs'
import { allStages, callStages, checkStages, narrowedStages, phpVersionStages, unitStages } from './stages.mjs'

const args = process.argv.slice(2)
const isUnit = args[0] === '--unit'
const isChecks = args[0] === '--checks'
const named = {
  '--unit': unitStages,
  '--checks': checkStages,
  '--php-versions': phpVersionStages,
  '--calls': callStages,
}
const stages =
  named[/** @type {keyof typeof named} */ (args[0] ?? '')] ?? (args.length > 0 ? narrowedStages(args) : allStages)

/** Limits of Orm itself, so long that only what never comes to an end reaches them, however busy the machine is. */
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
  const databases = isUnit || isChecks ? [] : requestedDatabases()
  if (!(await prepare())) return
  if (!isUnit) await provideTools(databases)
  if (!isChecks && !(await compileAddon())) return
  const session = openSession(databases)
  stopOnInterruption(session)
  try {
    await runStages(session)
  } finally {
    await session.stop()
  }
}

/**
 * Installs and builds.
 *
 * @returns {Promise<boolean>} whether there is anything to test
 */
async function prepare() {
  const installation = await ensureDependencies(() => console.log('Installing dependencies …'))
  if (!installation.ok) {
    conclude('dependencies', { ...installation, ...asCheck(false) })
    return false
  }
  if (installation.seconds > 0) reportLine(true, 'dependencies', '', installation.seconds)
  const types = await build()
  conclude('types', { ...types, ...asCheck(types.ok) })
  return types.ok
}

/** @returns {Promise<boolean>} whether the tests can use SQLite through better-sqlite3 */
async function compileAddon() {
  const compilation = await ensureNativeAddon(() => console.log('Compiling better-sqlite3, once …'))
  if (!compilation.ok) conclude('better-sqlite3', { ...compilation, ...asCheck(false) })
  else if (compilation.seconds > 0) reportLine(true, 'better-sqlite3', '', compilation.seconds)
  return compilation.ok
}

/** @param {readonly import('./database-names.mjs').DatabaseName[]} databases */
async function provideTools(databases) {
  const begin = performance.now()
  const found = await provision(databases, (names) => console.log(`Installing ${names.join(', ')} …`))
  reportLine(true, 'tools', found, (performance.now() - begin) / 1000)
}

/** @param {import('./servers.mjs').Session} session */
async function runStages(session) {
  const { env, error } = await session.ready
  // Tests that need the server which is missing will fail one by one; this says why.
  if (error !== undefined) conclude('servers', { ...asCheck(false), output: error, seconds: 0 })
  const environment = { ...process.env, ...env, ...withoutHurry, NO_COLOR: '1', FORCE_COLOR: '0' }
  for (const stage of stages) {
    const result = await stage.run({
      folder: env.TMPDIR ?? '',
      run: (command, commandArgs, options) => session.run(command, commandArgs, { ...options, env: environment }),
    })
    // Whoever stopped the session ends the process too.
    if (session.isStopped()) return new Promise(() => {})
    conclude(stage.name, result)
  }
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
 * Ends the run early, and with it everything it started, before we end ourselves.
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
  // The reader has gone, as in `npm test | head`.
  process.stdout.on('error', () => stop(1))
}
