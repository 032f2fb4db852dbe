import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject, testOnEachDatabase } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const book = (checks: string, price = '') => `<database name="shop" defaultIdMethod="native" namespace="Shop">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="price" type="DECIMAL" size="8" scale="2">${price}</column>
    <column name="low" type="INTEGER"/><column name="high" type="INTEGER"/>
    ${checks}
  </table>
</database>`

const positive = '<check name="price_positive" expression="price &gt;= 0"/>'
const ordered =
  '<check name="in_order" expression="low &lt;= high AND (title IS NULL OR title &lt;&gt; \'it\'\'s; --\')"/>'

testOnEachDatabase('a row that breaks a check throws its name', book(ordered, positive), async (t, project) => {
  const thrown = await project.php(`
    use Orm\\Runtime\\Exception\\Database\\CheckViolation;
    $try = function (callable $write): string {
      try {
        $write();
      } catch (CheckViolation $violation) {
        return (new ReflectionClass($violation))->getShortName() . ' ' . $violation->getConstraint();
      }
      return 'written';
    };
    $book = fn (array $values) => fn () => (new Shop\\Book())->fromArray($values)->save();
    echo implode("\\n", [
      $try($book(['Price' => -1])),
      $try($book(['Price' => 1, 'Low' => 3, 'High' => 2])),
      $try($book(['Price' => 1, 'Low' => 2, 'High' => 3])),
      $try($book(['Title' => "it's; --", 'Low' => 2, 'High' => 3])),
      $try(fn () => Shop\\BookQuery::create()->update(['Price' => -5])),
      $try(fn () => Orm\\Runtime\\Orm::getWriteConnection('shop')->exec('UPDATE book SET price = -5')),
    ]);
  `)
  t.is(
    thrown,
    [
      'CheckViolationException price_positive',
      'CheckViolationException in_order',
      'written',
      'CheckViolationException in_order',
      'CheckViolationException price_positive',
      'CheckViolationException price_positive',
    ].join('\n'),
  )
})

for (const database of databases) {
  test(`${database}: the example of the manual`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /## `<check>`[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    for (const command of ['build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
    const thrown = await project.php(`
      $names = [];
      foreach ([['Price' => -1], ['Price' => 1, 'FirstDay' => '2020-01-02', 'LastDay' => '2020-01-01'], ['Price' => 1.01]] as $values) {
        try {
          (new Bookstore\\Offer())->fromArray($values)->save();
        } catch (Orm\\Runtime\\Exception\\Database\\CheckViolation $violation) {
          $names[] = $violation->getConstraint();
        }
      }
      echo implode(' ', $names);
    `)
    t.is(thrown, 'price_positive days_in_order price_even')
  })

  test(`${database}: a check of a foreign catalog is one expression or none`, async (t) => {
    const project = await createProject(t, { schema: book(''), database })
    const name = database === 'mysql' ? '`a; DROP TABLE t`' : '"a\'; DROP TABLE t; --"'
    const texts = ["s <> '); DROP TABLE t; --'", "s <> '/* '", "s <> ' */'", "s <> 'it''s (; \"x'", "s <> 'a?:b @c'"]
    await query(
      project.database,
      `CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, s VARCHAR(50), CONSTRAINT ${name} CHECK (${texts.join(' AND ')}))`,
      'CREATE TABLE u (id INTEGER NOT NULL PRIMARY KEY, n INTEGER CHECK (n > 1), CHECK (id > 2), CHECK(id<9))',
    )
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0)
    t.notRegex(reversed.stderr, /check.*omitted/)
    for (const command of ['sql:build', 'migration:baseline', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    const other = await createProject(t, {
      schema: await readFile(join(project.folder, 'schema.xml'), 'utf8'),
      database,
    })
    for (const command of ['sql:build', 'sql:insert']) t.is((await other.orm(command)).code, 0)
    await query(other.database, "INSERT INTO t (id, s) VALUES (1, 'fine')", 'INSERT INTO u (id, n) VALUES (3, 2)')
    await t.throwsAsync(query(other.database, "INSERT INTO t (id, s) VALUES (2, 'it''s (; \"x')"))
    await t.throwsAsync(query(other.database, 'INSERT INTO u (id, n) VALUES (4, 1)'))
    await t.throwsAsync(query(other.database, 'INSERT INTO u (id, n) VALUES (2, 2)'))
  })

  test(`${database}: checks come, change, get other names and go by migrations, there and back`, async (t) => {
    const project = await createProject(t, { schema: book(''), database })
    const { orm, step } = migrationSteps(t, project)
    const insert = (price: number) =>
      query(project.database, `INSERT INTO book (price, low, high) VALUES (${price}, 1, 2)`)
    await step(book(''))
    await insert(7)
    t.regex(await step(book(ordered, positive)), /check price_positive is added[\s\S]*ORM-M108/)
    await t.throwsAsync(insert(-1), { message: /price_positive/ })
    await step(book(ordered, '<check name="price_positive" expression="price &gt; 5"/>'))
    await t.throwsAsync(insert(5))
    t.regex(await step(book(ordered, '<check name="price_high" expression="price &gt; 5"/>')), /price_high/)
    await t.throwsAsync(insert(5), { message: /price_high/ })
    const cost = book(ordered.replaceAll('low', 'least'), '<check expression="cost &gt; 5"/>')
      .replace('name="price"', 'name="cost"')
      .replace('name="low"', 'name="least"')
    await step(cost, '--rename=book.price:cost', '--rename=book.low:least')
    await t.throwsAsync(query(project.database, 'INSERT INTO book (cost) VALUES (2)'))
    await step(book('').replace('name="price"', 'name="cost"').replace('<column name="low" type="INTEGER"/>', ''))
    await query(project.database, 'INSERT INTO book (cost) VALUES (2)', 'DELETE FROM book WHERE cost = 2')
    for (let steps = 0; steps < 5; steps++) await orm('migration:down', '--allow-loss')
    t.deepEqual(
      (await query(project.database, 'SELECT price FROM book')).map(({ price }) => Number(price)),
      [7],
    )
    await insert(-1)
  })

  test(`${database}: a check is read back as it is, and a table that somebody changed differs`, async (t) => {
    const project = await createProject(t, { schema: book(ordered, positive), database })
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    await orm('sql:build')
    await orm('sql:insert')
    await orm('database:reverse', 'shop')
    const read = await readFile(join(project.folder, 'generated-reversed-database/schema.xml'), 'utf8')
    t.regex(read, /<check name="price_positive" expression="/)
    t.regex(read, /<check name="in_order" expression="/)
    await project.write('schema.xml', read)
    t.regex((await project.orm('migration:diff', '--from=database')).stdout, /has not changed/)
  })
}
