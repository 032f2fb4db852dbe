import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How much longer everything takes here than on a quiet machine: as many processes want a core as the load says. It follows
 * the load, so a limit that seemed long enough when a test started still is when the machine has become busy.
 *
 * @returns {number} 1 on a quiet machine
 */
export const pace = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/**
 * Waits until a condition holds. Gives up after a time that a quiet machine needs in no case, and a busy one takes
 * accordingly longer for, so that a test fails because something does not happen, never because it happens late.
 *
 * @param {() => unknown} condition  may be asynchronous
 * @param {object} [options]
 * @param {() => string} [options.otherwise]  what there is to say if it never holds
 * @param {() => boolean} [options.hopeless]  whether it cannot hold any more, as the process that it depends on has ended
 * @param {number} [options.seconds]  of a quiet machine
 */
export async function until(
  condition,
  { otherwise = () => String(condition), hopeless = () => false, seconds = 60 } = {},
) {
  let waited = 0
  for (;;) {
    const begin = performance.now()
    // What has ended may have done its work before.
    const isHopeless = hopeless()
    if (await condition()) return
    if (isHopeless || waited > seconds) throw new Error(`it did not happen: ${otherwise()}`)
    await sleep(20)
    waited += (performance.now() - begin) / 1000 / pace()
  }
}
