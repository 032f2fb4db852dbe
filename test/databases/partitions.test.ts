import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const visit = (partition: string, more = '') => `<database name="shop" namespace="Shop">
  <table name="visit">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="created_at" type="DATETIME" primaryKey="true"/>
    <column name="country" type="VARCHAR" size="10" primaryKey="true"/>
    <column name="page" type="VARCHAR" size="40"/>${more}
    ${partition}
  </table>
</database>`
const range = (...parts: string[]) => `<partition by="range" column="created_at">${parts.join('')}</partition>`
const year = (number: number, to = number + 1) => `<part name="y${number}" from="${number}-01-01" to="${to}-01-01"/>`
const list = (...parts: string[]) => `<partition by="list" columns="country">${parts.join('')}</partition>`

type Step = readonly [partition: string, said: RegExp]
const plain: Step = ['', /is not partitioned any more/]
const ranges: readonly Step[] = [
  [range(year(2026)), /is (?:created|partitioned by range)/],
  [range(year(2026), year(2027)), /visit: partition y2027 is added/],
  [range(year(2026), year(2027, 2029)), /partition y2027 changes its values|the partitions change/],
  [range(year(2026)), /visit: partition y2027 is dropped, with its rows/],
]
const lists: readonly Step[] = [
  [
    list('<part name="west" values="de,fr"/>', `<part name="odd" values="o'k,1\\,2"/>`),
    /is created|the partitions change/,
  ],
  [
    list(
      '<part name="west" values="de,fr"/>',
      `<part name="odd" values="o'k,1\\,2"/>`,
      '<part name="east" values="jp"/>',
    ),
    /partition east is added/,
  ],
]
const hash: readonly Step[] = [
  ['<partition by="hash" columns="id,country" parts="3"/>', /is created|partitions change/],
]

const histories: Readonly<Record<string, readonly (readonly Step[])[]>> = {
  pgsql: [ranges, lists, hash],
  mysql: [[...ranges, ...lists, ...hash, plain, ...ranges]],
}

for (const database of databases.filter((name) => name in histories)) {
  for (const [number, steps] of histories[database]!.entries())
    test(`${database}: partitions come and go by migrations with all rows, and are read back (${number + 1})`, async (t) => {
      const project = await createProject(t, { schema: visit(steps[0]![0]), database })
      const { orm, step } = migrationSteps(t, project)
      const rows = async () => (await query(project.database, 'SELECT id FROM visit')).map(({ id }) => Number(id))
      for (const [at, [partition, said]] of steps.entries()) {
        t.regex(await step(visit(partition)), said)
        if (at === 0)
          await query(
            project.database,
            "INSERT INTO visit (id, created_at, country) VALUES (1, '2026-01-01', 'de'), (2, '2026-12-31 23:59:59', 'fr')",
          )
        t.deepEqual((await rows()).sort(), [1, 2])
        await orm('database:reverse', 'shop', '--overwrite')
        const read = await readFile(join(project.folder, 'generated-reversed-database/schema.xml'), 'utf8')
        t.is(read.includes('<partition '), partition !== '', read)
        await project.write('schema.xml', read)
        t.regex(await orm('migration:diff', '--from=database'), /has not changed/)
      }
      for (const _ of steps.slice(1)) {
        await orm('migration:down', '--allow-loss')
        t.deepEqual((await rows()).sort(), [1, 2])
      }
    })

  test(`${database}: models write and read the partitioned tables of the manual, each row in its part`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /## `<partition>`[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    for (const command of ['build', 'sql:insert', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    const said = await project.php(`
      foreach (['2026-05-01', '2027-05-01'] as $day) {
          (new Bookstore\\Visit())->setCreatedAt($day)->setPage($day)->save();
      }
      (new Bookstore\\Publisher())->setId(1)->setCountry('jp')->save();
      (new Bookstore\\Cart())->setId(7)->save();
      Bookstore\\Map\\VisitTableMap::clearInstancePool();
      $visit = Bookstore\\VisitQuery::create()->filterByCreatedAt(['min' => '2027-01-01'])->findOne();
      $visit->setPage('new')->save();
      echo $visit->getId(), ' ', Bookstore\\VisitQuery::create()->filterByPage('new')->count(), ' ',
          Bookstore\\CartQuery::create()->findPk(7)->getId();
    `)
    t.is(said, '2 1 7')
    const refused = await project.php(`
      use Orm\\Runtime\\Exception\\Database\\PartitionViolation;
      $ways = [
          static fn () => (new Bookstore\\Visit())->setCreatedAt('2999-01-01')->setPage('x')->save(),
          static fn () => Bookstore\\VisitQuery::create()->update(['CreatedAt' => '2999-01-01']),
          static fn () => Orm\\Runtime\\Orm::getConnection('default')
              ->exec("INSERT INTO visit (id, created_at) VALUES (9, '2999-01-01')"),
      ];
      foreach ($ways as $way) {
          try {
              $way();
          } catch (PartitionViolation $violation) {
              echo $violation->getTable(), ' ';
          }
      }
    `)
    t.is(refused, 'visit visit visit ')
    const part = database === 'pgsql' ? 'visit_y2027' : 'visit PARTITION (y2027)'
    t.is((await query(project.database, `SELECT page FROM ${part}`)).map((row) => row.page).join(), 'new')
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: what the server cannot do is refused, a new name takes the parts along, and drift tells of other parts', async (t) => {
    const partitioned = visit(range(year(2026)))
    const project = await createProject(t, { schema: partitioned, database: 'pgsql' })
    const { step } = migrationSteps(t, project)
    await step(partitioned)
    for (const other of [visit(''), visit(hash[0]![0]), partitioned.replace('DATETIME', 'DATE')]) {
      await project.write('schema.xml', other)
      const { code, stderr } = await project.orm('migration:diff')
      t.is(code, 1)
      t.regex(stderr, /ORM-M006 table "visit": on pgsql .*copy the rows/s)
    }
    await project.write('schema.xml', partitioned.replace('"visit"', '"call"'))
    for (const args of [['migration:diff', '--rename=visit:call'], ['migration:migrate'], ['migration:drift']]) {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    await query(project.database, 'DROP TABLE call_y2026')
    const { stdout } = await project.orm('migration:drift')
    t.regex(stdout, /partition/)
  })
}
