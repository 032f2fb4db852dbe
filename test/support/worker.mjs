/**
 * Loaded before ava by every process that runs a test file. By default, ava starts all tests of a file concurrently, each with
 * its processes and connections: dozens on a machine with two cores. Here, they run one after the other, as with ava's
 * `--serial`, which would also run one file at a time. `test/repo/one-at-a-time.test.ts` fails if ava no longer works like
 * this.
 */
import { setFlagsFromString } from 'node:v8'
import { recordSpending } from './spending.mjs'

// Most test files run for seconds. By default, V8 optimizes functions that hardly run afterwards, which takes a sixth of the
// processor time of a file. With this budget, 30 times the default, it only optimizes code that runs for longer. Other versions
// do not have this flag.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=2000000')

export const { default: Runner } = await import(new URL('../lib/runner.js', import.meta.resolve('ava')).href)

const { start, on, emit } = Runner.prototype

/** @type {any} */
let first

/** Returns the runner that ava created for the file of this process. ava listens to its events. */
export const runnerOfProcess = () => first

/** @this {any} */
Runner.prototype.on = function onEvent(/** @type {any[]} */ ...args) {
  first ??= this
  return on.apply(this, args)
}

/** @this {Parameters<typeof recordSpending>[0] & { serial: boolean, file: string }} */
Runner.prototype.start = function startInOrder() {
  this.serial = true
  // Used by the processes that the tests start.
  process.env.ORM_TEST_FILE = this.file
  recordSpending(this)
  return start.call(this)
}

/**
 * Adds a location to errors whose stack has only one line, such as those that Node creates outside JavaScript. ava's report
 * reads the location of an error from the second line of its stack and ends the run if there is none.
 *
 * @this {any}
 */
Runner.prototype.emit = function emitWithPlace(/** @type {string} */ name, /** @type {any} */ state) {
  const stack = state?.err?.stack
  if (typeof stack === 'string' && !stack.includes('\n')) state.err.stack = `${stack}\n    at ${this.file}`
  return emit.call(this, name, state)
}
