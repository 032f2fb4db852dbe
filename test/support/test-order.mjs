import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The slowest test files with their seconds. */
const durationsFile = join(root, 'test', 'support', 'durations.json')

/** @type {Record<string, number>} */
const durations = read(durationsFile)

/** @type {Map<string, number>} */
const rank = new Map(
  process.env.ORM_TEST_ORDER
    ? read(process.env.ORM_TEST_ORDER).map((/** @type {string} */ path, /** @type {number} */ index) => [path, -index])
    : Object.entries(durations),
)

/** @param {string} file */
const sourceOf = (file) => file.replace(/^(?:.*\/)?test\/dist\/(.*)\.js$/, 'test/$1.ts')

/** @param {string} file */
const rankOf = (file) => rank.get(sourceOf(file)) ?? Number(/\/groups\/(\d+)_\w+\.test\.js$/.exec(file)?.[1] ?? 0)

/**
 * @param {string} path  relative to the repository
 * @returns {number} the duration of a test file in seconds; a typical one for files that are not slow
 */
export const secondsOf = (path) => durations[path] ?? 3

/**
 * Returns the file name of a test group, which determines when it starts.
 *
 * @param {string} id
 * @param {number} seconds
 */
export const nameOfGroup = (id, seconds) => `${seconds}_${id}.test.js`

/**
 * Compares files so that the slowest starts first and no core waits at the end for one that started last. If ORM_TEST_ORDER
 * names a file with a list, the order is that of the list.
 *
 * @param {string} a
 * @param {string} b
 */
export const compareTests = (a, b) => rankOf(b) - rankOf(a) || (a < b ? -1 : 1)

/**
 * Writes the durations of the files that take longer than a few seconds.
 *
 * @param {readonly import('./spending.mjs').FileSpending[]} files  the slowest first
 */
export function writeDurations(files) {
  const slow = files.filter(({ seconds }) => seconds > 5)
  const durations = slow.map(({ file, seconds }) => [sourceOf(`test/dist/${file}`), Math.round(seconds)])
  writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(durations), null, 2)}\n`)
}

/** @param {string} file */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
