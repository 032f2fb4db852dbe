import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../support/root.mjs'
import { compared, median } from './support/measure.mjs'
import { cleanOutput, packOutput, writeProject } from './support/project.mjs'
import { timesOfChanges } from './support/watch.mjs'

/** Whole processes, from their start, against what Node alone takes for the same files. */
export const title = 'build: commands against bare Node, processor time, medians of three to nine alternating runs'

const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')
const bare = join(import.meta.dirname, 'support', 'bare.mjs')

/** How often each size runs, so that all of it takes minutes and not hours. */
const sizes = [
  { count: 10, times: 3, target: undefined },
  { count: 100, times: 3, target: undefined },
  { count: 1000, times: 7, target: 2 },
  { count: 5000, times: 3, target: 2 },
]
const growthTarget = 6
const memoryTarget = 350
const watchTarget = 50

const remark = `The bare script has the files in one piece and writes them; it does not know what a table is. What a disk
takes for so many small files differs by a factor of seven from one run to the next here, for both, and with it the ratio.

Of what remains, the profile below tells where it goes. Writing is what the bare script does too, and moving each file to
its place when all of them are there, so that a build that fails changes nothing. The rest, making 27 MB of text and
understanding what it is about, takes 1.3 s of the main thread for 1,000 tables: nearly all of it runs once, in code that
Node has not optimized yet. The same work takes half as long when it is done for the sixth time, but a command ends then.

\`sql:build\` writes one file, which takes no time; against it stand starting Node (0.11 s, the limit itself), loading the
compiler and YAML (0.12 s), and reading 1,000 tables in such cold code (0.75 s). Only the last is ours to make shorter.

Under \`--watch\` a change of columns that are in no primary or foreign key, which is what is measured here, takes as long as
the table that it is in; any other change has the whole schema checked again, as a name in one table can be wrong because
of another.`

/** @typedef {import('./support/measure.mjs').Usage} Usage */

export async function run() {
  // A disk's noise hides the rest.
  const memory = '/dev/shm'
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'orm-bench-'))
  try {
    const start = { args: ['-e', '0'], cwd: folder }
    const small = join(folder, 'small')
    writeProject(small, 10)
    const builds = sizes.map((size) => ({ ...size, ...buildOf(join(folder, String(size.count)), size) }))
    const thousand = join(folder, '1000')
    const [atThousand, atMost] = builds.slice(-2).map(({ ours }) => ours.cpu)
    const growth = (atMost ?? 0) / (atThousand ?? 1)
    const change = median(await timesOfChanges(orm, thousand, 5))
    const megabytes = builds.at(-1)?.ours.megabytes ?? 0
    const rows = [
      ...builds.map(({ count, target, ...usages }) => ratioRow(`model:build, ${tables(count)}`, usages, target)),
      {
        what: 'growth from 1,000 to 5,000',
        value: growth.toFixed(1),
        limit: `at most ${growthTarget}`,
        ok: growth <= growthTarget,
      },
      {
        what: 'peak memory, 5,000 tables',
        value: `${megabytes.toFixed(0)} MB`,
        limit: `under ${memoryTarget} MB`,
        ok: megabytes < memoryTarget,
      },
      ratioRow('nothing changed, 1,000 tables', unchangedOf(thousand), 2),
      ratioRow('nothing changed, 1,000 tables, no node_modules', unchangedOf(withoutModules(thousand)), 2),
      {
        what: 'one of 1,000 tables changed',
        value: `${change.toFixed(0)} ms`,
        limit: `under ${watchTarget} ms`,
        detail: 'from saving it to its class, under orm build --watch, by the clock',
        ok: change < watchTarget,
      },
      ratioRow('sql:build, 1,000 tables', againstBareWriting(thousand, 'sql:build', 3), 3),
      ratioRow('orm --help', compared({ args: [orm, '--help'], cwd: small }, start, 9), 1.6),
      ratioRow('config:convert', compared({ args: [orm, 'config:convert'], cwd: small }, start, 9), 2.5),
    ]
    const curve = {
      title: 'model:build, processor time in seconds by number of tables',
      lines: [
        { name: 'orm', points: builds.map(({ count, ours }) => [count, ours.cpu / 1000]) },
        { name: 'bare Node', points: builds.map(({ count, limit }) => [count, limit.cpu / 1000]) },
      ],
    }
    return { rows, ok: rows.every(({ ok }) => ok), curve, remark }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} directory
 * @param {{ count: number, times: number }} size
 */
function buildOf(directory, { count, times }) {
  writeProject(directory, count)
  return againstBareWriting(directory, 'model:build', times)
}

/**
 * @param {string} directory
 * @param {string} command
 * @param {number} times
 */
function againstBareWriting(directory, command, times) {
  const [pack, cwd] = [`${directory}-${command.replace(':', '-')}`, `${directory}-bare`]
  const ours = { args: [orm, command], cwd: directory, before: () => cleanOutput(directory) }
  const emptied = () => {
    packOutput(directory, pack)
    rmSync(cwd, { recursive: true, force: true })
    mkdirSync(cwd)
  }
  return compared(ours, { args: [bare, 'write', pack], cwd, before: emptied }, times)
}

/** @param {string} directory where the last run built everything */
const unchangedOf = (directory) =>
  compared(
    { args: [orm, 'model:build'], cwd: directory },
    { args: [bare, 'check', `${directory}-model-build`], cwd: directory },
    5,
  )

/**
 * Built once more, for the stamp.
 *
 * @param {string} directory
 */
function withoutModules(directory) {
  rmSync(join(directory, 'node_modules'), { recursive: true })
  execFileSync(process.execPath, [orm, 'model:build'], { cwd: directory })
  return directory
}

/** @param {number} count */
const tables = (count) => `${count.toLocaleString('en')} tables`

/**
 * @param {string} what
 * @param {{ ours: Usage, limit: Usage }} usages
 * @param {number} [target]
 */
function ratioRow(what, { ours, limit }, target = Number.POSITIVE_INFINITY) {
  const ratio = ours.cpu / limit.cpu
  return {
    what,
    value: ratio.toFixed(2),
    limit: Number.isFinite(target) ? `at most ${target}` : '',
    detail: `${ours.cpu.toFixed(0)} ms against ${limit.cpu.toFixed(0)} ms; by the clock ${(ours.wall / limit.wall).toFixed(2)}`,
    ok: ratio <= target,
  }
}
