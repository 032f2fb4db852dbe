import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { isSlow } from './test-order.mjs'

/** The files that ava is given for groups. */
export const groupsFolder = join(root, 'test', 'dist', 'groups')

/** How many files share a process: so many that its start hardly counts, so few that no core waits long at the end. */
const size = 12

/** What a test does that measures its process, or leaves it changed. What no word shows, says a comment. */
const ownProcess = /\b(?:cpuUsage|memoryUsage|heapUsed|registerDialect)\b|^\/\/ Needs a process of its own\b/m

/**
 * Puts test files together that share a process, which then loads ava, Orm and its parsers once: two thirds of the time of most
 * files. Slow ones and those that measure or change their process get a process each, and all do where a person asks for a few. The
 * groups depend on the names of the files only, so that a test that breaks another one of its group breaks it in each run.
 *
 * @param {readonly string[]} files  from the repository on
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @returns {string[][]}
 */
export function groupsOf(files, graph) {
  const isFew = files.length <= size || process.env.ORM_TEST_ORDER !== undefined
  const isAlone = (/** @type {string} */ path) => isFew || isSlow(path) || ownProcess.test(graph.textOf(path))
  const together = files.filter((path) => !isAlone(path))
  const chunks = Array.from({ length: Math.ceil(together.length / size) }, (_, index) =>
    together.slice(index * size, (index + 1) * size),
  )
  return [...files.filter(isAlone).map((path) => [path]), ...chunks]
}

/**
 * The file to give to ava for a group.
 *
 * @param {readonly string[]} group  from the repository on
 * @returns {string}
 */
export function fileOfGroup(group) {
  const [first = '', ...others] = group.map((path) => path.replace(/^test\/(.*)\.ts$/, 'test/dist/$1.js'))
  if (others.length === 0) return first
  const text = `import { runGroup } from '../../support/group.mjs'\n\nrunGroup(${JSON.stringify([first, ...others])})\n`
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 8)}.test.js`
  mkdirSync(groupsFolder, { recursive: true })
  writeFileSync(join(groupsFolder, name), text)
  return `test/dist/groups/${name}`
}

/**
 * A TAP report in which the tests of groups have the titles that they have without groups.
 *
 * @param {string} tap
 */
export const withoutGroups = (tap) => tap.replace(/^((?:not )?ok \d+ - )groups › \w+ › /gm, '$1')
