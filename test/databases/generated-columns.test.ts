import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject, testOnEachDatabase } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const total = 'generated="price * quantity"'
const line = (more: string, extra = '') => `<database name="shop" defaultIdMethod="native" namespace="Shop">
  <table name="line">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="price" type="INTEGER" required="true"/>
    <column name="quantity" type="INTEGER" defaultValue="1"/>
    ${more}
  </table>${extra}
</database>`
const column = (attributes: string) => `<column name="total" type="INTEGER" ${attributes}/>`

testOnEachDatabase(
  'the database computes a generated column, and models read it and never write it',
  line(column(total)),
  async (t, project) => {
    const said = await project.php(`
      use Shop\\Line;
      use Shop\\LineQuery;
      $line = (new Line())->setPrice(5)->setQuantity(3);
      $out = [var_export($line->getTotal(), true)];
      $line->save();
      $out[] = $line->getTotal();
      $line->setPrice(7)->save();
      $out[] = $line->getTotal();
      $line->fromArray(['Total' => 99] + $line->toArray())->save();
      $line->setByName('Total', 98)->save();
      $out[] = $line->getTotal();
      $copy = $line->copy();
      $copy->save();
      $out[] = $copy->getTotal();
      $out[] = method_exists($line, 'setTotal') ? 'setter' : 'no setter';
      LineQuery::create()->filterByTotal(21)->update(['Quantity' => 4]);
      $out[] = implode('+', LineQuery::create()->orderByTotal()->select('Total')->find()->getData());
      foreach ([fn () => LineQuery::create()->update(['Total' => 1]), fn () => LineQuery::create()->update(['Total' => 1], null, true), fn () => LineQuery::create()->upsert(['Id' => 1, 'Total' => 1])] as $write) {
        try {
          $write();
          $out[] = 'written';
        } catch (Orm\\Runtime\\Exception\\LogicException $refused) {
          $out[] = 'refused';
        }
      }
      $lines = new Orm\\Runtime\\Collection\\ObjectCollection();
      $lines->setModel(Line::class);
      foreach ([1, 2, 3] as $price) {
        $lines[] = (new Line())->setPrice($price)->setQuantity(10);
      }
      $lines->save();
      foreach ($lines as $each) {
        $out[] = $each->getTotal();
      }
      $line->reload();
      $out[] = $line->getTotal();
      echo implode(' ', $out);
    `)
    t.is(said, 'NULL 15 21 21 21 no setter 28+28 refused refused refused 10 20 30 28')
  },
)

const behaviors = ['archivable', 'versionable'].map((name) => `<behavior name="${name}"/>`).join('')
testOnEachDatabase(
  'archives and versions keep the computed values, and restoring leaves them to the database',
  line(
    `${column(total)}${behaviors}`,
    '<table name="special"><behavior name="concrete_inheritance"><parameter name="extends" value="line"/></behavior></table>',
  ),
  async (t, project) => {
    const said = await project.php(`
      $line = (new Shop\\Line())->setPrice(5)->setQuantity(3);
      $line->save();
      $line->setPrice(6)->save();
      $out = [$line->getTotal(), $line->getOneVersion(1)->getTotal()];
      $line->toVersion(1)->save();
      $out[] = $line->getTotal();
      $line->delete();
      $archive = Shop\\LineArchiveQuery::create()->findOne();
      $out[] = $archive->getTotal();
      $back = (new Shop\\Line())->populateFromArchive($archive);
      $back->save();
      $out[] = $back->getTotal();
      $special = (new Shop\\Special())->setPrice(2)->setQuantity(4);
      $special->save();
      $out[] = $special->getTotal();
      $out[] = Shop\\LineQuery::create()->findPk($special->getId())->getTotal();
      echo implode(' ', $out);
    `)
    t.is(said, '18 15 15 15 15 8 8')
  },
)

for (const database of databases) {
  test(`${database}: the example of the manual for generated columns`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /### Generated columns[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    for (const command of ['build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
    const code =
      '$line = (new Bookstore\\OrderLine())->setPrice(4)->setQuantity(3); $line->save(); echo $line->getTotal();'
    t.is(await project.php(code), '12')
  })

  test(`${database}: generated columns come, change and become plain ones by migrations, there and back`, async (t) => {
    const project = await createProject(t, { schema: line(''), database })
    const { orm, step } = migrationSteps(t, project)
    const totals = async (name = 'total') =>
      (await query(project.database, `SELECT ${name} AS total FROM line ORDER BY id`)).map((row) => Number(row.total))
    const index = '<index name="by_total"><index-column name="total"/></index>'
    await step(line(''))
    await query(project.database, 'INSERT INTO line (price, quantity) VALUES (5, 3)')
    await step(line(column(total) + index))
    t.deepEqual(await totals(), [15])
    t.notRegex(await step(line(column('generated="price + quantity"') + index)), /ORM-M102/)
    t.deepEqual(await totals(), [8])
    await step(
      line(
        column('generated="price + quantity"').replace('"total"', '"amount"') +
          index.replace('name="total"', 'name="amount"'),
      ),
      '--rename=line.total:amount',
    )
    t.deepEqual(await totals('amount'), [8])
    await step(
      line(
        column('generated="price + quantity"').replace('"total"', '"amount"') +
          index.replace('name="total"', 'name="amount"'),
      ).replace('name="price" type="INTEGER"', 'name="price" type="BIGINT"'),
    )
    t.deepEqual(await totals('amount'), [8])
    await step(
      line('<column name="amount" type="INTEGER"/>').replace(
        'name="price" type="INTEGER"',
        'name="price" type="BIGINT"',
      ),
    )
    t.deepEqual(await totals('amount'), [8])
    await query(project.database, 'UPDATE line SET amount = 70')
    const renamed = line(column('generated="cost * quantity"')).replace('name="price"', 'name="cost"')
    await step(renamed, '--rename=line.price:cost')
    t.deepEqual(await totals(), [15])
    for (let steps = 0; steps < 6; steps++) await orm('migration:down', '--allow-loss')
    t.deepEqual(
      (await query(project.database, 'SELECT price FROM line')).map((row) => Number(row.price)),
      [5],
    )
  })

  test(`${database}: a virtual column is one where there are such`, async (t) => {
    const project = await createProject(t, { schema: line(column(`${total} stored="false"`)), database })
    if (database === 'pgsql') {
      const { code, stdout, stderr } = await project.orm('sql:build')
      t.is(code, 1)
      t.regex(stdout + stderr, /ORM-S907 column "total": pgsql has no virtual generated columns/)
      return
    }
    for (const attributes of [`${total} stored="false"`, `${total} stored="true"`, `${total} stored="false"`, '']) {
      await project.write('schema.xml', line(column(attributes)))
      for (const args of [['migration:diff', 'step'], ['migrate'], ['migration:drift']]) {
        const { code, stdout, stderr } = await project.orm(...args)
        t.is(code, 0, stdout + stderr)
      }
      await query(project.database, 'DELETE FROM line', 'INSERT INTO line (price, quantity) VALUES (5, 3)')
      const [row] = await query(project.database, 'SELECT total FROM line')
      t.is(Number(row!.total), attributes === '' ? 0 : 15)
    }
  })

  test(`${database}: a generated column is read back as one, however odd its expression`, async (t) => {
    const project = await createProject(t, { schema: line(''), database })
    const quoted = database === 'mysql' ? '`as`' : '"as"'
    const text = "CASE WHEN a > 1 THEN '); DROP TABLE t; --' ELSE ' AS (x) it''s' END"
    await query(
      project.database,
      `CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a INTEGER, ${quoted} VARCHAR(40) GENERATED ALWAYS AS (${text}) STORED, b INTEGER GENERATED ALWAYS AS (a+1) STORED)`,
    )
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    t.notRegex(reversed.stderr, /generates/)
    for (const command of ['build', 'migration:baseline', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    t.regex(schema, /generated="/)
    const other = await createProject(t, { schema, database })
    for (const command of ['sql:build', 'sql:insert']) t.is((await other.orm(command)).code, 0)
    await query(other.database, 'INSERT INTO t (id, a) VALUES (1, 1)')
    const [row] = await query(other.database, `SELECT ${quoted} AS word, b FROM t`)
    t.deepEqual([row!.word, Number(row!.b)], [" AS (x) it's", 2])
  })
}
