import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ImportGraph } from '../import-graph.mjs'
import { root } from '../root.mjs'
import { readSpending, spendingIn } from '../spending.mjs'
import { mutantDatabases } from './databases.mjs'
import { mutantsOfJavascript } from './javascript.mjs'

/**
 * @typedef {import('./reach.mjs').Range} Range
 *
 * @typedef {object} Known  the record of a test file
 * @property {string} key   a hash of everything that the record depends on
 * @property {number} seconds  processor time, so that the load of the machine does not decide which tests run
 * @property {number} failed
 * @property {Record<string, Range[][]>} modules  the ranges that each process of the test has run, by compiled module
 */

/** Tests that depend on the repository, the network, the clock, or random input. */
const others =
  /^test\/(?:repo|examples|fuzz|cluster|support|plugins\/watch|databases\/(?:workers|sqlite-locks|migrations-random|interrupted-insert|sortable\/concurrency|behaviors\/concurrency))\b/

/** Modules that are generated from other sources. */
const generated = /(?:templates\/compiled|errors\/(?:catalogue|explanations)|\.d)\.ts$/

/** Changes of a package's compiled modules, and the ava tests that reach them. */
export class TypescriptMutants {
  #graph = new ImportGraph()
  #folder = join(root, 'node_modules', '.cache', 'orm-mutants', mutantDatabases.join())
  /** @type {Map<string, Known>} */
  #known = new Map()

  #tests

  /**
   * @param {readonly string[]} files
   * @param {readonly string[]} tests  the tests that may run
   */
  constructor(files, tests) {
    this.#tests = tests.filter((test) => !others.test(test))
    this.files = files.filter((file) => file.endsWith('.ts') && !generated.test(file))
  }

  /**
   * @param {import('./copy.mjs').Copy} copy  the copy to read the modules from, as the repository may change meanwhile
   * @returns {Promise<import('./run.mjs').Place[]>}
   */
  async places({ folder }) {
    return this.files.flatMap((file) => {
      const path = file.replace('/src/', '/dist/').replace(/\.ts$/, '.js')
      const code = readFileSync(join(folder, path), 'utf8')
      const map = new SourceMap(JSON.parse(readFileSync(join(folder, `${path}.map`), 'utf8')))
      return mutantsOfJavascript(code).map(({ start, end, replacement, what }) => {
        const before = code.slice(0, start).split('\n')
        const entry = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0)
        const line = 'originalLine' in entry ? entry.originalLine + 1 : 0
        // Offsets in a copy are bytes; V8's offsets are characters.
        const bytes = (/** @type {number} */ offset) => Buffer.byteLength(code.slice(0, offset))
        return { file, line, what, path, replacement, start: bytes(start), end: bytes(end), offset: start }
      })
    })
  }

  /**
   * Runs the tests that import one of the files, unless their reach was recorded by an earlier run.
   *
   * @param {import('./run.mjs').Workplace} workplace
   */
  async learn({ copy, temporary, run, say }) {
    mkdirSync(this.#folder, { recursive: true })
    const wanted = new Set(this.files)
    const missing = this.#tests.filter((test) => {
      const reach = [...this.#graph.reach(test)]
      if (!reach.some((path) => wanted.has(path))) return false
      const key = createHash('sha1')
      for (const path of reach) key.update(this.#graph.textOf(path))
      const known = this.#read(test, key.digest('hex'))
      this.#known.set(test, known)
      return known.seconds === 0
    })
    if (missing.length === 0) return
    say(`Running ${missing.length} test files once, to know what they reach …`)
    const [reach, spending] = [join(temporary, 'reach'), join(temporary, 'spending')]
    mkdirSync(reach)
    await run(copy, avaArgs(missing), {
      ...spendingIn(spending),
      ORM_MUTANTS_REACH: reach,
      NODE_OPTIONS: `--conditions=orm-modules --import=${pathToFileURL(join(root, 'test/support/mutants/reach.mjs'))}`,
    })
    for (const { file, processor, programs, failed } of readSpending(spending)) {
      const known = this.#known.get(sourceOf(`test/dist/${file}`))
      if (known) Object.assign(known, { seconds: processor + programs, failed })
    }
    for (const name of readdirSync(reach)) {
      const { test, modules } = JSON.parse(readFileSync(join(reach, name), 'utf8'))
      const known = this.#known.get(sourceOf(test.replace(/^.*\/(?=test\/dist\/)/, '')))
      for (const [path, ranges] of Object.entries(modules)) {
        if (known) known.modules[path] = [...(known.modules[path] ?? []), ranges]
      }
    }
    for (const test of missing) writeFileSync(this.#fileOf(test), JSON.stringify(this.#known.get(test)))
    const failing = missing.filter((test) => this.#known.get(test)?.failed !== 0)
    if (failing.length > 0) say(`Left out, as they fail in a copy: ${failing.join(', ')}`)
  }

  /** @param {import('./run.mjs').Place} place */
  testsOf({ path, offset = 0 }) {
    return [...this.#known]
      .filter(([, { modules, failed }]) => failed === 0 && modules[path]?.some((ranges) => isRun(ranges, offset)))
      .map(([test, { seconds, modules }]) => ({ test, seconds, use: Math.max(...(modules[path] ?? []).map(used)) }))
  }

  /** @param {readonly string[]} tests */
  commands(tests) {
    return [avaUntilFailure(tests)]
  }

  environment = { NODE_OPTIONS: '--conditions=orm-modules' }

  async isValid() {
    return true
  }

  /** @param {string} test */
  #fileOf(test) {
    return join(this.#folder, `${test.replaceAll('/', '-')}.json`)
  }

  /** @param {string} test @param {string} key @returns {Known} */
  #read(test, key) {
    const file = this.#fileOf(test)
    const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    return known.key === key ? known : { key, seconds: 0, failed: 1, modules: {} }
  }
}

/** @param {readonly string[]} tests */
export const avaArgs = (tests) => [
  process.execPath,
  join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs'),
  '--tap',
  '--timeout=24h',
  ...tests.map((path) => path.replace(/^test\/(.*)\.ts$/, 'test/dist/$1.js')),
]

/** @param {readonly string[]} tests */
export const avaUntilFailure = (tests) => [...avaArgs(tests), '--fail-fast', '--concurrency=1']

/** @param {string} path */
export const sourceOf = (path) => path.replace(/^test\/dist\/(.*)\.js$/, 'test/$1.ts')

/**
 * Returns how much of a module was run. A test that only loads it also runs its constants, but hardly notices changes of them.
 *
 * @param {readonly Range[]} ranges
 */
const used = (ranges) => ranges.reduce((sum, [, , isRun]) => sum + isRun, 0)

/**
 * Returns whether the innermost range around an offset was run.
 *
 * @param {readonly Range[]} ranges
 * @param {number} offset
 */
function isRun(ranges, offset) {
  let [size, run] = [Number.POSITIVE_INFINITY, 0]
  for (const [start, end, isRun] of ranges) {
    if (start <= offset && offset < end && end - start <= size) [size, run] = [end - start, isRun]
  }
  return run === 1
}
