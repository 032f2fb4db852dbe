import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns how much longer everything takes here than on an idle machine, based on the processes that wait for a core. It
 * follows the load, so a limit that seemed long enough at the start of a test still is when the machine becomes busy.
 *
 * @returns {number} 1 on an idle machine
 */
export const pace = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/**
 * Waits until a condition holds. The time limit is longer than an idle machine could ever need, and a busy one gets
 * proportionally more. So a test fails because something does not happen, never because it happens late.
 *
 * @param {() => unknown} condition  may be asynchronous
 * @param {object} [options]
 * @param {() => string} [options.otherwise]  the error message if it never holds
 * @param {() => boolean} [options.hopeless]  whether it can no longer hold because the process that it depends on has ended
 * @param {number} [options.seconds]  on an idle machine
 */
export async function until(
  condition,
  { otherwise = () => String(condition), hopeless = () => false, seconds = 60 } = {},
) {
  let waited = 0
  for (;;) {
    const begin = performance.now()
    // A process that has ended may have finished its work before.
    const isHopeless = hopeless()
    if (await condition()) return
    if (isHopeless || waited > seconds) throw new Error(`it did not happen: ${otherwise()}`)
    await sleep(20)
    waited += (performance.now() - begin) / 1000 / pace()
  }
}
