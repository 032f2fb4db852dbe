import test, { type ExecutionContext } from 'ava'
import { type DatabaseName, databases } from '../../support/databases.js'
import { PhpError } from '../../support/php.js'
import type { Project } from '../../support/project.js'
import { disturb, emptyLists, inOrder, isolationLevels, isStress, type Load, listsOf, together } from './concurrency.js'
import { removeLists, runIn } from './project.js'

const load: Load = isStress
  ? { processes: 8, operations: Number(process.env.ORM_STRESS_OPERATIONS ?? 2000) }
  : { processes: 4, operations: 25 }
const callersLoad: Load = isStress ? load : { processes: 4, operations: 15 }

const each = (
  title: string,
  only: readonly DatabaseName[],
  run: (t: ExecutionContext, db: DatabaseName) => Promise<void>,
) => {
  for (const database of databases.filter((name) => only.includes(name))) {
    // One after the other: each has as many processes as the machine can bear.
    test.serial(`${database}: sortable ${title}`, async (t) => {
      await run(t, database)
    })
  }
}

test.after.always('remove the projects', removeLists)

const all: readonly DatabaseName[] = ['sqlite', 'pgsql', 'mysql']

const work = (project: Project, model: string, kind: string, processes: number, operations: number) =>
  together(processes, (number) => runIn(project, 'work.php', model, String(number), kind, String(operations)))

const insert = (project: Project, rows: string) =>
  project.php(
    `Orm\\Runtime\\Orm::getConnection('lists')->exec("INSERT INTO entry (title, my_scope, position) VALUES ${rows}");`,
  )

const fewRows = "('a', 1, 1), ('b', 1, 2), ('c', 1, 3), ('e', 2, 1), ('f', 2, 2)"

each('C01: plain saves into one empty list', all, async (t, database) => {
  const project = await emptyLists(database)
  const { processes, operations } = isStress ? { processes: 8, operations: 50 } : load
  await work(project, 'Entry', 'append', processes, operations)
  t.deepEqual((await listsOf(project, 'Entry')).lists['1'], inOrder(processes * operations))
})

each('C02: random operations on the same lists', all, (t, database) => disturb(t, database, 'Entry', load))

each('C02: random operations, with a unique index', all, (t, database) => disturb(t, database, 'UniqueEntry', load))

each('C02: random operations, with ranks from 0 on, new rows first and a limit of members', all, (t, database) =>
  disturb(t, database, 'BoundedEntry', callersLoad),
)

each('C02: random operations, with fractional ranks', all, async (t, database) => {
  await disturb(t, database, 'FractionEntry', load)
  // Without room between numbers, every process that moves a row may number the list anew.
  const project = await emptyLists(database)
  await project.php(`
    $rows = array_map(static fn (int $i): string => "('r$i', 1, $i)", range(1, 12));
    $con = Orm\\Runtime\\Orm::getConnection('lists');
    $con->exec('INSERT INTO fraction_entry (title, my_scope, position) VALUES ' . implode(', ', $rows));
  `)
  await work(project, 'FractionEntry', 'mixed', 4, 10)
  const { lists } = await listsOf(project, 'FractionEntry')
  t.true(Object.keys(lists).length > 0)
  for (const ranks of Object.values(lists)) t.deepEqual(ranks, [...new Set(ranks)])
})

for (const database of all) {
  for (const isolation of isolationLevels[database]) {
    each(`C02, C08: random operations in callers' transactions at ${isolation}`, [database], (t) =>
      disturb(t, database, 'Entry', callersLoad, isolation),
    )
  }
}

each('C03: one object to the top and to the bottom', all, async (t, database) => {
  const project = await emptyLists(database)
  await insert(project, fewRows)
  await work(project, 'Entry', 'ends', 2, 20)
  t.deepEqual((await listsOf(project, 'Entry')).lists['1'], inOrder(3))
})

each('C04: swaps in opposite directions', all, async (t, database) => {
  const project = await emptyLists(database)
  await insert(project, fewRows)
  const shares = await work(project, 'Entry', 'swap', 4, 20)
  const { lists } = await listsOf(project, 'Entry')
  t.deepEqual([lists['1'], lists['2']], [inOrder(3), inOrder(2)])
  t.is(
    shares.map((share) => JSON.parse(share).retries).reduce((a: number, b: number) => a + b, 0),
    0,
    'nobody waits in a circle',
  )
})

const scenario = (title: string, only: readonly DatabaseName[]) =>
  each(title, only, async (t, database) => {
    const project = await emptyLists(database)
    t.is(await runIn(project, 'together.php', title.slice(0, 3), database), 'ok')
  })

scenario('C05: a list that is deleted before an insert is saved', all)
scenario('C07: a caller that has read at REPEATABLE READ', ['pgsql'])
scenario('C09: a caller that has read what another writer has changed', ['sqlite'])
scenario('C10: a lock that is held too long', ['pgsql', 'mysql', 'sqlite'])
scenario('C11: a long transaction on another list', ['pgsql', 'mysql'])
scenario('C13: an operation has one limit for its locks, and is not repeated after it', all)
scenario('C14: whatever has waited in vain is one type of exception', all)
scenario('L01: transactions of different isolation levels exclude each other', ['pgsql'])
scenario('L02: a session whose isolation level has changed', ['pgsql'])
scenario('L03: a list that was locked before going back to a savepoint', all)
scenario('L04: rows that fit a query only after its lists are locked', ['pgsql', 'mysql'])

scenario('L05: insertAtBottom() and insertAtRank() first in a transaction that keeps its snapshot', ['pgsql'])
scenario('L09: a lock that fails because the transaction is read-only', ['pgsql'])
scenario('L06: lists that others have made longer since the caller has read', ['mysql', 'pgsql'])

for (const model of ['Entry', 'Ranked']) {
  each(`C14: several lists in each transaction, table of ${model}`, all, async (t, database) => {
    const project = await emptyLists(database)
    const outputs = await work(project, model, 'several', 4, isStress ? 250 : 5)
    const { lists } = await listsOf(project, model)
    t.true(Object.keys(lists).length > 0)
    for (const [scope, ranks] of Object.entries(lists)) {
      t.deepEqual(ranks, inOrder(ranks.length), `list ${scope}`)
    }
    const reasons = outputs.flatMap((output) => Object.keys(JSON.parse(output).reasons))
    t.deepEqual(
      reasons.filter((reason) => reason.includes('for more than')),
      [],
      'nobody waits in a circle',
    )
  })
}

each('L07: one waits for a row and the other for a list', ['pgsql', 'mysql'], async (t, database) => {
  const project = await emptyLists(database)
  await insert(project, fewRows)
  const outputs = await together(2, (number) => runIn(project, 'circle.php', String(number)))
  t.deepEqual(outputs.sort(), ['try again', 'written'], 'the server ends one of them, and nobody waits for the timeout')
})

each('L08: a database without the table of locks', ['mysql'], async (t, database) => {
  const project = await emptyLists(database)
  const sql = (statement: string) => project.php(`Orm\\Runtime\\Orm::getConnection('lists')->exec('${statement}');`)
  await sql('DROP TABLE orm_list_lock')
  try {
    t.is(await runIn(project, 'together.php', 'L08', database), 'ok')
    await emptyLists(database)
    await work(project, 'Entry', 'append', 4, 10)
    t.deepEqual((await listsOf(project, 'Entry')).lists['1'], inOrder(40))
    await work(project, 'Entry', 'several', 4, 3)
    const { lists } = await listsOf(project, 'Entry')
    t.true(Object.keys(lists).length > 0)
    for (const ranks of Object.values(lists)) t.deepEqual(ranks, inOrder(ranks.length))
  } finally {
    await sql('CREATE TABLE IF NOT EXISTS orm_list_lock (id INTEGER UNSIGNED NOT NULL PRIMARY KEY) ENGINE=InnoDB')
  }
})

each('C06: plain saves, when sessions are at REPEATABLE READ', ['pgsql'], async (t, database) => {
  const project = await emptyLists(database)
  await project.php(`
    $con = Orm\\Runtime\\Orm::getConnection('lists');
    $name = $con->query('SELECT current_database()')->fetchColumn();
    $con->exec('ALTER DATABASE ' . $name . " SET default_transaction_isolation = 'repeatable read'");
  `)
  const { processes } = load
  await work(project, 'Entry', 'append', processes, 25)
  t.deepEqual((await listsOf(project, 'Entry')).lists['1'], inOrder(processes * 25))
})

each('C12: a process that is killed before it commits', all, async (t, database) => {
  const project = await emptyLists(database)
  await insert(project, fewRows)
  await t.throwsAsync(runIn(project, 'work.php', 'Entry', '0', 'crash', '1'), { instanceOf: PhpError })
  t.deepEqual((await listsOf(project, 'Entry')).lists['1'], inOrder(3))
})

each('C13: writers appending to a long list', all, async (t, database) => {
  const size = isStress ? 100_000 : 3_000
  const project = await emptyLists(database)
  await project.php(`
    $con = Orm\\Runtime\\Orm::getConnection('lists');
    for ($from = 1; $from <= ${size}; $from += 1000) {
        $rows = array_map(static fn (int $i): string => "('r', 1, $i)", range($from, $from + 999));
        $con->exec('INSERT INTO entry (title, my_scope, position) VALUES ' . implode(', ', $rows));
    }
  `)
  await work(project, 'Entry', 'append', 4, 25)
  t.deepEqual((await listsOf(project, 'Entry')).lists['1'], inOrder(size + 100))
})
