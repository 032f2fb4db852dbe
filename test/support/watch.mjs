import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'
import { lanesReachedBy } from './stages.mjs'

/** What a build writes is no change. */
const isSource = /^(?!.*(?:^|\/)(?:dist|bundle|node_modules|generated-[^/]*|var)\/).*\.\w+$/

/**
 * Runs tests again when a change can reach them, until the process is interrupted.
 *
 * @param {readonly string[]} args  as `readSelection` takes them
 * @param {(lanes: import('./stages.mjs').Stage[][]) => Promise<void>} run
 */
export async function watchSelection(args, run) {
  /** @type {Set<string>} */
  const changed = new Set()
  let wake = () => {}
  for (const folder of ['packages', 'test', 'docs', 'examples']) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name === null || !isSource.test(name) || name.endsWith('compiled.ts')) return
      changed.add(join(folder, name))
      wake()
    })
  }
  for (;;) {
    console.log('\nWatching; Ctrl-C ends.')
    await new Promise((resolve) => {
      wake = () => resolve(undefined)
      if (changed.size > 0) wake()
    })
    // An editor writes several files, or one in several steps.
    await sleep(200)
    const paths = [...changed]
    changed.clear()
    const lanes = await lanesReachedBy(paths, args)
    if (lanes.flat().length > 0) await run(lanes)
    else console.log(`\nNo test here uses ${paths.join(', ')}.`)
  }
}
