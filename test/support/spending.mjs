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
 * @property {number} processor  seconds of processor time of the process
 * @property {number} programs   seconds of processor time of the programs that it started, except servers; Linux only
 * @property {[title: string, seconds: number][]} tests
 * @property {number} failed  number of failed tests
 * @property {Record<string, Spent>} on  programs and steps by name
 */

/** The variable with the folder where each process that runs a test file records what it has spent. The runner sets it. */
const variable = 'ORM_TEST_SPENDING'

/**
 * One record for the process, as worker.mjs loads this module and tests load the compiled one.
 *
 * @type {Record<string, Spent>}
 */
const shared = /** @type {any} */ (process)[Symbol.for('orm.spending')] ?? {}
Object.assign(process, { [Symbol.for('orm.spending')]: shared })

/**
 * Measures the time of a step.
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

/** What the process had spent when the previous file ended. */
let before = { seconds: 0, processor: 0, programs: 0 }

let recorded = 0

/** Writes the spending of the current file. */
export let endSpending = () => {}

/**
 * Records every program that this process starts, and writes the spending at the end of the file or of the process.
 *
 * @param {import('node:events').EventEmitter & { file: string }} runner  the ava runner
 */
export function recordSpending(runner) {
  const folder = process.env[variable]
  if (!folder) return
  const loading = now() - before.seconds
  /** @type {FileSpending['tests']} */
  const tests = []
  let failed = 0
  let last = now()
  runner.on('stateChange', ({ type, title, duration }) => {
    if (type === 'test-failed' || type === 'hook-failed') failed++
    if (type === 'test-passed' || type === 'test-failed') tests.push([title, duration / 1000])
    last = now()
  })
  if (recorded === 0) countPrograms()
  endSpending = () => {
    endSpending = () => {}
    const { user, system } = process.cpuUsage()
    const until = { seconds: now(), processor: (user + system) / 1e6, programs: processorTimeOfChildren() }
    /** @type {FileSpending} */
    const spending = {
      file: runner.file.replace(/^.*\/test\/dist\//, ''),
      seconds: until.seconds - before.seconds,
      loading,
      ending: until.seconds - last,
      processor: until.processor - before.processor,
      programs: until.programs - before.programs,
      tests,
      failed,
      on: shared,
    }
    writeFileSync(join(folder, `${process.pid}-${++recorded}.json`), JSON.stringify(spending))
    before = until
    for (const name of Object.keys(shared)) delete shared[name]
  }
}

/** Returns the seconds since this process started. */
const now = () => performance.now() / 1000

function countPrograms() {
  const prototype = /** @type {any} */ (ChildProcess.prototype)
  const { spawn } = prototype
  /** @this {ChildProcess} */
  prototype.spawn = function countedSpawn(/** @type {{ file: string }} */ options) {
    const end = begin(basename(options.file))
    this.once('exit', end)
    return spawn.call(this, options)
  }
  process.on('exit', () => endSpending())
}

/**
 * Returns the processor time in seconds of all child processes and of those that they have waited for. proc(5) counts in
 * hundredths of a second.
 */
function processorTimeOfChildren() {
  const children = `/proc/self/task/${process.pid}/children`
  if (!existsSync(children)) return 0
  const running = readFileSync(children, 'utf8').split(' ').filter(Boolean)
  return running.reduce((sum, id) => sum + processorTimes(id).all, processorTimes('self').children)
}

/** @param {string} id  of a process */
function processorTimes(id) {
  const file = `/proc/${id}/stat`
  // The name of the program may contain spaces; it ends with the last parenthesis.
  const text = existsSync(file) ? readFileSync(file, 'utf8').replace(/^.*\) /s, '') : ''
  const [own = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = text.split(' ').slice(11, 15).map(Number)
  const children = (ofChildren + systemOfChildren) / 100
  return { children, all: (own + system) / 100 + children }
}

/**
 * @param {string} folder  where the records are written
 * @returns {Record<string, string>} variables for the processes whose spending is recorded
 */
export function spendingIn(folder) {
  mkdirSync(folder, { recursive: true })
  return { [variable]: folder }
}

/**
 * Returns the recorded spending, the slowest file first.
 *
 * @param {string} folder
 * @returns {FileSpending[]}
 */
export function readSpending(folder) {
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => b.seconds - a.seconds)
}
