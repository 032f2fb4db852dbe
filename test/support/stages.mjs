import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './command.mjs'
import { countJunit, countTap, failuresOfTap } from './counts.mjs'
import { environmentOf, installPhpVersions, phpVersions } from './php-versions/install.mjs'
import { root } from './root.mjs'

/**
 * @typedef {object} Context
 * @property {(
 *   command: string,
 *   args: readonly string[],
 *   options?: Pick<import('./command.mjs').CommandOptions, 'complained'>,
 * ) => Promise<import('./command.mjs').Outcome>} run
 * @property {string} folder  for files of the stage's own
 *
 * @typedef {import('./counts.mjs').Counts & { output: string, seconds: number, tests: boolean }} Result
 * @typedef {{ name: string, run: (context: Context) => Promise<Result> }} Stage
 */

/** @param {string} name */
const npmProgram = (name) => join(root, 'node_modules', '.bin', name)

/** The rules that the source itself keeps: who may import what, through which functions text goes, where links lead. */
const sourceRulesTests = ['import-rules', 'links', 'raw-text', 'time-limits'].map(
  (name) => `test/dist/repo/${name}.test.js`,
)
/** The one test of the repository itself that needs database servers. */
const serversTest = 'test/dist/repo/servers.test.js'

const lint = check('lint', npmProgram('biome'), [process.env.CI ? 'ci' : 'check', '--colors=off'])
const sourceRules = ava('source rules', sourceRulesTests)
const unused = check('unused code', npmProgram('knip'), ['--no-progress'])
const phpStyle = check('PHP style', 'phpcs', ['--report-width=120'])
// Composer advises against a version in the file, which a path repository needs.
const composer = ['validate', '--strict', '--no-check-version', '--no-check-publish', '--no-interaction', '--no-ansi']
const phpPackage = check('PHP package', 'composer', [...composer, 'packages/runtime/composer.json'])

/** PHPUnit's tests of one PHP process and SQLite. */
const withoutServer = ['--testsuite', 'unit,sqlite', '--exclude-group', 'long']

/** Loads every class, and uses models on SQLite. */
const shortForm = [...withoutServer, '--filter', '/ClassesTest|Sqlite\\\\Model(?!\\\\HostileCalls)/']

/** All that `npm test` runs once the build, which checks the types, has passed. */
export const allStages = [
  lint,
  sourceRules,
  unused,
  phpStyle,
  phpPackage,
  ava('ava', ['test/dist/**/*.test.js', '!test/dist/cluster/**', ...sourceRulesTests.map((path) => `!${path}`)]),
  phpunit('PHPUnit'),
  // What has shortcuts must do the same without them.
  phpunit('PHPUnit without shortcuts', {
    env: ['ORM_FAST_PATHS=0'],
    args: withoutServer,
  }),
  ...phpVersions.map((version) => onVersion(version, phpunit(`PHPUnit on PHP ${version}`, { args: shortForm }))),
]

/** The long form of the same: everything that needs no server but SQLite, on every version. */
export const phpVersionStages = phpVersions.flatMap((version) => [
  onVersion(version, phpunit(`PHPUnit on PHP ${version}`, { args: withoutServer })),
  onVersion(
    version,
    phpunit(`PHPUnit without shortcuts on PHP ${version}`, { env: ['ORM_FAST_PATHS=0'], args: withoutServer }),
  ),
  onVersion(version, ava(`ava on PHP ${version}`, ['test/dist/databases/**/*.test.js', 'test/dist/golden.test.js'])),
])

/** The long form of a test of PHPUnit: what any caller may do. */
export const callStages = [phpunit('hostile calls', { env: ['ORM_FUZZ=1'], args: ['--filter', 'HostileCallsTest'] })]

/** What needs no test. */
export const checkStages = [lint, sourceRules, unused, phpStyle, phpPackage]

/** The quick loop: what needs neither PHP nor a server. */
export const unitStages = [lint, ava('ava', ['test/dist/{core,cli,repo}/**/*.test.js', `!${serversTest}`])]

/**
 * The tests that a person asks for, by ava's own arguments. Files are those that one edits.
 *
 * @param {readonly string[]} args
 */
export const narrowedStages = (args) => [
  ava(
    'ava',
    // Somebody watches, and long forms take hours.
    ['--timeout=24h', ...args.map((arg) => arg.replace(/^(?:\.\/)?test\/(?!dist\/)(.*)\.ts$/, 'test/dist/$1.js'))],
    // Tests that take long say there how far they are.
    (text) => process.stderr.write(text),
  ),
]

/**
 * A stage that is one check: it passes or fails as a whole.
 *
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Stage}
 */
function check(name, command, args) {
  return {
    name,
    run: async ({ run }) => {
      const { code, output, seconds } = await run(command, args)
      const passed = code === 0 ? 1 : 0
      return { passed, failed: 1 - passed, skipped: [], output, seconds, tests: false }
    },
  }
}

/** As many files at once as there are cores, in CI too, each with one test at a time (worker.mjs). */
const concurrency = `--concurrency=${availableParallelism()}`

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {(text: string) => void} [complained]  is told at once what tests write to stderr
 * @returns {Stage}
 */
function ava(name, args, complained) {
  return {
    name,
    run: async ({ run }) => {
      const outcome = await run(npmProgram('ava'), ['--tap', concurrency, ...args], complained ? { complained } : {})
      const complaints = complained ? '' : outcome.stderr
      return testResult(outcome, countTap(outcome.stdout), failuresOfTap(outcome.stdout) + complaints)
    },
  }
}

/**
 * @param {string} name
 * @param {{ env?: readonly string[], args?: readonly string[] }} [more]
 * @returns {Stage}
 */
function phpunit(name, { env = [], args = [] } = {}) {
  return {
    name,
    run: async ({ run, folder }) => {
      const report = join(folder, `${name}.xml`)
      const always = ['--configuration', 'test/php/phpunit.xml', '--colors=never', '--log-junit', report]
      // By `php`, as there may be another one than the first line of PHPUnit names.
      const outcome = await run('env', [
        ...env,
        'php',
        '-d',
        'zend.assertions=1',
        findProgram('phpunit') ?? '',
        ...always,
        ...args,
      ])
      const counts = countJunit(existsSync(report) ? readFileSync(report, 'utf8') : '')
      return testResult(outcome, counts, outcome.output)
    },
  }
}

/**
 * A stage in which `php` is the given version.
 *
 * @param {string} version
 * @param {Stage} stage
 * @returns {Stage}
 */
function onVersion(version, stage) {
  return {
    name: stage.name,
    run: async (context) => {
      const { PATH } = await environmentOf(version, await installPhpVersions(), context.folder)
      return stage.run({
        ...context,
        run: (command, args, options) => context.run('env', [`PATH=${PATH}`, command, ...args], options),
      })
    },
  }
}

/**
 * What a run of tests amounts to. A crash counts as a failure even when no test failed, and so does a run without
 * tests; where nobody watches, so does a test that was skipped.
 *
 * @param {import('./command.mjs').Outcome} outcome
 * @param {import('./counts.mjs').Counts} counts
 * @param {string} output
 * @returns {Result}
 */
function testResult({ code, seconds }, { passed, failed, skipped }, output) {
  const result = { passed, skipped, seconds, tests: true }
  if (failed === 0 && code !== 0)
    return { ...result, failed: 1, output: `${output}\nThe runner ended with code ${code}.` }
  if (passed + failed === 0) return { ...result, failed: 1, output: `${output}\nNo test ran.` }
  if (process.env.CI && skipped.length > 0) {
    const list = skipped.map((title) => `skipped, which is a failure in CI: ${title}`).join('\n')
    return { ...result, failed: failed + skipped.length, output: `${output}\n${list}` }
  }
  return { ...result, failed, output }
}
