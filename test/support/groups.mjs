import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { nameOfGroup, secondsOf } from './test-order.mjs'

/** The files that ava is given for groups. */
export const groupsFolder = join(root, 'test', 'dist', 'groups')

/** Seconds of the files that share a process: so many that its start hardly counts. */
const capacity = 240

/** At least so many groups, as so many files run at once. */
const atOnce = 3

/** Seconds of each of the last groups: so few that no core waits long at the end. */
const lastCapacity = 60

/** Seconds of the files that are left for the last groups. */
const last = 480

/** A file that takes longer has a process of its own, and starts before the groups. */
const alone = 60

/** So few files have a process each. */
const few = 12

/** Grammars learn for seconds how to read SQL: the files that use them share a process. */
const usesGrammars = /\bsupport\/grammars\.js\b/

/** What a test does that measures its process, or leaves it changed. What no word shows, says a comment. */
const ownProcess = /\b(?:cpuUsage|memoryUsage|heapUsed|registerDialect)\b|^\/\/ Needs a process of its own\b/m

/**
 * Puts test files together that share a process, which then loads ava, Orm and its parsers once: two thirds of the time of most
 * files. Slow ones and those that measure or change their process get a process each, and all do where a person asks for a few. The
 * groups depend on the names of the files and the durations that are known, so that a test that breaks another one of its group
 * breaks it in each run.
 *
 * @param {readonly string[]} files  from the repository on
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
 * The file to give to ava for a group.
 *
 * @param {readonly string[]} group  from the repository on
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
 * A TAP report in which the tests of groups have the titles that they have without groups.
 *
 * @param {string} tap
 */
export const withoutGroups = (tap) => tap.replace(/^((?:not )?ok \d+ - )groups › \w+ › /gm, '$1')
