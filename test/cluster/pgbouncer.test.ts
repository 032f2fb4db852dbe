import { join } from 'node:path'
import test from 'ava'
import { createLists, removeLists } from '../databases/sortable/project.js'
import type { Project } from '../support/project.js'
import { root } from '../support/root.mjs'
import type { Household } from '../support/servers/household.mjs'
import { startPgbouncer } from '../support/servers/pgbouncer.mjs'
import { appendTogether, type Connection, connectionsOf, disturbNodes, openHousehold, runOn } from './nodes.js'

const ends: (() => Promise<unknown>)[] = []
let household: Household
let project: Project

test.before('make the lists', async () => {
  household = await openHousehold((end) => ends.push(end))
  project = await createLists('pgsql')
})

test.after.always('stop the poolers', async () => {
  for (const end of ends) await end()
  await removeLists()
})

/** The connection through a pooler of its own. */
async function pooled(
  options: Record<string, boolean>,
  settings?: Record<string, string | number>,
): Promise<Connection> {
  const port = await startPgbouncer(household, Number(/port=(\d+)/.exec(project.database.dsn)?.[1]), settings)
  return { ...connectionsOf(project, [{ port }])[0]!, options }
}

/** Ways in which nothing of a statement stays on the server. */
const ways = {
  'values apart from statements': { PGSQL_ATTR_DISABLE_PREPARES: true },
  'values in statements': { ATTR_EMULATE_PREPARES: true },
}

for (const [way, options] of Object.entries(ways)) {
  test.serial(`PgBouncer, ${way}: plain saves into one empty list`, async (t) => {
    const connection = await pooled(options)
    await appendTogether(t, project, 'Entry', [connection, connection, connection])
  })

  for (const model of ['Entry', 'UniqueEntry'] as const) {
    test.serial(`PgBouncer, ${way}: random operations, ${model}`, async (t) => {
      const connection = await pooled(options)
      await disturbNodes(t, project, model, [connection, connection, connection])
    })
  }
}

test.serial('PgBouncer: nothing of a transaction is left on the connection of the server', async (t) => {
  const connection = await pooled({ PGSQL_ATTR_DISABLE_PREPARES: true }, { default_pool_size: 1 })
  t.is(await runOn(project, connection, join(root, 'test', 'cluster', 'pooled.php'), 'left'), 'ok')
})

test.serial('PgBouncer: prepared statements that are discarded after each transaction', async (t) => {
  const connection = await pooled({}, { server_reset_query: 'DISCARD ALL', server_reset_query_always: 1 })
  t.is(await runOn(project, connection, join(root, 'test', 'cluster', 'pooled.php'), 'discarded'), 'ok')
})
