import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { nameOfGroup, secondsOf } from './test-order.mjs'

/** The folder of the group files that ava runs. */
export const groupsFolder = join(root, 'test', 'dist', 'groups')

/** The target duration of a group in seconds; at this size, the start of the process hardly matters. */
const capacity = 240

/** The minimum number of groups, one for each process that runs concurrently. */
const atOnce = 3

/** The target duration of the last groups in seconds. They are short so that no core is idle for long at the end. */
const lastCapacity = 60

/** The total duration in seconds of the files in the last groups. */
const last = 480

/** Files that take more seconds than this get a separate process and start before the groups. */
const alone = 60

/** Up to this number of files, each gets a separate process. */
const few = 12

/** Grammars take seconds to load, so the files that use them share a process. */
const usesGrammars = /\bsupport\/grammars\.js\b/

/** Matches tests that measure or change their process. A test without one of these words has the comment. */
const ownProcess = /\b(?:cpuUsage|memoryUsage|heapUsed|registerDialect)\b|^\/\/ Needs a process of its own\b/m

/**
 * Groups test files that share a process, which then loads ava, Orm, and its parsers only once. Loading them takes two thirds
 * of the time of most files. Slow files and files that measure or change their process get a separate process; if only a few
 * files are requested, all of them do. The groups only depend on the file names and the recorded durations, so a test that
 * breaks another test of its group does so in every run.
 *
 * @param {readonly string[]} files  paths relative to the repository
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @param {boolean} isEnd  whether nothing else runs when these files end
 * @returns {string[][]}
 */
export function groupsOf(files, graph, isEnd) {
  const isFew = files.length <= few || process.env.ORM_TEST_ORDER !== undefined
  const isAlone = (/** @type {string} */ path) =>
    isFew || secondsOf(path) > alone || ownProcess.test(graph.textOf(path))
  const groups = /** @type {string[][]} */ ([])
  const shared = files.filter((path) => !isAlone(path))
  const useGrammars = shared.filter((path) => usesGrammars.test(graph.textOf(path)))
  const others = shared.filter((path) => !useGrammars.includes(path))
  let left = shared.reduce((sum, path) => sum + secondsOf(path), 0)
  const most = Math.min(capacity, Math.ceil(left / atOnce))
  let room = 0
  for (const path of [...useGrammars, ...others]) {
    const seconds = secondsOf(path)
    if (room < seconds) {
      groups.push([])
      room = isEnd && left <= last ? lastCapacity : most
    }
    groups.at(-1)?.push(path)
    room -= seconds
    left -= seconds
  }
  return [...files.filter(isAlone).map((path) => [path]), ...groups]
}

/**
 * Writes the file that ava runs for a group and returns its path.
 *
 * @param {readonly string[]} group  paths relative to the repository
 * @returns {string}
 */
export function fileOfGroup(group) {
  const [first = '', ...others] = group.map((path) => path.replace(/^test\/(.*)\.ts$/, 'test/dist/$1.js'))
  if (others.length === 0) return first
  const text = `import { runGroup } from '../../support/group.mjs'\n\nrunGroup(${JSON.stringify([first, ...others])})\n`
  const seconds = group.reduce((sum, path) => sum + secondsOf(path), 0)
  const name = nameOfGroup(createHash('sha256').update(text).digest('hex').slice(0, 8), seconds)
  mkdirSync(groupsFolder, { recursive: true })
  writeFileSync(join(groupsFolder, name), text)
  return `test/dist/groups/${name}`
}

/**
 * Returns a TAP report in which the tests of groups have the same titles as without groups.
 *
 * @param {string} tap
 */
export const withoutGroups = (tap) => tap.replace(/^((?:not )?ok \d+ - )groups › \w+ › /gm, '$1')
