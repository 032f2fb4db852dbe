import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, run as runCommand } from '../command.mjs'
import { allTests } from '../import-graph.mjs'
import { root } from '../root.mjs'
import { readSpending, spendingIn } from '../spending.mjs'
import { mutantDatabases } from './databases.mjs'
import { avaArgs, avaUntilFailure, sourceOf } from './typescript.mjs'

/**
 * @typedef {{ mutants: import('./javascript.mjs').Mutant[], functions: { start: number, end: number }[] }} Found
 * @typedef {{ tests: Record<string, string[]>, seconds: Record<string, number> }} Reached  tests by function
 */

const reachClass = '\\Orm\\Tests\\Mutants\\MutantReach'
const suites = ['--testsuite', ['unit', ...mutantDatabases].join(), '--exclude-group', 'long']

/** Changes of classes of the runtime, and the tests of PHPUnit that call the changed function. */
export class PhpMutants {
  #cache = join(root, 'node_modules', '.cache', 'orm-mutants', 'phpunit.json')
  /** @type {Reached} */
  #reached = { tests: {}, seconds: {} }
  /** @type {Map<string, number>} the processor time of test files of ava that pass */
  #ava = new Map()

  /** @param {readonly string[]} files */
  constructor(files) {
    this.files = files.filter((file) => file.endsWith('.php'))
  }

  /**
   * @param {import('./copy.mjs').Copy} copy  of which the sources are read, as those of the repository may change meanwhile
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
    const key = createHash('sha1').update(mutantDatabases.join())
    const runtime = filesIn('packages/runtime/src')
    for (const path of [...runtime, ...filesIn('test/php')]) key.update(readFileSync(join(copy.folder, path)))
    const state = key.digest('hex')
    const known = existsSync(this.#cache) ? JSON.parse(readFileSync(this.#cache, 'utf8')) : {}
    if (known.state !== state) {
      say('Running PHPUnit once, to know which tests reach what …')
      known.reached = await learn(copy, join(temporary, 'reach.json'), run, runtime)
      known.state = state
      mkdirSync(dirname(this.#cache), { recursive: true })
      writeFileSync(this.#cache, JSON.stringify(known))
    }
    this.#reached = known.reached
    const ofAva = [...new Set(this.files.flatMap(namedLike))]
    if (ofAva.length === 0) return
    say(`Running ${ofAva.length} test files of ava once …`)
    const spending = join(temporary, 'spending')
    await run(copy, avaArgs(ofAva), { ...spendingIn(spending), ...this.environment })
    for (const { file, processor, programs, failed } of readSpending(spending)) {
      if (failed === 0) this.#ava.set(sourceOf(`test/dist/${file}`), processor + programs)
      else say(`Left out, as it fails in a copy: ${file}`)
    }
  }

  /** @param {import('./run.mjs').Place} place */
  testsOf({ path, offset }) {
    const called = (this.#reached.tests[`${path}:${offset}`] ?? []).filter((test) => test !== '')
    return [
      ...called.map((test) => ({ test, seconds: this.#reached.seconds[test] ?? 0 })),
      ...namedLike(path).flatMap((test) => {
        const seconds = this.#ava.get(test)
        return seconds === undefined ? [] : { test, seconds }
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
 * The test files of ava for a behavior, which PHPUnit does not use.
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

/**
 * @param {import('./copy.mjs').Copy} copy
 * @param {string} report
 * @param {import('./run.mjs').Workplace['run']} run
 * @param {readonly string[]} files
 * @returns {Promise<Reached>}
 */
async function learn(copy, report, run, files) {
  const found = find(files, copy.folder)
  const sources = new Map(files.map((path) => [path, readFileSync(join(copy.folder, path))]))
  for (const [path, code] of sources) {
    const parts = []
    let last = 0
    for (const { start } of found[path]?.functions ?? []) {
      const note = `${reachClass}::$tests['${path}:${start}'][${reachClass}::$test] = true;`
      // Processes that a test starts do not have the class.
      parts.push(
        code.subarray(last, start),
        Buffer.from(`if (\\class_exists(${reachClass}::class, false)) { ${note} }`),
      )
      last = start
    }
    writeFileSync(join(copy.folder, path), Buffer.concat([...parts, code.subarray(last)]))
  }
  const configuration = readFileSync(join(root, 'test/php/phpunit.xml'), 'utf8')
    .replace('bootstrap="bootstrap.php"', 'bootstrap="../support/mutants/reach.php"')
    .replace('<testsuites>', '<extensions><extension class="Orm\\Tests\\Mutants\\MutantReach"/></extensions>$&')
  writeFileSync(join(copy.folder, 'test/php/reach.xml'), configuration)
  const { output } = await run(copy, phpunit('reach.xml'), { ORM_MUTANTS_REACH: report })
  for (const [path, code] of sources) writeFileSync(join(copy.folder, path), code)
  if (!existsSync(report)) throw new Error(`PHPUnit did not come to its end\n${output}`)
  return JSON.parse(readFileSync(report, 'utf8'))
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
