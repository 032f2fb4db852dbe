import { existsSync, readdirSync, utimesSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ToolsMissing } from './provision.mjs'
import { root } from './root.mjs'
import { lanesReachedBy } from './stages.mjs'

/** What a build writes is no change. */
const isSource = /^(?!.*(?:^|\/)(?:dist|bundle|node_modules|generated-[^/]*|var)\/).*(?:\.\w+|\/bin\/[\w-]+)$/

/**
 * Runs tests, and again those that a change can reach, until the process is interrupted.
 *
 * @param {readonly string[]} args  as `readSelection` takes them
 * @param {import('./stages.mjs').Stage[][]} lanes  of these arguments
 * @param {(lanes: import('./stages.mjs').Stage[][]) => Promise<void>} run
 */
export async function watchSelection(args, lanes, run) {
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
  await run(lanes)
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
    try {
      for (const path of paths) forgetBuild(path)
      const reached = await lanesReachedBy(paths, args)
      if (reached.flat().length > 0) await run(reached)
      else console.log(`\nNo test here uses ${paths.join(', ')}.`)
    } catch (error) {
      // The tests that are watched are gone, or a tool is missing: the next change may mend it.
      if (!(error instanceof RangeError || error instanceof ToolsMissing)) throw error
      console.log(`\n${error.message}`)
    }
  }
}

/**
 * The compiler takes a file for compiled that is older than the end of its last run, though it may have read it before it was
 * changed. With an old record of that run, it compares the contents.
 *
 * @param {string} path  of a file that is changed
 */
function forgetBuild(path) {
  const [project = ''] = /^(?:packages\/[^/]+|test)(?=\/)/.exec(path) ?? []
  const folder = join(root, project, 'dist')
  if (project === '' || !existsSync(folder)) return
  for (const name of readdirSync(folder)) if (name.endsWith('.tsbuildinfo')) utimesSync(join(folder, name), 0, 0)
}
