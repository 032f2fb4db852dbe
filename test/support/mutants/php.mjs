import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, run as runCommand } from '../command.mjs'
import { root } from '../root.mjs'
import { mutantDatabases } from './databases.mjs'

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

  /** @param {readonly string[]} files */
  constructor(files) {
    this.files = files.filter((file) => file.endsWith('.php'))
  }

  /** @returns {Promise<import('./run.mjs').Place[]>} */
  async places() {
    const found = find(this.files)
    return this.files.flatMap((file) => {
      const { mutants = [], functions = [] } = found[file] ?? {}
      const code = readFileSync(join(root, file))
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
    for (const path of [...runtime, ...filesIn('test/php')]) key.update(readFileSync(join(root, path)))
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
  }

  /** @param {import('./run.mjs').Place} place */
  testsOf({ path, offset }) {
    return (this.#reached.tests[`${path}:${offset}`] ?? [])
      .filter((test) => test !== '')
      .map((test) => ({ test, seconds: this.#reached.seconds[test] ?? 0 }))
  }

  /** @param {readonly string[]} tests */
  command(tests) {
    const names = tests.map((test) => test.replaceAll('\\', '\\\\')).join('|')
    return [...phpunit('phpunit.xml'), '--stop-on-defect', '--filter', `/^(?:${names})(?: with data set .*)?$/`]
  }

  environment = {}

  /** @param {string} file */
  async isValid(file) {
    return (await runCommand('php', ['-l', file])).code === 0
  }
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
  const found = find(files)
  for (const path of files) {
    const code = readFileSync(join(root, path))
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
  for (const path of files) writeFileSync(join(copy.folder, path), readFileSync(join(root, path)))
  if (!existsSync(report)) throw new Error(`PHPUnit did not come to its end\n${output}`)
  return JSON.parse(readFileSync(report, 'utf8'))
}

/**
 * @param {readonly string[]} files
 * @returns {Record<string, Found>}
 */
function find(files) {
  const program = join(root, 'test/support/mutants/mutants.php')
  const output = execFileSync('php', [program], { cwd: root, input: files.join('\n'), maxBuffer: 2 ** 28 })
  return JSON.parse(output.toString())
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.php'))
    .map((name) => `${folder}/${name}`)
    .sort()
