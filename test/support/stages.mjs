import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './command.mjs'
import { countJunit, countTap, failuresOfTap } from './counts.mjs'
import { requestedDatabases } from './database-names.mjs'
import { fileOfGroup, groupsOf, withoutGroups } from './groups.mjs'
import { allTests, ImportGraph } from './import-graph.mjs'
import { environmentOfNode, nodeVersions } from './node-versions.mjs'
import { phpCacheIn } from './php-cache.mjs'
import { environmentOf, installPhpVersions, phpVersions } from './php-versions/install.mjs'
import { root } from './root.mjs'
import { changedFiles, hasOwnCommand, ownCommand, reachedBy, readSelection } from './selection.mjs'
import { toolsFor, withCompanions } from './tools.mjs'

/**
 * @typedef {object} Context
 * @property {(
 *   command: string,
 *   args: readonly string[],
 *   options?: Pick<import('./command.mjs').CommandOptions, 'complained'>,
 * ) => Promise<import('./command.mjs').Outcome>} run
 * @property {(servers: readonly import('./servers.mjs').ServerName[]) => Promise<Record<string, string>>} serve
 *   starts servers that are not running, and returns the variables with their addresses
 * @property {string} folder  for files of the stage
 *
 * @typedef {import('./counts.mjs').Counts & { output: string, seconds: number, tests: boolean }} Result
 * @typedef {object} Stage
 * @property {string} name
 * @property {ReadonlySet<import('./tools.mjs').ToolName>} tools  required tools
 * @property {readonly import('./database-names.mjs').DatabaseName[]} [databases]  whose servers it expects to run
 * @property {boolean} [usesAddon]  whether it uses better-sqlite3, which takes a minute to compile
 * @property {'nothing' | 'dependencies' | 'build'} [needs]  which preparation it waits for; default: the build
 * @property {() => boolean} [isNeeded]  asked before it runs, if that depends on tools that may not be installed earlier
 * @property {(context: Context) => Promise<Result>} run
 */

/** @param {string} name */
const npmProgram = (name) => join(root, 'node_modules', '.bin', name)

/** The rules for sources and pages: allowed imports, the functions that raw text must pass through, and links. */
const sourceRulesTests = ['import-rules', 'links', 'raw-text', 'time-limits'].map((name) => `test/repo/${name}.test.ts`)

/** @type {Stage} */
const lint = {
  ...check('lint', npmProgram('biome'), [process.env.CI ? 'ci' : 'check', '--colors=off']),
  needs: 'dependencies',
}
// These tests name packages that they never load.
const sourceRules = () => ({ ...ava('source rules', sourceRulesTests), usesAddon: false })
// The caches of these two tools for unchanged files save 20 s of processor time.
const cacheFolder = join(root, '.cache')
const unused = check('unused code', npmProgram('knip'), [
  '--no-progress',
  '--cache',
  `--cache-location=${join(cacheFolder, 'knip')}`,
])
// PHP's JIT compiler saves a third of the processor time.
const jit = ['opcache.enable_cli=1', 'opcache.jit=tracing', 'opcache.jit_buffer_size=64M'].flatMap((line) => [
  '-d',
  line,
])
const phpcs = () => {
  mkdirSync(cacheFolder, { recursive: true })
  return [...jit, findProgram('phpcs') ?? '', '--report-width=120', `--cache=${join(cacheFolder, 'phpcs.json')}`]
}
/** @type {Stage} */
const phpStyle = { ...check('PHP style', 'php', phpcs, ['phpcs']), needs: 'nothing' }
// Composer discourages a version in composer.json, but a path repository requires it.
const composer = ['validate', '--strict', '--no-check-version', '--no-check-publish', '--no-interaction', '--no-ansi']
/**
 * @param {string} folder
 * @returns {Stage}
 */
const phpPackage = (folder) => ({
  ...check(`PHP package ${folder}`, 'composer', [...composer, `packages/${folder}/composer.json`], ['composer']),
  needs: 'nothing',
})

/** @type {Record<import('./database-names.mjs').DatabaseName, import('./tools.mjs').ToolName[]>} */
const serverTools = { sqlite: [], pgsql: ['postgresql'], mysql: ['mariadb'] }

/** PHPUnit tests that only need one PHP process and SQLite. */
const withoutServer = ['--testsuite', 'unit,sqlite', '--exclude-group', 'long']

/**
 * The same tests on PHP for WebAssembly. It ends when a program connects to a server (EHOSTUNREACH, its error 23), and its
 * SQLite has a bug that NamesTest describes.
 */
const inWebAssembly = ['--testsuite', 'unit,sqlite', '--exclude-group', 'long,network,nested-exists']

/** Loads all classes and uses models on SQLite. */
const shortForm = [...inWebAssembly, '--filter', '/ClassesTest|Sqlite\\\\Model(?!\\\\HostileCalls)/']

/**
 * Runs PHPUnit on each requested database separately, so that a report names the one that fails. Of thousands of combinations,
 * SQLite tries all and each server a different half; `npm run test:calls` tries all combinations on each.
 */
const phpunitOnEach = () => {
  const databases = requestedDatabases()
  const servers = databases.filter((name) => name !== 'sqlite')
  const hasSqlite = databases.includes('sqlite')
  return [
    phpunit('PHPUnit', { args: ['--testsuite', hasSqlite ? 'unit,sqlite' : 'unit'] }),
    ...servers.map((name, index) => {
      const env = hasSqlite ? [`ORM_TEST_PART=${index + 1}/2`] : []
      return phpunit(`PHPUnit on ${name}`, { env, args: ['--testsuite', name], databases: [name] })
    }),
  ]
}

/**
 * Returns whether a version is the local one, on which all PHPUnit tests run.
 *
 * @param {string} version
 */
const isOwnPhpVersion = (version) => {
  const own = spawnSync('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' })
  return version === own.stdout
}

const checks = () => [
  phpStyle,
  phpPackage('runtime'),
  phpPackage('laravel'),
  phpPackage('symfony'),
  lint,
  sourceRules(),
  unused,
]

/** Returns all lanes of `npm test`. Stages without ava run concurrently with ava. */
export const allLanes = () => [
  [
    ava(
      'ava',
      allTests().filter((path) => !hasOwnCommand(path) && !sourceRulesTests.includes(path)),
      ['--timeout=30m'],
      // All of these servers will be needed.
      { databases: requestedDatabases() },
    ),
  ],
  [
    ...checks(),
    ...phpunitOnEach(),
    // Code with shortcuts must work the same without them.
    phpunit('PHPUnit without shortcuts', { env: ['ORM_FAST_PATHS=0', 'ORM_TEST_PART=1/2'], args: withoutServer }),
    // Each version tries a different part of the random cases and combinations.
    ...phpVersions.map((version, index, all) => {
      const env = [`ORM_TEST_PART=${index + 1}/${all.length}`]
      const stage = onVersion(version, phpunit(`PHPUnit on PHP ${version}`, { env, args: shortForm }))
      return { ...stage, isNeeded: () => !isOwnPhpVersion(version) }
    }),
  ],
]

/** Returns the long form of these stages: everything that needs no server except SQLite, on every version. */
export const phpVersionLanes = () => [
  phpVersions.flatMap((version) => [
    onVersion(version, phpunit(`PHPUnit on PHP ${version}`, { args: inWebAssembly })),
    onVersion(
      version,
      phpunit(`PHPUnit without shortcuts on PHP ${version}`, { env: ['ORM_FAST_PATHS=0'], args: inWebAssembly }),
    ),
    onVersion(
      version,
      ava(
        `ava on PHP ${version}`,
        allTests().filter((path) => /^test\/(?:databases\/|golden\.)/.test(path)),
        ['--timeout=30m'],
      ),
    ),
  ]),
]

/**
 * Returns the parts of the suite that may depend on the Node version: types, core, the script, each host, and each SQLite
 * library.
 *
 * @param {readonly string[]} versions  by default, all of them
 */
export const nodeVersionLanes = (versions) => {
  const unknown = versions.filter((version) => !nodeVersions.includes(version))
  if (unknown.length > 0) throw new RangeError(`Node ${unknown.join(', ')}: must be of ${nodeVersions.join(', ')}`)
  const files = allTests().filter((path) =>
    /^test\/(?:core|cli|plugins|database)\/|^test\/databases\/(?:bookstore|sql-insert)\./.test(path),
  )
  return [
    (versions.length > 0 ? versions : nodeVersions).flatMap((version) => [
      onNode(version, check(`types on Node ${version}`, npmProgram('tsc'), ['-b'])),
      onNode(version, ava(`ava on Node ${version}`, files, ['--timeout=30m'])),
    ]),
  ]
}

/** Returns the long form of PHPUnit tests for what any caller may do and what a request may choose. */
export const callLanes = () => [
  [
    phpunit('hostile calls', {
      env: ['ORM_FUZZ=1'],
      args: [
        '--filter',
        'HostileCalls|Words|RandomChains|RequestInputs|StrangeValue|RoundTrip|TimeZone|WalkTest|MemoryTest',
      ],
      databases: requestedDatabases(),
    }),
  ],
]

/** Returns the checks that do not run tests. */
export const checkLanes = () => [checks()]

/** Returns the quick checks and the tests that need neither PHP nor a server. */
export const unitLanes = () => {
  const graph = new ImportGraph()
  const files = allTests().filter((path) => toolsFor([path], graph, requestedDatabases()).size === 0)
  return [[lint, ava('ava', files, ['--timeout=30m'])]]
}

/**
 * Returns the requested tests: files, folders, and patterns, with ava options.
 *
 * @param {readonly string[]} args
 */
export const selectedLanes = (args) => {
  const { files, options } = readSelection(args)
  return [[selected(files, options)]]
}

/**
 * Returns the tests that the changes since main can affect.
 *
 * @param {readonly string[]} args  ava options
 */
export const changedLanes = async (args) => {
  const changed = await changedFiles()
  if (changed.length === 0) console.log('Nothing has changed since main.')
  for (const command of new Set(changed.flatMap((path) => ownCommand(path) ?? []))) {
    console.log(`Not run here: tests that have changed, of ${command}.`)
  }
  return lanesReachedBy(changed, args)
}

/**
 * Returns those of the requested tests that changes can affect.
 *
 * @param {readonly string[]} changed
 * @param {readonly string[]} args
 */
export async function lanesReachedBy(changed, args) {
  const { files, options } = readSelection(args)
  const graph = new ImportGraph()
  const reached = reachedBy(changed, graph, (path, tool) => toolsFor([path], graph, requestedDatabases()).has(tool))
  const wanted = reached.files.filter((path) => files.includes(path))
  const isAll = args.every((arg) => /^-(?!m|-match)/.test(arg))
  return [
    [...(wanted.length > 0 ? [selected(wanted, options)] : []), ...(reached.phpunit && isAll ? phpunitOnEach() : [])],
  ]
}

/**
 * @param {readonly string[]} files
 * @param {readonly string[]} options
 */
const selected = (files, options) =>
  // Users watch this run, and long forms take hours. Slow tests report their progress on stderr.
  ava('ava', files, ['--timeout=24h', ...options], { complained: (text) => process.stderr.write(text) })

/**
 * Returns a stage that is one check: it passes or fails as a whole.
 *
 * @param {string} name
 * @param {string} command
 * @param {readonly string[] | (() => readonly string[])} args  or a function that returns them once the tools are installed
 * @param {Iterable<import('./tools.mjs').ToolName>} [tools]
 * @returns {Stage}
 */
function check(name, command, args, tools = []) {
  return {
    name,
    tools: withCompanions(tools, []),
    run: async ({ run }) => {
      const { code, output, seconds } = await run(command, typeof args === 'function' ? args() : args)
      const passed = code === 0 ? 1 : 0
      return { passed, failed: 1 - passed, skipped: [], output, seconds, tests: false }
    },
  }
}

/**
 * Runs one file more than there are cores, also in CI, each with one test at a time (worker.mjs). Files spend a third of their
 * time waiting for servers and other programs.
 */
const concurrency = `--concurrency=${availableParallelism() + 1}`

/**
 * @param {string} name
 * @param {readonly string[]} files  relative to the repository
 * @param {readonly string[]} [options]
 * @param {{
 *   complained?: (text: string) => void,
 *   databases?: readonly import('./database-names.mjs').DatabaseName[],
 * }} [more]  a function that receives stderr output immediately; databases whose servers start before the tests
 * @returns {Stage}
 */
function ava(name, files, options = [], { complained, databases = [] } = {}) {
  const graph = new ImportGraph()
  const onModules = files.filter((path) => usesModules(path, graph))
  const onBundle = files.filter((path) => !onModules.includes(path))
  const conditions = [
    { paths: onModules, more: ['--node-arguments=--conditions=orm-modules'] },
    { paths: onBundle, more: [] },
  ].filter(({ paths }) => paths.length > 0)
  return {
    name,
    usesAddon: files.some((path) => usesAddon(path, graph)),
    databases,
    tools: toolsFor(files, graph, requestedDatabases()),
    run: async ({ run, folder }) => {
      const variables = Object.entries(phpCacheIn(folder)).map(([variable, value]) => `${variable}=${value}`)
      const results = /** @type {(Result & { counts: import('./counts.mjs').Counts })[]} */ ([])
      for (const { paths, more } of conditions) {
        const compiled = groupsOf(paths, graph, paths === conditions.at(-1)?.paths).map(fileOfGroup)
        const args = ['--tap', concurrency, ...more, ...options, ...compiled]
        const outcome = await run('env', [...variables, npmProgram('ava'), ...args], complained ? { complained } : {})
        const tap = withoutGroups(outcome.stdout)
        const counts = countTap(tap)
        const complaints = complained ? '' : outcome.stderr
        results.push({ counts, ...testResult(outcome, counts, failuresOfTap(tap) + complaints) })
      }
      // One of two groups may contain no test of the requested name.
      const found = results.filter(({ counts }) => counts.passed + counts.failed + counts.skipped.length > 0)
      return sumOf(found.length > 0 ? found : results.slice(0, 1))
    },
  }
}

/**
 * Returns whether a test connects to SQLite or depends on whether better-sqlite3 is installed.
 *
 * @param {string} path
 * @param {ImportGraph} graph
 */
const usesAddon = (path, graph) =>
  [...graph.reach(path)].some(
    (used) =>
      used === 'packages/database/src/dialects/sqlite/libraries.ts' ||
      (used.startsWith('test/') && /['"]better-sqlite3['"]/.test(graph.textOf(used))),
  )

/**
 * Returns whether a test uses modules of core that are not an entry of the package. All other tests run on what users get: the
 * bundle.
 *
 * @param {string} path
 * @param {ImportGraph} graph
 */
const usesModules = (path, graph) =>
  [...graph.reach(path)].some((used) => used.startsWith('test/') && /['"]#core\//.test(graph.textOf(used)))

/**
 * @param {readonly Result[]} results
 * @returns {Result}
 */
const sumOf = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  skipped: results.flatMap(({ skipped }) => skipped),
  output: results.map(({ output }) => output).join(''),
  seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
  tests: true,
})

/**
 * @param {string} name
 * @param {{
 *   env?: readonly string[],
 *   args?: readonly string[],
 *   databases?: readonly import('./database-names.mjs').DatabaseName[],
 * }} [more]
 * @returns {Stage}
 */
function phpunit(name, { env = [], args = [], databases = [] } = {}) {
  return {
    name,
    databases: databases.filter((database) => database !== 'pgsql'),
    tools: withCompanions(
      ['phpunit', 'validator', ...databases.flatMap((database) => serverTools[database])],
      databases,
    ),
    run: async ({ run, serve, folder }) => {
      const servers = databases.includes('pgsql') ? await serve(['pgsql_replicated']) : {}
      const report = join(folder, `${name}.xml`)
      const always = ['--configuration', 'test/php/phpunit.xml', '--colors=never', '--log-junit', report]
      // Run with `php`, as the first line of PHPUnit may name another PHP.
      const outcome = await run('env', [
        ...env,
        ...Object.entries(servers).map(([variable, value]) => `${variable}=${value}`),
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
 * Returns a stage in which `php` is the given version.
 *
 * @param {string} version
 * @param {Stage} stage
 * @returns {Stage}
 */
function onVersion(version, stage) {
  return {
    ...stage,
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
 * Returns a stage in which `node` is the given version.
 *
 * @param {string} version
 * @param {Stage} stage
 * @returns {Stage}
 */
function onNode(version, stage) {
  return {
    ...stage,
    run: async (context) => {
      const { PATH } = await environmentOfNode(version)
      return stage.run({
        ...context,
        run: (command, args, options) => context.run('env', [`PATH=${PATH}`, command, ...args], options),
      })
    },
  }
}

/**
 * Returns the result of a test run. A crash counts as a failure even if no test failed, and so does a run without tests. When
 * nobody watches, a skipped test also counts as a failure.
 *
 * @param {import('./command.mjs').Outcome} outcome
 * @param {import('./counts.mjs').Counts} counts
 * @param {string} output
 * @returns {Result}
 */
function testResult({ code, seconds }, { passed, failed, skipped }, output) {
  const result = { passed, skipped, seconds, tests: true }
  if (passed + failed === 0) {
    const why = 'no title is like --match says, or the runner could not start a test'
    return { ...result, failed: 1, output: `${output}\nNo test ran: ${why} (code ${code}).` }
  }
  if (failed === 0 && code !== 0)
    return { ...result, failed: 1, output: `${output}\nThe runner ended with code ${code}.` }
  if (process.env.CI && skipped.length > 0) {
    const list = skipped.map((title) => `skipped, which is a failure in CI: ${title}`).join('\n')
    return { ...result, failed: failed + skipped.length, output: `${output}\n${list}` }
  }
  return { ...result, failed, output }
}
