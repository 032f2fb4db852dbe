import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.mjs'
import { folderInMemory, writeProject } from './support/project.mjs'

/** Where the time of a build goes, by what is on the stack. */
export const title =
  'profile: model:build and sql:build of 1,000 tables, main thread, with modules apart and the profiler on'

/** From the innermost call outwards, the first that matches tells. */
const parts = /** @type {const} */ ([
  ['collecting garbage', ({ functionName }) => functionName === '(garbage collector)'],
  ['reading XML', ({ url }) => /\/(?:core\/dist\/xml|saxes)\//.test(url)],
  ['understanding and checking the schema', ({ url }) => url.includes('/core/dist/schema/')],
  ['making SQL', ({ functionName }) => functionName === 'sqlText'],
  ['rendering classes', ({ url }) => /\/core\/dist\/(?:php|behaviors)\//.test(url)],
  [
    'planning and writing files',
    ({ url }) =>
      /\/project\/dist\/(?:build-stamp|commit|manifest|outdated|plan|stage-owner|write-files)\.js$/.test(url),
  ],
  ['loading modules', ({ url }) => /^node:internal\/(?:modules|process)/.test(url)],
  ['the rest: starting Node, reading the configuration, reporting', () => true],
])

/**
 * @typedef {{ functionName: string, url: string }} Frame
 * @typedef {{ id: number, callFrame: Frame, children?: number[] }} ProfileNode
 * @typedef {{ nodes: ProfileNode[], samples: number[], timeDeltas: number[] }} Profile
 */

export function run() {
  const folder = folderInMemory()
  try {
    writeProject(folder, 1000)
    const [model, sql] = ['model', 'sql'].map((name) => profileOf(folder, name))
    const rows = parts.map(([what]) => ({ what, value: model?.(what) ?? '', detail: `sql:build: ${sql?.(what)}` }))
    return { rows, ok: true }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {(part: string) => string}
 */
function profileOf(folder, name) {
  const target = join(folder, `profile-${name}`)
  mkdirSync(target)
  const options = ['--conditions=orm-modules', '--cpu-prof', `--cpu-prof-dir=${target}`]
  execFileSync(process.execPath, [...options, join(root, 'packages/cli/bin/orm.js'), `${name}:build`], {
    cwd: folder,
    maxBuffer: 1 << 28,
  })
  const [file = ''] = readdirSync(target)
  const times = timesOf(JSON.parse(readFileSync(join(target, file), 'utf8')))
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  return (part) => {
    const time = times.get(part) ?? 0
    return `${(time / 1000).toFixed(0)} ms, ${((time / total) * 100).toFixed(0)} %`
  }
}

/** @param {Profile} profile */
function timesOf({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  /** @type {Map<number, string>} */
  const partOf = new Map()
  /** @param {number} id @param {string} inherited */
  const visit = (id, inherited) => {
    const node = byId.get(id)
    if (!node) return
    const own = parts.slice(0, -1).find(([, matches]) => matches(node.callFrame))?.[0] ?? inherited
    partOf.set(id, own)
    for (const child of node.children ?? []) visit(child, own)
  }
  visit(nodes[0]?.id ?? 0, parts[parts.length - 1]?.[0] ?? '')
  /** @type {Map<string, number>} */
  const times = new Map()
  samples.forEach((id, index) => {
    const part = partOf.get(id) ?? ''
    if (byId.get(id)?.callFrame.functionName !== '(idle)') {
      times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0))
    }
  })
  return times
}
