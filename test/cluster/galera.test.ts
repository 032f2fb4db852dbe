import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { createLists, removeLists } from '../databases/sortable/project.js'
import type { Project } from '../support/project.js'
import { Galera, galeraLibrary, galeraPackages } from '../support/servers/galera.mjs'
import { appendTogether, type Connection, disturbNodes, openHousehold, provide, tell } from './nodes.js'

const ends: (() => Promise<unknown>)[] = []
let galera: Galera
let project: Project
let connections: Connection[]

test.before('start three nodes', async (t) => {
  t.timeout(600_000)
  await provide(galeraPackages, galeraLibrary)
  galera = new Galera(await openHousehold((end) => ends.push(end)))
  await galera.start(3)
  process.env.ORM_TEST_MYSQL = JSON.stringify(galera.servers[0])
  project = await createLists('mysql')
  const { dsn, user, password } = project.database
  connections = galera.servers.map(({ port }) => ({ dsn: dsn.replace(/port=\d+/, `port=${port}`), user, password }))
})

test.after.always('stop the nodes', async () => {
  await removeLists().catch(() => {})
  for (const end of ends) await end()
})

test.serial('Galera: plain saves into one empty list', async (t) => {
  t.timeout(3_600_000)
  await appendTogether(t, project, 'Entry', connections)
})

for (const model of ['Entry', 'UniqueEntry'] as const) {
  test.serial(`Galera: random operations while a node is killed and joins again, ${model}`, async (t) => {
    t.timeout(3_600_000)
    await disturbNodes(t, project, model, connections, async () => {
      await sleep(10_000)
      await galera.kill(2)
      tell('node 2 is killed')
      await sleep(10_000)
      await galera.rejoin(2)
      tell('node 2 has joined again')
    })
  })
}
