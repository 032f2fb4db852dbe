import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { cases, type Place, schemaFile } from '../databases/behaviors/concurrency.js'
import { treeCases, schema as treeSchema } from '../databases/behaviors/tree-concurrency.js'
import { createLists, removeLists } from '../databases/sortable/project.js'
import { runPhp } from '../support/php.js'
import { createProject, type Project } from '../support/project.js'
import { Galera } from '../support/servers/galera.mjs'
import {
  appendTogether,
  type Connection,
  connectionsOf,
  disturbNodes,
  moveTogether,
  openHousehold,
  operations,
  optionsOn,
  tell,
} from './nodes.js'

const ends: (() => Promise<unknown>)[] = []
let galera: Galera
let project: Project
let connections: Connection[]

test.before('start three nodes', async () => {
  galera = new Galera(await openHousehold((end) => ends.push(end)))
  await galera.start(3)
  process.env.ORM_TEST_MYSQL = JSON.stringify(galera.servers[0])
  project = await createLists('mysql')
  connections = connectionsOf(project, galera.servers)
})

test.after.always('stop the nodes', async () => {
  await removeLists().catch(() => {})
  for (const end of ends) await end()
})

test.serial('Galera: plain saves into one empty list', async (t) => {
  await appendTogether(t, project, 'Entry', connections)
})

test.serial('Galera: moves and swaps are repeated by the library, unless the model has hooks', async (t) => {
  t.true((await moveTogether(t, project, 'Entry', connections)) > 0, 'the nodes reject some of them')
  t.is(await moveTogether(t, project, 'Ranked', connections), 0)
})

/** A project whose processes are spread over the nodes. */
async function placeOnNodes(t: ExecutionContext, schema: string): Promise<Place> {
  const other = await createProject(t, { schema, database: 'mysql' })
  await other.build()
  const nodes = connectionsOf(other, galera.servers)
  // What all have written is looked at when the node has it.
  const looking = { ...nodes[0]!, settings: { queries: { sync: 'SET SESSION wsrep_sync_wait = 1' } } }
  return {
    php: (code, number) =>
      runPhp(code, optionsOn(other, number === undefined ? looking : nodes[number % nodes.length]!)),
  }
}

for (const [title, run] of Object.entries(cases)) {
  test.serial(`Galera: ${title}`, async (t) => {
    const [printed, expected] = await run(await placeOnNodes(t, await readFile(schemaFile, 'utf8')))
    t.is(printed, expected)
  })
}

for (const [title, run] of Object.entries(treeCases)) {
  test.serial(`Galera: ${title}`, async (t) => {
    const extent = { processes: 12, operations: Math.ceil(operations / 5), patience: 10 }
    const begin = performance.now()
    const [printed, expected] = await run(await placeOnNodes(t, treeSchema), extent)
    tell(`${t.title}: 12 x ${extent.operations} in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
    t.is(printed, expected)
  })
}

test.serial('Galera: a maximum is that of all rows, though no change of one node shows it to the other', async (t) => {
  const schema = `<database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <behavior name="aggregate_column">
        <parameter name="name" value="most"/><parameter name="foreign_table" value="book"/>
        <parameter name="expression" value="MAX(pages)"/>
      </behavior>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="pages" type="INTEGER"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
    </table>
  </database>`
  const other = await createProject(t, { schema, database: 'mysql' })
  await other.build()
  const [first, second] = connectionsOf(other, galera.servers)
  const work = `
    use Orm\\Runtime\\Connection\\ConnectionFactory;
    use Orm\\Runtime\\Orm;
    $con = Orm::getConnection('d');
    $second = json_decode($argv[1], true) + ['settings' => ['queries' => ['SET SESSION wsrep_sync_wait = 1']]];
    $elsewhere = ConnectionFactory::create($second, Orm::getAdapter('d'));
    ($author = new Author())->save();
    foreach ([5, 3, 2] as $pages) { (new Book())->setPages($pages)->setAuthor($author)->save(); }
    $con->beginTransaction();
    BookQuery::create()->filterByPages(2)->findOne($con)->setPages(4)->save($con);
    BookQuery::create()->filterByPages(5)->delete($elsewhere);
    try {
        $con->commit();
        echo 'committed';
    } catch (\\Orm\\Runtime\\Exception\\Database\\Deadlock $rejection) {
        $con->rollBack();
        echo 'rejected';
    }
    $con->exec('SET SESSION wsrep_sync_wait = 1');
    echo ' ', $con->query('SELECT most FROM author')->fetchColumn();
    echo ' ', $con->query('SELECT MAX(pages) FROM book')->fetchColumn();`
  t.is(await runPhp(work, { ...optionsOn(other, first!), args: [JSON.stringify(second)] }), 'rejected 3 3')
})

for (const model of ['Entry', 'UniqueEntry'] as const) {
  test.serial(`Galera: random operations while a node is killed and joins again, ${model}`, async (t) => {
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
