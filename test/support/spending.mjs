import { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * @typedef {{ count: number, seconds: number }} Spent
 *
 * @typedef {object} FileSpending
 * @property {string} file     below test/dist
 * @property {number} seconds  from the start of its process to the end
 * @property {number} loading  until the first test starts
 * @property {number} ending   after the last test
 * @property {number} processor  seconds of processor time of its own process
 * @property {number} programs   seconds of processor time of the programs that it started, but for servers; Linux only
 * @property {[title: string, seconds: number][]} tests
 * @property {number} failed  how many of them
 * @property {Record<string, Spent>} on  programs and steps by name
 */

/** Where each process that runs a test file writes what it has spent; set by the runner. */
const variable = 'ORM_TEST_SPENDING'

/**
 * One for the process: worker.mjs loads this module itself, and tests load the compiled one.
 *
 * @type {Record<string, Spent>}
 */
const shared = /** @type {any} */ (process)[Symbol.for('orm.spending')] ?? {}
Object.assign(process, { [Symbol.for('orm.spending')]: shared })

/**
 * Counts the time of a step.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export async function spend(name, step) {
  const end = begin(name)
  try {
    return await step()
  } finally {
    end()
  }
}

/** @param {string} name */
function begin(name) {
  const spent = shared[name] ?? { count: 0, seconds: 0 }
  shared[name] = spent
  spent.count++
  const start = performance.now()
  return () => {
    spent.seconds += (performance.now() - start) / 1000
  }
}

/**
 * Counts every program that this process starts, and writes at its end what was spent on them.
 *
 * @param {import('node:events').EventEmitter & { file: string }} runner  of ava
 */
export function recordSpending(runner) {
  const folder = process.env[variable]
  if (!folder) return
  const loading = performance.now() / 1000
  /** @type {FileSpending['tests']} */
  const tests = []
  let failed = 0
  let last = performance.now()
  runner.on('stateChange', ({ type, title, duration }) => {
    if (type === 'test-failed' || type === 'hook-failed') failed++
    if (type === 'test-passed' || type === 'test-failed') tests.push([title, duration / 1000])
    last = performance.now()
  })
  const prototype = /** @type {any} */ (ChildProcess.prototype)
  const { spawn } = prototype
  /** @this {ChildProcess} */
  prototype.spawn = function countedSpawn(/** @type {{ file: string }} */ options) {
    const end = begin(basename(options.file))
    this.once('exit', end)
    return spawn.call(this, options)
  }
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    /** @type {FileSpending} */
    const spending = {
      file: runner.file.replace(/^.*\/test\/dist\//, ''),
      seconds: performance.now() / 1000,
      loading,
      ending: (performance.now() - last) / 1000,
      processor: (user + system) / 1e6,
      programs: processorTimeOfChildren(),
      tests,
      failed,
      on: shared,
    }
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(spending))
  })
}

/** In seconds, of the processes that have ended; proc(5) counts in hundredths. */
function processorTimeOfChildren() {
  if (!existsSync('/proc/self/stat')) return 0
  // The name of the program may contain blanks; it ends with the last parenthesis.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/**
 * @param {string} folder  for the records
 * @returns {Record<string, string>} variables for the processes whose spending is recorded
 */
export function spendingIn(folder) {
  mkdirSync(folder, { recursive: true })
  return { [variable]: folder }
}

/**
 * What was recorded, the slowest file first.
 *
 * @param {string} folder
 * @returns {FileSpending[]}
 */
export function readSpending(folder) {
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => b.seconds - a.seconds)
}
