/**
 * Changes one place in the sources at a time and runs the tests that reach it: a change that no test notices shows a missing
 * test. Works in copies of the repository.
 *
 *   npm run test:mutants -- packages/project/src                  all changes of a folder or file
 *   npm run test:mutants -- packages/core/src/files.ts:10-20         those of some lines
 *   npm run test:mutants -- packages/database/src --sample=100       a random sample; --seed=N repeats a run
 *   npm run test:mutants -- packages/runtime/src/Connection          PHP, with PHPUnit
 *
 * The sample only contains changes in code that tests run. Other changes need no test run: they are counted and listed
 * separately, by file.
 * --seconds=N limits the total processor time of the tests of one change (40); if they take longer, only those are run that
 * run the most of the changed module in that time.
 * DATABASES names the databases to test (sqlite).
 * --tests=test/core, which can be repeated, runs only tests of a folder, file or pattern; by default, all that take less than
 * ten seconds. For PHP, they run beside PHPUnit; by default, the ava tests that are named like the changed behaviors.
 */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, normalize } from 'node:path'
import { parseArgs } from 'node:util'
import { pace } from '../patience.mjs'
import { build } from '../prepare.mjs'
import { reportLine, reportOutput } from '../report.mjs'
import { root } from '../root.mjs'
import { readSelection } from '../selection.mjs'
import { openSession } from '../servers.mjs'
import { secondsOf } from '../test-order.mjs'
import { Copy } from './copy.mjs'
import { mutantDatabases } from './databases.mjs'
import { PhpMutants } from './php.mjs'
import { linesByFile, sampleOf } from './sample.mjs'
import { TypescriptMutants } from './typescript.mjs'

/**
 * A change of the sources.
 *
 * @typedef {object} Place
 * @property {string} file    the source
 * @property {number} line
 * @property {string} what    the change in words
 * @property {string} path    the file that is changed, which for TypeScript is the compiled one
 * @property {number} start   offsets in bytes
 * @property {number} end
 * @property {string} replacement
 * @property {number} offset  where tests are looked up
 *
 * @typedef {object} Workplace
 * @property {Copy} copy
 * @property {string} temporary
 * @property {(copy: Copy, command: readonly string[], env: Record<string, string>, seconds?: number) =>
 *   Promise<import('../command.mjs').Outcome>} run
 * @property {(text: string) => void} say
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string' },
    seconds: { type: 'string', default: '40' },
    tests: { type: 'string', multiple: true },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
})

const [, target = '', first = '1', last = first === '1' ? 'Infinity' : first] =
  /^(.+?)(?::(\d+)(?:-(\d+))?)?$/.exec(positionals[0] ?? '') ?? []
if (target === '') {
  console.log('Name a folder or file: npm run test:mutants -- packages/project/src [--sample=100] [--seed=1]')
  process.exit(2)
}

const types = await build()
if (!types.ok) {
  reportLine(false, 'types')
  reportOutput(types.output)
  process.exit(1)
}

const session = openSession(mutantDatabases)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => session.stop().then(() => process.exit(130)))
}
try {
  await test(normalize(target).replace(/\/$/, ''))
} finally {
  await session.stop()
}

/** @param {string} path */
async function test(path) {
  const { env } = await session.ready
  const temporary = env.TMPDIR ?? ''
  const selected = readSelection(values.tests ?? []).files
  const tests = values.tests ? selected : selected.filter((test) => secondsOf(test) < 10)
  const files = filesOf(path)
  const kind = path.startsWith('packages/runtime/')
    ? new PhpMutants(files, values.tests && tests)
    : new TypescriptMutants(files, tests)

  /** @type {Workplace['run']} */
  const run = (copy, [program = '', ...args], more, seconds) =>
    session.run(program, args, {
      cwd: copy.folder,
      env: { ...process.env, ...env, DATABASES: mutantDatabases.join(), NO_COLOR: '1', ...more },
      ...(seconds !== undefined && { limit: seconds }),
    })

  const copies = Array.from(
    { length: Number(values.workers) },
    (_, index) => new Copy(join(temporary, `copy-${index}`)),
  )
  const copy = /** @type {Copy} */ (copies[0])
  await kind.learn({ copy, temporary, run, say: (text) => console.log(text) })

  const all = (await kind.places(copy)).filter(({ line }) => line >= Number(first) && line <= Number(last))
  const reached = new Set(all.filter((place) => kind.testsOf(place).length > 0))
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const places = sampleOf([...reached], Number(values.sample ?? reached.size), seed)
  console.log(`${places.length} of ${reached.size} changes in ${kind.files.length} files, seed ${seed}`)

  const counts = { killed: 0, survived: 0, invalid: 0 }
  const waiting = [...places]
  await Promise.all(
    copies.map(async (copy) => {
      for (let place = waiting.shift(); place && !session.isStopped(); place = waiting.shift()) {
        const { outcome, note } = await fate(place, copy)
        counts[outcome]++
        if (outcome === 'survived') console.log(`  ${place.file}:${place.line}  ${place.what}${note}`)
      }
    }),
  )
  // The score of a part would look like that of the whole.
  if (session.isStopped()) return
  const unreached = linesByFile(all.filter((place) => !reached.has(place)))
  if (unreached.length > 0) console.log('\nCode that none of these tests runs, by the number of changes:')
  for (const { file, count, lines } of unreached.slice(0, 10)) console.log(`  ${count} in ${file}:${lines}`)
  if (unreached.length > 10) console.log(`  and in ${unreached.length - 10} more files`)
  const valid = places.length - counts.invalid
  const score = valid === 0 ? 1 : counts.killed / valid
  const share = all.length === 0 ? 1 : reached.size / all.length
  const percent = (/** @type {number} */ part) => `${(100 * part).toFixed(0)} %`
  console.log(
    `\n${path}: ${counts.killed} of ${valid} changes noticed in code that these tests run: ${percent(score)}. ` +
      `They run ${percent(share)} of all ${all.length}, so ${percent(score * share)} overall.  (--sample=${places.length} --seed=${seed})`,
  )

  /** @param {Place} place @param {Copy} copy @returns {Promise<{ outcome: keyof typeof counts, note: string }>} */
  async function fate(place, copy) {
    // The first tests are those that most likely notice the change in the least time.
    const reaching = kind.testsOf(place).sort((a, b) => b.use / (b.seconds + 0.1) - a.use / (a.seconds + 0.1))
    let seconds = 0
    const chosen = reaching.filter((test, index) => {
      seconds += test.seconds
      return index < 3 || seconds < Number(values.seconds)
    })
    return copy.changed(place.path, place, async () => {
      if (!(await kind.isValid(join(copy.folder, place.path)))) return { outcome: 'invalid', note: '' }
      const order = join(copy.folder, 'order.json')
      writeFileSync(order, JSON.stringify(chosen.map(({ test }) => test)))
      const names = chosen.map(({ test }) => test)
      // A changed program may never end.
      const limit = (60 + 4 * chosen.reduce((sum, test) => sum + test.seconds, 0)) * pace()
      for (const command of kind.commands(names)) {
        const { code } = await run(copy, command, { ...kind.environment, ORM_TEST_ORDER: order }, limit)
        if (code !== 0) return { outcome: 'killed', note: '' }
      }
      return { outcome: 'survived', note: ` (${chosen.length} of ${reaching.length} tests)` }
    })
  }
}

/** @param {string} path */
function filesOf(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => `${path}/${name}`)
    .filter((name) => /\.(?:ts|php)$/.test(name))
    .sort()
}
