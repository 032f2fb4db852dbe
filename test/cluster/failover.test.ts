import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { inOrder, together } from '../databases/sortable/concurrency.js'
import { createLists, removeLists, folder as sortable } from '../databases/sortable/project.js'
import { root } from '../support/root.mjs'
import { account } from '../support/servers/account.mjs'
import { startHaproxy } from '../support/servers/haproxy.mjs'
import { connectionsOf, openHousehold, runOn, tell } from './nodes.js'
import { PostgresqlPair } from './pair.js'

const processes = 4
const writes = 250

/** What one process was told. */
interface Share {
  /** Titles of its rows, in the order in which they were reported. */
  readonly rows: readonly string[]
  readonly failures: Readonly<Record<string, number>>
  readonly unsure: { readonly done: number; readonly 'not done': number }
}

interface Circumstances {
  readonly synchronous: boolean
  /** Whether the line to the replica breaks before the primary dies. */
  readonly isCutBefore: boolean
  readonly onlyInserts: boolean
}

// The servers of the databases are gone by then.
test.after.always(() => removeLists().catch(() => {}))

/** Kills the primary after a random part of the writes, and gives what was reported and what is there afterwards. */
async function failOver(t: ExecutionContext, { synchronous, isCutBefore, onlyInserts }: Circumstances) {
  const household = await openHousehold((end) => t.teardown(end))
  const pair = await PostgresqlPair.start(household, synchronous)
  const port = await startHaproxy(household, [pair.primary, pair.replica])
  process.env.ORM_TEST_PGSQL = JSON.stringify({ host: '127.0.0.1', port: pair.primary, ...account })
  const project = await createLists('pgsql')
  const [connection] = connectionsOf(project, [{ port }])
  const progress = join(project.folder, 'progress')
  const written = async () => (await readFile(progress, 'utf8').catch(() => '')).length
  const killAfter = Math.floor(processes * writes * (0.1 + 0.7 * Math.random()))
  const file = join(root, 'test', 'cluster', 'failover.php')

  const [outputs, pause] = await Promise.all([
    together(processes, (number) =>
      runOn(project, connection!, file, String(number), String(writes), progress, onlyInserts ? '1' : ''),
    ),
    (async () => {
      while ((await written()) < killAfter) await sleep(1)
      if (isCutBefore) {
        pair.cut()
        await sleep(200)
      }
      await pair.kill()
      const killed = performance.now()
      await pair.promote()
      return performance.now() - killed
    })(),
  ])
  const shares = outputs.map((output): Share => JSON.parse(output))
  const failures: Record<string, number> = {}
  for (const share of shares) {
    for (const [kind, count] of Object.entries(share.failures)) failures[kind] = (failures[kind] ?? 0) + count
  }
  const unsure = (of: keyof Share['unsure']) => shares.reduce((sum, share) => sum + share.unsure[of], 0)
  tell(`${t.title}: killed after ${killAfter} of ${processes * writes} writes, promoted ${pause.toFixed(0)} ms later`)
  for (const [kind, count] of Object.entries(failures).sort()) tell(`  ${count} x ${kind}`)
  tell(`  asked after a loss: ${unsure('done')} were done, ${unsure('not done')} were not`)
  const { lists, titles } = JSON.parse(await runOn(project, connection!, join(sortable, 'lists.php'), 'Entry')) as {
    lists: Record<string, number[]>
    titles: string[]
  }
  for (const [scope, ranks] of Object.entries(lists)) t.deepEqual(ranks, inOrder(ranks.length), `list ${scope}`)
  return { shares, failures, titles }
}

for (const isCutBefore of [false, true]) {
  const how = isCutBefore ? 'after its line to the replica' : 'at once'
  test.serial(`failover to a synchronous replica, the primary dies ${how}`, async (t) => {
    const { shares, failures, titles } = await failOver(t, { synchronous: true, isCutBefore, onlyInserts: false })
    t.deepEqual(
      titles.sort(),
      shares.flatMap(({ rows }) => rows).sort(),
      'what was reported is there, and nothing else',
    )
    t.true(Object.keys(failures).length > 0)
  })
}

for (const isCutBefore of [false, true]) {
  const how = isCutBefore ? 'after its line to the replica' : 'at once'
  test.serial(`failover to an asynchronous replica, the primary dies ${how}`, async (t) => {
    const { shares, titles } = await failOver(t, { synchronous: false, isCutBefore, onlyInserts: true })
    const there = new Set(titles)
    let lost = 0
    for (const { rows } of shares) {
      const missing = rows.flatMap((title, index) => (there.has(title) ? [] : [index]))
      lost += missing.length
      // The log of the primary ends somewhere: what was before is there, what came after is not.
      const first = missing[0] ?? 0
      t.deepEqual(
        missing,
        missing.map((_, index) => first + index),
        'only the last ones before the loss are missing',
      )
    }
    tell(`  ${lost} were reported and are lost`)
    if (isCutBefore) t.true(lost > 0)
    t.deepEqual(
      titles.filter((title) => !shares.some(({ rows }) => rows.includes(title))),
      [],
    )
  })
}
