import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * @typedef {object} Usage
 * @property {number} cpu  milliseconds of processor time, all threads
 * @property {number} wall  milliseconds of the clock
 * @property {number} megabytes  peak of the memory that the process held
 *
 * @typedef {object} Work
 * @property {readonly string[]} args  of Node
 * @property {string} cwd
 * @property {() => void} [before]  not measured
 */

const hook = join(import.meta.dirname, 'usage.cjs')

/**
 * One run in a process of its own.
 *
 * @param {Work} work
 * @returns {Usage}
 */
export function measured({ args, cwd, before = () => {} }) {
  before()
  const start = performance.now()
  const { status, output, stderr } = spawnSync(process.execPath, ['--require', hook, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const wall = performance.now() - start
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed\n${stderr}`)
  return { ...JSON.parse(output[3] ?? ''), wall }
}

/**
 * Medians of both, run in turn, so that load on the machine meets both alike.
 *
 * @param {Work} ours
 * @param {Work} limit
 * @param {number} times
 */
export function compared(ours, limit, times) {
  /** @type {{ ours: Usage[], limit: Usage[] }} */
  const usages = { ours: [], limit: [] }
  for (let time = 0; time < times; time++) {
    usages.ours.push(measured(ours))
    usages.limit.push(measured(limit))
  }
  return { ours: medians(usages.ours), limit: medians(usages.limit) }
}

/** @param {readonly number[]} values */
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * @param {readonly Usage[]} usages
 * @returns {Usage}
 */
function medians(usages) {
  const middle = (/** @type {keyof Usage} */ key) => median(usages.map((usage) => usage[key]))
  return { cpu: middle('cpu'), wall: middle('wall'), megabytes: middle('megabytes') }
}
