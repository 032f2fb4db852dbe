import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.mjs'
import { compared, median } from './support/measure.mjs'
import { cleanOutput, folderInMemory, packOutput, writeProject } from './support/project.mjs'
import { timesOfChanges } from './support/watch.mjs'

/** Whole processes, from their start, against what Node alone takes for the same files. */
export const title = 'build: commands against bare Node, processor time, medians of three to nine alternating runs'

const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')
const [bare = '', read = ''] = ['bare.mjs', 'read.mjs'].map((file) => join(import.meta.dirname, 'support', file))

/** How often each size runs, so that all of it takes minutes and not hours. */
const sizes = [
  { count: 10, times: 3, target: undefined },
  { count: 100, times: 3, target: undefined },
  { count: 1000, times: 7, target: 2 },
  { count: 5000, times: 3, target: 2.5 },
]
const growthTarget = 6
const memoryTarget = 350
const watchTarget = 50

const remark = `The bare script reads all files in one piece, makes the folders, and writes each file by one
\`writeFileSync()\` of its bytes; it does not know what a table is, and moves nothing. Both write to memory, as a
disk's noise hides the rest, so that the bare script is hardly more than the start of Node and the calls of the
system.

Where the time of \`model:build\` goes is in the profile below. Making 45 MB of text for 1,000 tables takes 1.3 s, and
reading and checking their schema 0.7 s. Nearly all of that is many small steps in code that runs too seldom to be
optimized, and nothing stands out any more: by processor time, no function of ours has more than 5 % of the process,
while V8 spends 13 % on optimizing functions and 8 % on collecting garbage. The same work takes half as long when one
process does it for the sixth time; with the start of Node and the writing even that is more than four times the bare
script.

\`sql:build\` writes one file, which takes no time: it, and what names the start of Node, is compared with the start of Node
alone. Of 1,000 tables, a profiler of the whole process, which takes a fifth of the time itself, counts these ms on the main thread:

| part | before | now |
| --- | ---: | ---: |
| reading XML | 72 | 69 |
| checking it against the language | 53 | 55 |
| reading tables | 226 | 198 |
| checking their parts | 167 | 144 |
| indexes of foreign keys | 65 | 26 |
| relations | 47 | 46 |
| names of all keys and relations | 85 | 68 |
| making SQL | 86 | 76 |

Before, each column was asked for attributes that hardly any column has, locations were looked up for messages that nobody got, and all
keys of a table were listed where its primary key tells enough. The process takes 1,061 instead of 1,162 ms of processor time. Of 100 tables, it takes 305 ms:

| part | ms |
| --- | ---: |
| start of Node | 105 |
| Node's own modules, the script and its command, from compiled code that was kept | 42 |
| reading \`orm.yaml\` | 9 |
| loading the compiler | 24 |
| reading XML, and checking it against the language | 25 |
| reading tables | 35 |
| checks | 30 |
| indexes, foreign keys, relations | 13 |
| making SQL | 12 |
| planning, writing, reporting | 8 |

A fifth of what is above the start of Node is V8's: 24 ms of garbage, 17 of the first compiler, 15 of property accesses
that it sees for the first time. Reading 10 tables instead of 100 takes 60 ms less: most of the rest is paid once.

The start of Node depends on the machine: where \`NODE_EXTRA_CA_CERTS\` is set, as here, Node 20 reads these certificates at each start, which
takes 80 of the 105 ms. Without it, the start takes 29 ms and \`sql:build\` of 100 tables 223 ms: the ratio is 7.6 instead of 2.8.

Measured, and left out: more memory for young objects, collecting garbage in one thread, no optimizer, an optimizer that
waits longer, compiling everything by the first compiler at once, counting calls longer before it (the same, or more);
compiled code of the command alone (the same as that of all commands); attributes of elements in a map instead of a list, and columns that all have the same
properties (the same); with 1,000 tables, a space of 16 or 64 MB for young objects (the same, and 3 % more), a budget of 200,000 and 800,000 instead of 400,000
before a function is optimized (the same), of 135,168, which is V8's own, and 66,000 (2 and 15 % more), private members of classes as plain
ones (the same), ending without taking the heap apart (2 % less), marking garbage never (3 % less, but only an option of Node on the command line
makes the first heap so large), collecting young garbage in one thread, and a space for young objects that grows to its full size at once (1 % less). A snapshot of a started process needs an option of Node on the command line, which a script in \`bin\`
cannot have on all systems.

Built, measured on a busy machine, and left out again:

- The members of a column or relation are rendered once for all columns of the same type and attributes, as text with places for
  names, and only filled in for each of them. Rendering 1,000 tables took 1,530 ms of processor time instead of 1,450 ms:
  finding the right text and filling it in costs as much as rendering it.
- Two threads that each read the schema, and render and write half of the tables. For 1,000 tables the busier thread
  had 27 % less to do (1,790 ms instead of 2,440 ms of processor time), but the process took 43 % more processor time
  and 188 MB instead of 121 MB; for 5,000 tables 27 % less, 48 % more, and 425 MB instead of 250 MB, which is above
  the limit of 350 MB. The time of the clock could not be measured; it cannot fall by more than the work of the busier
  thread.
- A thread that only writes what the main thread renders: the main thread had 3 % and 12 % less to do in two runs.

Writing files directly to their final paths was not built, as a build that is killed would leave half a model. Instead a folder
that does not exist yet is moved with all its files, which saves nearly all moves of a first build.

\`validate\` makes SQL, and compares the names of members instead of rendering classes, so that it takes as long as \`sql:build\`; classes of
tables with behaviors are made, but not printed. Rendering all classes, it took 520 instead of 315 ms for 100 tables, 2.8 instead of 1.2 s for 1,000.

Under \`--watch\` a change of columns that are in no primary or foreign key, which is what is measured here, or of the table that a foreign
key points at, takes as long as the tables that it is in; any other change has the whole schema checked again, as a name in one table can be wrong because
of another. The changed classes of one of 1,000 tables are there after 37 ms of processor time. Another 80 ms follow, in which all files are looked at, as
somebody else may have changed one.`

/** @typedef {import('./support/measure.mjs').Usage} Usage */

export async function run() {
  const folder = folderInMemory()
  try {
    const start = { args: ['-e', '0'], cwd: folder }
    const small = join(folder, 'small')
    writeProject(small, 10)
    const builds = sizes.map((size) => ({ ...size, ...buildOf(join(folder, String(size.count)), size) }))
    const [hundred, thousand] = [join(folder, '100'), join(folder, '1000')]
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
      ratioRow('sql:build, 100 tables', againstStart(hundred, 'sql:build', 9), 2),
      ratioRow('sql:build, 1,000 tables', againstStart(thousand, 'sql:build', 3), 5),
      ratioRow('model:build, 100 tables, against the start of Node', againstStart(hundred, 'model:build', 5), 3.5),
      ratioRow('validate, 100 tables', againstStart(hundred, 'validate', 5)),
      ratioRow('nothing changed, orm build, 100 tables', againstStart(hundred, 'build', 5, { isBuilt: true }), 2.5),
      ratioRow('migration:diff without changes, 1,000 tables, against reading the schema', unchangedDiff(thousand), 2),
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

/**
 * @param {string} directory
 * @param {string} command
 * @param {number} times
 * @param {{ isBuilt?: boolean }} options  whether it finds everything built
 */
function againstStart(directory, command, times, { isBuilt = false } = {}) {
  const ours = { args: [orm, command], cwd: directory }
  if (isBuilt) execFileSync(process.execPath, ours.args, { cwd: directory })
  const before = isBuilt ? undefined : () => cleanOutput(directory)
  return compared({ ...ours, ...(before && { before }) }, { args: ['-e', '0'], cwd: directory }, times)
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

/**
 * Written once, for the snapshot.
 *
 * @param {string} directory
 */
function unchangedDiff(directory) {
  const args = [orm, 'migration:diff']
  execFileSync(process.execPath, args, { cwd: directory })
  return compared({ args, cwd: directory }, { args: [read], cwd: directory }, 5)
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
