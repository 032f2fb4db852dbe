import test from 'ava'
import { databases } from '../../support/databases.js'
import { PhpError } from '../../support/php.js'
import { createProject, type Project } from '../../support/project.js'
import { query } from '../../support/query.js'
import { walkSeed, walkSteps } from '../../support/walks.js'
import { emptyLists, inOrder, listsOf, together } from './concurrency.js'
import { removeLists, runIn } from './project.js'

const sortable = (scopes: string) =>
  `<behavior name="sortable"><parameter name="rank_column" value="order"/>${
    scopes && `<parameter name="use_scope" value="true"/><parameter name="scope_column" value="${scopes}"/>`
  }</behavior>`

const id = '<column name="id" type="INTEGER" primaryKey="true"/>'

/** Lists with each kind of scope and key, and trees. */
const schema = `<database name="shop" namespace="Shop">
  <table name="plain">${id}${sortable('')}</table>
  <table name="group" phpName="Scoped">${id}<column name="a" type="INTEGER"/>${sortable('a')}</table>
  <table name="several">${id}<column name="a" type="VARCHAR" size="9"/><column name="b" type="DATE"/>${sortable('a,b')}</table>
  <table name="sole">${id}<column name="a" type="INTEGER"/><column name="order" type="INTEGER"/>${sortable('a')}
    <unique><unique-column name="a"/><unique-column name="order"/></unique></table>
  <table name="pair"><column name="id" type="VARCHAR" size="20" primaryKey="true"/><column name="k" type="INTEGER" primaryKey="true"/>
    <column name="a" type="INTEGER"/>${sortable('a')}</table>
  <table name="node"><column name="id" type="VARCHAR" size="20" primaryKey="true"/><column name="a" type="INTEGER"/>
    <behavior name="nested_set"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="a"/></behavior></table>
  <table name="branch">${id}<behavior name="nested_set"/></table>
</database>`

interface Row {
  readonly id: string
  /** As SQL writes them. */
  readonly columns: Readonly<Record<string, string>>
  readonly rank: number | null
}

interface Report {
  readonly lists: number
  readonly broken: number
  readonly rows: number
  readonly duplicates: number
  readonly gaps: number
}

const tables: Readonly<Record<string, { model: string; columns: Readonly<Record<string, readonly string[]>> }>> = {
  plain: { model: 'Plain', columns: {} },
  group: { model: 'Scoped', columns: { a: ['NULL', '1', '2', '3'] } },
  several: { model: 'Several', columns: { a: ['NULL', "'x'", "'it''s \\ ü'"], b: ['NULL', "'2026-01-31'"] } },
  sole: { model: 'Sole', columns: { a: ['NULL', '1', '2', '3'] } },
  pair: { model: 'Pair', columns: { k: ['7'], a: ['NULL', '1'] } },
}

/** A small generator of numbers, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Rows as others might have left them: mostly in order, some of the lists with any ranks. */
function brokenRows(table: string, random: (below: number) => number): Row[] {
  const used = new Set<string>()
  const ranks = new Map<string, number>()
  const isWild = random(4) > 0
  return Array.from({ length: random(25) }, (_, number): Row => {
    const columns = Object.fromEntries(
      Object.entries(tables[table]!.columns).map(([name, values]) => [name, values[random(values.length)]!]),
    )
    const list = JSON.stringify(columns)
    ranks.set(list, (ranks.get(list) ?? 0) + 1)
    let rank: number | null = isWild && random(3) === 0 ? [null, -3, 0, 1, 2, 5, 9, 40][random(8)]! : ranks.get(list)!
    const isUnique = table === 'sole' && columns.a !== 'NULL'
    while (isUnique && rank !== null && used.has(`${list} ${rank}`)) rank++
    used.add(`${list} ${rank}`)
    return { id: String(number + 10), columns, rank }
  })
}

/** What a repair has to do, by plain sorting. */
function repairOf(rows: readonly Row[]): { ranks: Record<string, number | null>; report: Report } {
  const lists = new Map<string, Row[]>()
  for (const row of rows.filter(({ rank }) => rank !== null)) {
    const list = JSON.stringify(row.columns)
    lists.set(list, [...(lists.get(list) ?? []), row])
  }
  const ranks: Record<string, number | null> = Object.fromEntries(rows.map((row) => [row.id, null]))
  let [broken, changed, duplicates, gaps] = [0, 0, 0, 0]
  for (const list of lists.values()) {
    const sorted = list.toSorted((a, b) => a.rank! - b.rank! || Number(a.id) - Number(b.id))
    for (const [index, row] of sorted.entries()) ranks[row.id] = index + 1
    const wrong = sorted.filter((row, index) => row.rank !== index + 1).length
    if (wrong === 0) continue
    const distinct = new Set(sorted.map(({ rank }) => rank!))
    const top = Math.max(0, ...distinct)
    broken++
    changed += wrong
    duplicates += sorted.length - distinct.size
    gaps += top - [...distinct].filter((rank) => rank > 0).length
  }
  return { ranks, report: { lists: lists.size, broken, rows: changed, duplicates, gaps } }
}

const quoted = (project: Project, name: string): string =>
  project.database.name === 'mysql' ? `\`${name}\`` : `"${name}"`

async function fill(project: Project, table: string, rows: readonly Row[]): Promise<void> {
  const q = (name: string) => quoted(project, name)
  const columns = Object.keys(tables[table]!.columns)
  const text = (value: string) => (project.database.name === 'mysql' ? value.replaceAll('\\', '\\\\') : value)
  const values = rows.map(
    (row) =>
      `('${row.id}', ${columns.map((name) => text(row.columns[name]!)).join(', ')}${columns.length ? ',' : ''} ${row.rank ?? 'NULL'})`,
  )
  const names = ['id', ...columns, 'order'].map(q).join(', ')
  await query(
    project.database,
    `DELETE FROM ${q(table)}`,
    ...(values.length > 0 ? [`INSERT INTO ${q(table)} (${names}) VALUES ${values.join(', ')}`] : []),
  )
}

async function ranksOf(project: Project, table: string): Promise<Record<string, number | null>> {
  const [name, order] = [quoted(project, table), quoted(project, 'order')]
  const rows = await query(project.database, `SELECT id, ${order} AS place FROM ${name}`)
  return Object.fromEntries(rows.map(({ id, place }) => [String(id), place === null ? null : Number(place)]))
}

const json = async (project: Project, ...args: string[]) => {
  const { code, stdout, stderr } = await project.orm('list:repair', '--format=json', ...args)
  if (code !== 0) throw new Error(stdout + stderr)
  return JSON.parse(stdout).repaired as (Report & { table: string; connection: string; kind: string })[]
}

const reportOf = ({ lists, broken, rows, duplicates, gaps }: Report): Report => ({
  lists,
  broken,
  rows,
  duplicates,
  gaps,
})

for (const database of databases) {
  test(`${database}: repairList() and list:repair find and close what is wrong, as plain sorting does (ORM_SEED=${walkSeed})`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.build()
    const random = numbers(Number(walkSeed))
    for (let round = 0; round < Number(walkSteps(4)); round++) {
      const wanted = new Map<string, ReturnType<typeof repairOf>>()
      const before = new Map<string, Record<string, number | null>>()
      for (const table of Object.keys(tables)) {
        const rows = brokenRows(table, random)
        await fill(project, table, rows)
        wanted.set(table, repairOf(rows))
        before.set(table, await ranksOf(project, table))
      }
      const found = await json(project, '--dry-run', ...Object.keys(tables))
      for (const { table, ...report } of found) {
        t.deepEqual(reportOf(report), wanted.get(table)!.report, `dry run, ${table}, round ${round}`)
        t.deepEqual(await ranksOf(project, table), before.get(table)!, 'a dry run changes nothing')
      }
      t.is(found.length, Object.keys(tables).length)
      const models = JSON.stringify(
        Object.fromEntries(Object.entries(tables).map(([name, { model }]) => [name, model])),
      )
      const reports: Readonly<Record<string, Report>> =
        round % 2 === 0
          ? JSON.parse(
              await project.php(`
                $reports = [];
                foreach (json_decode('${models}') as $table => $model) {
                    $query = 'Shop\\\\' . $model . 'Query';
                    $held = $query::create()->find();
                    $reports[$table] = $query::repairList();
                    assert($query::repairList()->rows === 0);
                    foreach ($held as $object) {
                        $rank = $object->getRank();
                        $object->reload();
                        assert($rank === $object->getRank());
                    }
                }
                echo json_encode($reports);
              `),
            )
          : Object.fromEntries((await json(project)).map(({ table, ...report }) => [table, report]))
      for (const [table, { ranks, report }] of wanted) {
        t.deepEqual(reportOf(reports[table]!), report, `${table}, round ${round}`)
        t.deepEqual(await ranksOf(project, table), ranks, `${table}, round ${round}`)
      }
      t.true((await json(project)).every(({ broken, rows }) => broken + rows === 0))
    }
  })

  test(`${database}: repairTrees() and list:repair number broken trees alike (ORM_SEED=${walkSeed})`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.build()
    const random = numbers(Number(walkSeed) + 1)
    const rows =
      'SELECT id, tree_left AS l, tree_right AS r, tree_level AS v FROM node WHERE a = 1 OR a = 2 ORDER BY id'
    for (let round = 0; round < Number(walkSteps(4)); round++) {
      const wild = () => [0, -2, 1, 2, 3, 4, 5, 6, 9, 12, 30][random(11)]
      const values = Array.from({ length: 12 }, (_, number) =>
        `('n${number}''\\', ${1 + (number % 2)}, ${wild()}, ${wild()}, ${random(4)})`.replaceAll(
          '\\',
          database === 'mysql' ? '\\\\' : '\\',
        ),
      )
      const fillNodes = () =>
        query(
          project.database,
          'DELETE FROM node',
          `INSERT INTO node (id, a, tree_left, tree_right, tree_level) VALUES ${values.join(', ')}`,
        )
      await fillNodes()
      const dry = (await json(project, 'node', '--dry-run'))[0]!
      const script = (await json(project, 'node'))[0]!
      const byScript = await query(project.database, rows)
      t.deepEqual(reportOf(script), reportOf(dry))
      await fillNodes()
      const byPhp: Report & { problems: string[] } = JSON.parse(
        await project.php(`
          $repair = (array) Shop\\NodeQuery::repairTrees();
          $repair['problems'] = [...Shop\\NodeQuery::checkTree(1), ...Shop\\NodeQuery::checkTree(2)];
          echo json_encode($repair);
        `),
      )
      t.deepEqual(await query(project.database, rows), byScript, `round ${round}`)
      t.deepEqual(reportOf(byPhp), reportOf(script), `round ${round}`)
      t.deepEqual(byPhp.problems, [])
      t.is((await json(project, 'node'))[0]!.rows, 0)
    }
  })

  test(`${database}: a tree whose numbers begin with 0 keeps its shape, and a row outside of it stays there`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.build()
    const places = 'SELECT id, tree_left AS l, tree_right AS r, tree_level AS v FROM branch ORDER BY id'
    const repairBoth = async (values: string): Promise<number[][]> => {
      const fillBranches = () =>
        query(
          project.database,
          'DELETE FROM branch',
          `INSERT INTO branch (id, tree_left, tree_right, tree_level) VALUES ${values}`,
        )
      await fillBranches()
      await json(project, 'branch')
      const byScript = await query(project.database, places)
      await fillBranches()
      await project.php('Shop\\BranchQuery::repairTrees(); assert(Shop\\BranchQuery::checkTree() === []);')
      t.deepEqual(await query(project.database, places), byScript)
      return byScript.map(({ l, r, v }) => [Number(l), Number(r), Number(v)])
    }
    t.deepEqual(await repairBoth('(1, 0, 7, 0), (2, 1, 4, 1), (3, 2, 3, 2), (4, 5, 6, 1), (5, 0, 0, 0)'), [
      [1, 8, 0],
      [2, 5, 1],
      [3, 4, 2],
      [6, 7, 1],
      [0, 0, 0],
    ])
    // A left number 0 in a tree that begins with 1 is a fault of this row.
    t.deepEqual(await repairBoth('(1, 1, 8, 0), (2, 2, 5, 1), (3, 0, 4, 2), (4, 6, 7, 1)'), [
      [1, 8, 0],
      [2, 3, 1],
      [6, 7, 1],
      [4, 5, 1],
    ])
  })

  test(`${database}: list:repair names what it did, and refuses tables without lists`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.build()
    await fill(
      project,
      'plain',
      [4, 4, 9].map((rank, i) => ({ id: String(i), columns: {}, rank })),
    )
    const dry = await project.orm('list:repair', 'plain', '--dry-run')
    t.is(dry.stdout, 'plain on connection "shop": 1 of 1 list broken: 3 rows would change (1 duplicate, 7 gaps)\n')
    const done = await project.orm('list:repair', 'plain')
    t.is(done.stdout, 'plain on connection "shop": 1 of 1 list repaired: 3 rows changed (1 duplicate, 7 gaps)\n')
    t.is((await project.orm('list:repair', 'plain')).stdout, 'plain on connection "shop": 1 list in order\n')
    const wrong = await project.orm('list:repair', 'plane')
    t.is(wrong.code, 2)
    t.regex(wrong.stderr, /no table "plane" has lists or trees \(did you mean "plain"\?\)/)
  })

  test.serial(`${database}: lists that are broken and repaired while others write them end in order`, async (t) => {
    const project = await emptyLists(database)
    for (const model of ['Entry', 'UniqueEntry']) {
      let isOver = false
      const writers = together(4, (number) =>
        runIn(project, 'work.php', model, String(number), 'mixed', '15', '', '/dev/null'),
      )
      const repairs = (async () => {
        while (!isOver) {
          await project
            .php(`
              $con = Orm\\Runtime\\Orm::getConnection('lists');
              for ($i = 0; $i < 5; $i++) {
                  $scope = $i % 3 + 1;
                  $con->exec("UPDATE ${model === 'Entry' ? 'entry' : 'unique_entry'} SET position = position + 1000 WHERE my_scope = $scope AND position > 2");
                  Lists\\${model}Query::repairList();
              }
            `)
            .catch((error) => {
              // Writers that are in the way end a statement of ours, as one of others.
              if (!(error instanceof PhpError) || !/Deadlock|deadlock|busy|locked/.test(String(error))) throw error
            })
          const { code, stderr } = await project.orm('list:repair', model === 'Entry' ? 'entry' : 'unique_entry')
          t.is(code, 0, stderr)
        }
      })()
      await writers.finally(() => {
        isOver = true
      })
      await repairs
      await project.orm('list:repair')
      const shares = (await writers).map((output) => JSON.parse(output))
      const { lists, titles } = await listsOf(project, model)
      for (const [scope, ranks] of Object.entries(lists)) t.deepEqual(ranks, inOrder(ranks.length), `list ${scope}`)
      const deleted = new Set(shares.flatMap((share) => share.deleted))
      const left = shares.flatMap((share) => share.inserted).filter((title) => !deleted.has(title))
      t.deepEqual(titles.toSorted(), left.toSorted(), 'no row is lost')
    }
  })
}

test.after.always('remove the projects', removeLists)
