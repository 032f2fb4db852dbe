import { existsSync, readdirSync, utimesSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ToolsMissing } from './provision.mjs'
import { root } from './root.mjs'
import { lanesReachedBy } from './stages.mjs'

/** Matches sources; files that a build writes do not count as changes. */
const isSource = /^(?!.*(?:^|\/)(?:dist|bundle|node_modules|generated-[^/]*|var)\/).*(?:\.\w+|\/bin\/[\w-]+)$/

/**
 * Runs tests, and after each change those that it can affect, until the process is interrupted.
 *
 * @param {readonly string[]} args  for `readSelection`
 * @param {import('./stages.mjs').Stage[][]} lanes  for these arguments
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
    // An editor may write several files, or one in several steps.
    await sleep(200)
    const paths = [...changed]
    changed.clear()
    try {
      for (const path of paths) forgetBuild(path)
      const reached = await lanesReachedBy(paths, args)
      if (reached.flat().length > 0) await run(reached)
      else console.log(`\nNo test here uses ${paths.join(', ')}.`)
    } catch (error) {
      // The watched tests were deleted or a tool is missing. The next change may fix that.
      if (!(error instanceof RangeError || error instanceof ToolsMissing)) throw error
      console.log(`\n${error.message}`)
    }
  }
}

/**
 * Makes the compiler compare the contents of a changed file. It considers a file compiled that is older than the end of its
 * last run, though it may have read the file before the change. With an old record of that run, it compares contents.
 *
 * @param {string} path  of the changed file
 */
function forgetBuild(path) {
  const [project = ''] = /^(?:packages\/[^/]+|test)(?=\/)/.exec(path) ?? []
  const folder = join(root, project, 'dist')
  if (project === '' || !existsSync(folder)) return
  for (const name of readdirSync(folder)) if (name.endsWith('.tsbuildinfo')) utimesSync(join(folder, name), 0, 0)
}
