/**
 * Runs several test files in one ava process, one after the other, each with its own runner, hooks, and titles. The files that
 * `groups.mjs` writes load this module before anything loads `ava`.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'
import { endSpending } from './spending.mjs'
import { Runner, runnerOfProcess } from './worker.mjs'

/** @param {string} name */
const fromAva = (name) => import(new URL(`../lib/${name}`, import.meta.resolve('ava')).href)

const { refs } = await fromAva('worker/state.cjs')
const { default: serializeError } = await fromAva('serialize-error.js')

let { chain } = runnerOfProcess()
// Every file gets this from `import test from 'ava'`: the test chain of the file that is being loaded.
refs.runnerChain = new Proxy(chain, {
  apply: (_target, _self, args) => chain(...args),
  get: (_target, key) => chain[key],
})
// ava checks that it is imported before the group is loaded.
await import('ava')

/** @param {readonly string[]} files  paths relative to the repository */
export async function runGroup(files) {
  const whole = runnerOfProcess()
  for (const file of files) {
    const { directory, environment } = { directory: process.cwd(), environment: { ...process.env } }
    try {
      await runFile(resolve(root, file), whole)
    } catch (error) {
      whole.emit('stateChange', { type: 'uncaught-exception', err: serializeError(error, { testFile: file }) })
    }
    endSpending()
    process.chdir(directory)
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
  }
  await whole.emit('finish')
}

/**
 * @param {string} file
 * @param {any} whole  the runner of the process, which reports events to ava
 */
async function runFile(file, whole) {
  const runner = new Runner({
    file,
    experiments: whole.experiments,
    failFast: whole.failFast,
    failWithoutAssertions: whole.failWithoutAssertions,
    match: whole.matchPatterns,
    projectDir: whole.projectDir,
    snapshotDir: whole.snapshotDir,
  })
  const prefix = `${file
    .replace(/^.*\/test\/dist\/(.*)\.test\.js$/, '$1')
    .split('/')
    .join(' › ')} › `
  runner.on('stateChange', (/** @type {any} */ state) =>
    whole.emit('stateChange', 'title' in state ? { ...state, title: prefix + state.title } : state),
  )
  const end = new Promise((resolve, reject) => {
    runner.on('finish', resolve)
    runner.on('error', reject)
  })
  chain = runner.chain
  await import(pathToFileURL(file).href)
  // Some files only declare tests for servers.
  if (runner.nextTaskIndex === 0 && process.env.DATABASES) return
  if (runner.nextTaskIndex === 0) throw new Error(`${file} declares no test`)
  await end
}
