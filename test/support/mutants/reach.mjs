/**
 * Loaded by every Node process of a run that finds out which tests reach which parts of our modules. When the process ends, it
 * writes which parts of the modules it has run.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'

/**
 * @typedef {[start: number, end: number, isRun: 0 | 1]} Range  of a compiled module
 *
 * @typedef {object} Reached
 * @property {string} test  the compiled test file that this process belongs to
 * @property {Record<string, Range[]>} modules
 */

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true })

process.on('exit', () => {
  const { ORM_TEST_FILE: test, ORM_MUTANTS_REACH: folder } = process.env
  if (!test || !folder) return
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    /** @type {Reached['modules']} */
    const modules = {}
    for (const { url, functions } of result) {
      const [, path] = /\/(packages\/[\w-]+\/dist\/.*\.js)$/.exec(url) ?? []
      if (!path) continue
      modules[path] = functions.flatMap(({ ranges }) =>
        ranges.map(
          ({ startOffset, endOffset, count }) => /** @type {Range} */ ([startOffset, endOffset, count ? 1 : 0]),
        ),
      )
    }
    writeFileSync(join(folder, `${process.pid}-${Math.random()}.json`), JSON.stringify({ test, modules }))
  })
})
