import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, run as runCommand } from '../command.mjs'
import { allTests, ImportGraph } from '../import-graph.mjs'
import { root } from '../root.mjs'
import { readSpending, spendingIn } from '../spending.mjs'
import { mutantDatabases } from './databases.mjs'
import { avaArgs, avaUntilFailure, sourceOf } from './typescript.mjs'

/**
 * @typedef {{ mutants: import('./javascript.mjs').Mutant[], functions: { start: number, end: number }[] }} Found
 * @typedef {{ tests: Record<string, string[]>, seconds: Record<string, number> }} Reached  tests by function
 *
 * @typedef {object} KnownOfAva  the record of an ava test file
 * @property {string} key     a hash of everything that the record depends on
 * @property {number} seconds  processor time
 * @property {number} failed
 * @property {string[]} functions  the functions that its PHP scripts called
 *
 * @typedef {{ state?: string, reached: Reached, ava: Record<string, KnownOfAva> }} Known
 */

const reachClass = '\\Orm\\Tests\\Mutants\\MutantReach'
const suites = ['--testsuite', ['unit', ...mutantDatabases].join(), '--exclude-group', 'long']

/** Changes of runtime classes, and the PHPUnit and ava tests that call the changed function. */
export class PhpMutants {
  #cache = join(root, 'node_modules', '.cache', 'orm-mutants', mutantDatabases.join(), 'php', 'known.json')
  /** @type {Known} */
  #known = { reached: { tests: {}, seconds: {} }, ava: {} }
  #tests

  /**
   * @param {readonly string[]} files
   * @param {readonly string[]} [tests]  the ava tests that may run; by default, those named like a file
   */
  constructor(files, tests) {
    this.files = files.filter((file) => file.endsWith('.php'))
    this.#tests = tests ?? [...new Set(this.files.flatMap(namedLike))]
  }

  /**
   * @param {import('./copy.mjs').Copy} copy  the copy to read the sources from, as the repository may change meanwhile
   * @returns {Promise<import('./run.mjs').Place[]>}
   */
  async places({ folder }) {
    const found = find(this.files, folder)
    return this.files.flatMap((file) => {
      const { mutants = [], functions = [] } = found[file] ?? {}
      const code = readFileSync(join(folder, file))
      return mutants.map((mutant) => {
        const line = code.subarray(0, mutant.start).toString('latin1').split('\n').length
        const inner = functions.filter(({ start, end }) => start <= mutant.start && mutant.start < end).at(-1)
        return { file, line, path: file, ...mutant, offset: inner?.start ?? 0 }
      })
    })
  }

  /** @param {import('./run.mjs').Workplace} workplace */
  async learn({ copy, temporary, run, say }) {
    const hash = createHash('sha1')
    const runtime = filesIn('packages/runtime/src')
    for (const path of [...runtime, ...filesIn('test/php')]) hash.update(readFileSync(join(copy.folder, path)))
    const state = hash.digest('hex')
    const known = existsSync(this.#cache) ? JSON.parse(readFileSync(this.#cache, 'utf8')) : {}
    const isKnown = known.state === state
    this.#known = isKnown ? known : { state, reached: { tests: {}, seconds: {} }, ava: {} }
    const graph = new ImportGraph()
    const keys = new Map(this.#tests.map((test) => [test, keyOf(test, graph)]))
    const missing = this.#tests.filter((test) => this.#known.ava[test]?.key !== keys.get(test))
    if (!isKnown || missing.length > 0) {
      const restore = noteCalls(copy, runtime)
      if (!isKnown) {
        say('Running PHPUnit once, to know which tests reach what …')
        this.#known.reached = await reachOfPhpunit(copy, join(temporary, 'reach.json'), run)
      }
      if (missing.length > 0) {
        say(`Running ${missing.length} test files of ava once, to know what their PHP reaches …`)
        Object.assign(this.#known.ava, await reachOfAva(copy, temporary, run, missing, keys))
      }
      restore()
      mkdirSync(dirname(this.#cache), { recursive: true })
      writeFileSync(this.#cache, JSON.stringify(this.#known))
    }
    const failing = this.#tests.filter((test) => this.#known.ava[test]?.failed !== 0)
    if (failing.length > 0) say(`Left out, as they fail in a copy: ${failing.join(', ')}`)
  }

  /** @param {import('./run.mjs').Place} place */
  testsOf({ path, offset }) {
    const { reached, ava } = this.#known
    const called = (reached.tests[`${path}:${offset}`] ?? []).filter((test) => test !== '')
    return [
      ...called.map((test) => ({ test, seconds: reached.seconds[test] ?? 0, use: 1 })),
      ...this.#tests.flatMap((test) => {
        const known = ava[test]
        const isReached = known?.failed === 0 && known.functions.includes(`${path}:${offset}`)
        return isReached ? { test, seconds: known.seconds, use: 1 } : []
      }),
    ]
  }

  /** @param {readonly string[]} tests */
  commands(tests) {
    const ofAva = tests.filter((test) => test.endsWith('.ts'))
    const names = tests.filter((test) => !test.endsWith('.ts')).map((test) => test.replaceAll('\\', '\\\\'))
    const filter = `/^(?:${names.join('|')})(?: with data set .*)?$/`
    return [
      ...(names.length > 0 ? [[...phpunit('phpunit.xml'), '--stop-on-defect', '--filter', filter]] : []),
      ...(ofAva.length > 0 ? [avaUntilFailure(ofAva)] : []),
    ]
  }

  environment = { NODE_OPTIONS: '--conditions=orm-modules' }

  /** @param {string} file */
  async isValid(file) {
    return (await runCommand('php', ['-l', file])).code === 0
  }
}

/**
 * Returns the ava test files for a behavior.
 *
 * @param {string} path
 * @returns {string[]}
 */
function namedLike(path) {
  const [, behavior] = /\/Behavior\/(\w+?)(?:\/|(?:Trait|Query)?\.php$)/.exec(path) ?? []
  if (behavior === undefined) return []
  const name = behavior.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
  const pattern = new RegExp(
    `^test/(?:core|databases)/(?:behaviors/${name}|behaviors/combinations|${name}/(?:scenarios|model))\\b`,
  )
  return allTests().filter((test) => pattern.test(test))
}

/** @param {string} configuration */
const phpunit = (configuration) => [
  'php',
  '-d',
  'zend.assertions=1',
  findProgram('phpunit') ?? '',
  '--configuration',
  `test/php/${configuration}`,
  ...suites,
]

/** @param {string} test @param {ImportGraph} graph */
function keyOf(test, graph) {
  const key = createHash('sha1')
  for (const path of graph.reach(test)) key.update(graph.textOf(path))
  return key.digest('hex')
}

/**
 * Makes each function of the files record that it was called, and by which test.
 *
 * @param {import('./copy.mjs').Copy} copy
 * @param {readonly string[]} files
 * @returns {() => void} restores the files
 */
function noteCalls(copy, files) {
  const found = find(files, copy.folder)
  const strict = 'test/support/strict.php'
  const sources = new Map([...files, strict].map((path) => [path, readFileSync(join(copy.folder, path))]))
  for (const path of files) {
    const code = /** @type {Buffer} */ (sources.get(path))
    const parts = []
    let last = 0
    for (const { start } of found[path]?.functions ?? []) {
      const note = `${reachClass}::$tests['${path}:${start}'][${reachClass}::$test] = true;`
      // Some processes that a test starts do not load this class.
      parts.push(
        code.subarray(last, start),
        Buffer.from(`if (\\class_exists(${reachClass}::class, false)) { ${note} }`),
      )
      last = start
    }
    writeFileSync(join(copy.folder, path), Buffer.concat([...parts, code.subarray(last)]))
  }
  appendFileSync(join(copy.folder, strict), "\nrequire __DIR__ . '/mutants/reach-script.php';\n")
  return () => {
    for (const [path, code] of sources) writeFileSync(join(copy.folder, path), code)
  }
}

/**
 * @param {import('./copy.mjs').Copy} copy
 * @param {string} report
 * @param {import('./run.mjs').Workplace['run']} run
 * @returns {Promise<Reached>}
 */
async function reachOfPhpunit(copy, report, run) {
  const configuration = readFileSync(join(root, 'test/php/phpunit.xml'), 'utf8')
    .replace('bootstrap="bootstrap.php"', 'bootstrap="../support/mutants/reach.php"')
    .replace('<testsuites>', '<extensions><extension class="Orm\\Tests\\Mutants\\MutantReach"/></extensions>$&')
  writeFileSync(join(copy.folder, 'test/php/reach.xml'), configuration)
  const { output } = await run(copy, phpunit('reach.xml'), { ORM_MUTANTS_REACH: report })
  if (!existsSync(report)) throw new Error(`PHPUnit did not come to its end\n${output}`)
  return JSON.parse(readFileSync(report, 'utf8'))
}

/**
 * @param {import('./copy.mjs').Copy} copy
 * @param {string} temporary
 * @param {import('./run.mjs').Workplace['run']} run
 * @param {readonly string[]} tests
 * @param {ReadonlyMap<string, string>} keys
 */
async function reachOfAva(copy, temporary, run, tests, keys) {
  const [spending, reach] = [join(temporary, 'spending'), join(temporary, 'reach')]
  mkdirSync(reach, { recursive: true })
  const environment = { NODE_OPTIONS: '--conditions=orm-modules', ORM_MUTANTS_REACH: reach }
  await run(copy, avaArgs(tests), { ...spendingIn(spending), ...environment })
  /** @type {Record<string, KnownOfAva>} */
  const known = {}
  for (const { file, processor, programs, failed } of readSpending(spending)) {
    const test = sourceOf(`test/dist/${file}`)
    known[test] = { key: keys.get(test) ?? '', seconds: processor + programs, failed, functions: [] }
  }
  /** @type {Map<string, Set<string>>} */
  const functions = new Map(tests.map((test) => [test, new Set()]))
  for (const name of readdirSync(reach)) {
    const report = JSON.parse(readFileSync(join(reach, name), 'utf8'))
    const ofTest = functions.get(sourceOf(report.test.replace(/^.*\/(?=test\/dist\/)/, '')))
    for (const each of report.functions) ofTest?.add(each)
  }
  for (const [test, each] of Object.entries(known)) each.functions = [...(functions.get(test) ?? [])]
  return known
}

/**
 * @param {readonly string[]} files
 * @param {string} folder
 * @returns {Record<string, Found>}
 */
function find(files, folder) {
  const program = join(root, 'test/support/mutants/mutants.php')
  const output = execFileSync('php', [program], { cwd: folder, input: files.join('\n'), maxBuffer: 2 ** 28 })
  return JSON.parse(output.toString())
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.php'))
    .map((name) => `${folder}/${name}`)
    .sort()
