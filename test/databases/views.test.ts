import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject, testOnEachDatabase } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const price = '<column name="price" type="INTEGER"/>'
const shop = (views: string, book = price) => `<database name="shop" defaultIdMethod="native" namespace="Shop">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" primaryString="true"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="author_id" type="INTEGER"/>
    ${book}
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
  ${views}
</database>`
const dear = (condition: string, more = '') => `<view name="dear_book" identity="id" readOnly="true" ${more}>
    <column name="id" type="INTEGER"/>
    <column name="label" type="VARCHAR" size="200" primaryString="true"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
    <sql>
      -- Those that cost more; "the" rest does not matter.
      SELECT b.id, b.title AS label, b.author_id
      FROM book b WHERE b.price &gt; ${condition} AND b.title &lt;&gt; 'it''s; --'
    </sql>
  </view>`
// Named so that it comes first in every order by name.
const counts = `<view name="a_count" identity="author_id" description="How many there are; it's a count">
    <column name="author_id" type="INTEGER"/><column name="number" type="BIGINT" description="Dear ones"/>
    <sql>SELECT author_id, COUNT(*) AS number FROM dear_book GROUP BY author_id</sql>
  </view>`

testOnEachDatabase(
  'models read views, follow their relations and never write them',
  shop(counts + dear('10')),
  async (t, project) => {
    const said = await project.php(`
    use Shop\\Author;
    use Shop\\ACountQuery;
    use Shop\\DearBook;
    use Shop\\DearBookQuery;
    $author = (new Author())->setName('Jane');
    foreach (['Emma' => 12, 'Persuasion' => 8, 'Sanditon' => 20] as $title => $price) {
      $author->addBook((new Shop\\Book())->setTitle($title)->setPrice($price));
    }
    $author->save();
    $out = [];
    foreach (DearBookQuery::create()->joinWithAuthor()->orderByLabel()->find() as $book) {
      $out[] = $book . ' by ' . $book->getAuthor()->getName();
    }
    $out[] = DearBookQuery::create()->findPk(1)->getLabel();
    $out[] = $author->countDearBooks();
    $out[] = ACountQuery::create()->findOneByAuthorId($author->getId())->getNumber();
    $out[] = DearBookQuery::create()->useAuthorQuery()->filterByName('Jane')->endUse()->count();
    $out[] = array_intersect(['save', 'delete', 'setLabel'], get_class_methods(DearBook::class)) ? 'writes' : 'no writes';
    foreach ([fn () => DearBookQuery::create()->deleteAll(), fn () => DearBookQuery::create()->update(['Label' => 'x'])] as $write) {
      try {
        $write();
        $out[] = 'written';
      } catch (Orm\\Runtime\\Exception\\LogicException $refused) {
        $out[] = 'refused';
      }
    }
    echo implode("\\n", $out);
  `)
    t.is(said, 'Emma by Jane\nSanditon by Jane\nEmma\n2\n2\n2\nno writes\nrefused\nrefused')
  },
)

for (const database of databases) {
  test(`${database}: the example of the manual for views`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /## `<view>`[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    for (const command of ['build', 'sql:insert --safe', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(
        ...command.replace(database === 'pgsql' ? ' --safe' : '', '').split(' '),
      )
      t.is(code, 0, stdout + stderr)
    }
    const said = await project.php(`
      $author = (new Bookstore\\Author())->setName('Jane');
      $author->addBook((new Bookstore\\Book())->setTitle('Emma')->setPrice(25))->save();
      $out = [Bookstore\\TopBookQuery::create()->joinWithAuthor()->findPk(1)->getAuthor()->getName()];
      if (class_exists('Bookstore\\AuthorPriceQuery')) {
        $total = fn () => Bookstore\\AuthorPriceQuery::create()->findPk($author->getId())?->getTotal();
        $out[] = var_export($total(), true);
        Bookstore\\AuthorPriceQuery::refresh();
        $out[] = $total();
        (new Bookstore\\Book())->setTitle('Sanditon')->setPrice(5)->setAuthor($author)->save();
        $out[] = $total();
        Bookstore\\AuthorPriceQuery::refresh(concurrently: true);
        $out[] = $total();
      }
      echo implode(' ', $out);
    `)
    t.is(said, database === 'pgsql' ? 'Jane NULL 25 25 30' : 'Jane')
  })

  test(`${database}: views come, change, follow their tables and go by migrations, there and back`, async (t) => {
    const project = await createProject(t, { schema: shop(''), database })
    const { orm, step } = migrationSteps(t, project)
    const labels = async (column = 'label') =>
      (await query(project.database, `SELECT ${column} AS label FROM dear_book ORDER BY 1`)).map(({ label }) => label)
    await step(shop(''))
    await query(
      project.database,
      "INSERT INTO author (name) VALUES ('Jane')",
      "INSERT INTO book (title, author_id, price) VALUES ('Emma', 1, 12), ('Persuasion', 1, 8)",
    )
    t.regex(await step(shop(counts + dear('10'))), /view dear_book is created/)
    t.deepEqual(await labels(), ['Emma'])
    const changed = await step(shop(counts + dear('5')))
    t.regex(changed, /view dear_book changes[\s\S]*view a_count is dropped and created again/)
    t.deepEqual(await labels(), ['Emma', 'Persuasion'])
    // A type, a column more and one less.
    await step(
      shop(counts + dear('5'), '<column name="price" type="BIGINT"/><column name="isbn" type="VARCHAR" size="9"/>'),
    )
    await step(shop(counts + dear('5'), '<column name="price" type="BIGINT" required="true"/>'))
    const renamed = shop(
      counts + dear('5').replace('b.price', 'b.cost'),
      '<column name="cost" type="BIGINT" required="true"/>',
    )
    await step(renamed, '--rename=book.price:cost')
    t.deepEqual(await labels(), ['Emma', 'Persuasion'])
    t.regex(
      await step(shop('', '<column name="cost" type="BIGINT" required="true"/>')),
      /view dear_book is dropped[\s\S]*ORM-M/,
    )
    await t.throwsAsync(labels())
    for (let steps = 0; steps < 4; steps++) await orm('migration:down', '--allow-loss')
    t.deepEqual(await labels(), ['Emma', 'Persuasion'])
    for (let steps = 0; steps < 2; steps++) await orm('migration:down')
    await t.throwsAsync(labels())
    t.is((await query(project.database, 'SELECT * FROM book')).length, 2)
  })

  test(`${database}: views are read back as they are, in an order in which they can be made`, async (t) => {
    const project = await createProject(t, { schema: shop(counts + dear('10')), database })
    const done = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
      return stdout + stderr
    }
    for (let run = 0; run < 2; run++) for (const command of ['sql:build', 'sql:insert']) await done(command)
    await done('migration:drift')
    const said = await done('database:reverse', 'shop')
    t.regex(said, /a_count: the view has no identity/)
    const read = await readFile(join(project.folder, 'generated-reversed-database/schema.xml'), 'utf8')
    t.regex(read, /<view name="dear_book" identity="id"/)
    await project.write('schema.xml', read)
    t.regex(await done('migration:diff', '--from=database'), /has not changed/)
    const other = await createProject(t, { schema: read, database })
    for (const command of ['sql:build', 'sql:insert', 'migration:drift']) {
      const { code, stdout, stderr } = await other.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    await query(other.database, 'DROP VIEW a_count')
    t.regex((await other.orm('migration:drift')).stdout, /view a_count is dropped/)
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: a materialized view comes, becomes a plain one and back, with its index and descriptions', async (t) => {
    const project = await createProject(t, { schema: shop(''), database: 'pgsql' })
    const { orm, step } = migrationSteps(t, project)
    const kept = dear('10', 'materialized="true" description="Dear;&#13; it\'s"')
    await step(shop(kept))
    t.is((await query(project.database, "SELECT * FROM pg_indexes WHERE tablename = 'dear_book'")).length, 1)
    t.regex(await step(shop(counts + dear('10'))), /view dear_book changes/)
    await step(shop(counts + kept, price.replace('INTEGER', 'BIGINT')))
    await orm('database:reverse', 'shop', '--overwrite')
    const read = await readFile(join(project.folder, 'generated-reversed-database/schema.xml'), 'utf8')
    t.regex(read, /<view name="dear_book" identity="id" materialized="true" description="Dear;&#13; it's">/)
    for (let steps = 0; steps < 3; steps++) await orm('migration:down', '--allow-loss')
    t.deepEqual(await query(project.database, "SELECT 1 FROM pg_class WHERE relname = 'dear_book'"), [])
  })

  test('pgsql: views in SQL schemas, with what a catalog can hold', async (t) => {
    const project = await createProject(t, { schema: shop(''), database: 'pgsql' })
    await query(
      project.database,
      'CREATE SCHEMA "other one"',
      'CREATE TABLE "other one"."t; DROP" (id INTEGER PRIMARY KEY, s TEXT)',
      `CREATE VIEW "other one"."v""; --" AS SELECT id, s || $$'; DROP TABLE t; --$$ AS "a ""b" FROM "other one"."t; DROP" WHERE s <> E'\\' /* '`,
      'CREATE FUNCTION mine() RETURNS INTEGER LANGUAGE sql AS $$SELECT 1$$',
      'CREATE VIEW calls AS SELECT mine() AS n',
      "CREATE VIEW reads AS SELECT pg_read_file('x') AS n",
      'CREATE VIEW barrier WITH (security_barrier) AS SELECT 1 AS n',
      'CREATE MATERIALIZED VIEW kept AS SELECT 1 AS n, 2 AS m',
      'CREATE UNIQUE INDEX one ON kept (n)',
      'CREATE INDEX another ON kept (m)',
    )
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    t.regex(reversed.stderr, /calls: the view is omitted: it calls a function of the database/)
    t.regex(reversed.stderr, /reads: the view is omitted: it calls pg_read_file\(\)/)
    t.regex(reversed.stderr, /kept: the index another of the view is omitted/)
    t.regex(reversed.stderr, /kept: the index one of the view becomes kept_u_/)
    t.regex(reversed.stderr, /barrier: the option security_barrier=true is omitted/)
    await query(project.database, 'DROP VIEW calls', 'DROP VIEW reads')
    for (const command of ['sql:build', 'migration:baseline', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
  })
}

const functions: Readonly<Record<string, string>> = {
  pgsql: "CREATE FUNCTION one() RETURNS INTEGER LANGUAGE sql AS 'SELECT 1'",
  mysql: 'CREATE FUNCTION one() RETURNS INTEGER DETERMINISTIC RETURN 1',
}

for (const database of databases.filter((name) => functions[name])) {
  test(`${database}: a view may call a function of a statement, and reverse omits it with the function`, async (t) => {
    const schema = `<database name="shop">
      <table name="t"><column name="id" type="INTEGER" primaryKey="true"/></table>
      <statement name="one"><create>${functions[database]}</create><drop>DROP FUNCTION IF EXISTS one</drop></statement>
      <view name="v" identity="id"><column name="id" type="INTEGER"/><column name="n" type="INTEGER"/>
        <sql>SELECT id, one() AS n FROM t</sql></view>
    </database>`
    const project = await createProject(t, { schema, database })
    for (const command of [['migration:diff', 'first'], ['migrate'], ['migration:drift']]) {
      const { code, stdout, stderr } = await project.orm(...command)
      t.is(code, 0, stdout + stderr)
    }
    t.regex((await project.orm('migration:diff', '--from=database')).stdout, /has not changed/)
    const reversed = await project.orm('database:reverse', 'shop')
    t.regex(reversed.stderr, /v: the view is omitted: it calls a function of the database/)
  })
}
