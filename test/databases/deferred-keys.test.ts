import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const example = async (title: string, language: string): Promise<string> => {
  const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
  return new RegExp(`## ${title}[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)![1]!
}

for (const database of databases) {
  test(`${database}: deferred keys of the manual are checked by commit()`, async (t) => {
    const project = await createProject(t, { schema: await example('Deferrable keys', 'xml'), database })
    const built = await project.orm('build')
    if (database === 'mysql') {
      t.is(built.code, 1)
      t.is(built.stderr.match(/ORM-S912 foreign key "\w+": mysql has no deferrable foreign keys/g)?.length, 2)
      return
    }
    t.is(built.code, 0, built.stderr)
    t.is((await project.orm('sql:insert')).code, 0)
    const said = await project.php(`
      use Bookstore\\Author;
      use Bookstore\\AuthorQuery;
      use Bookstore\\Book;
      use Bookstore\\BookQuery;
      use Orm\\Runtime\\Exception\\Database\\ForeignKeyViolation;
      use Orm\\Runtime\\Orm;
      ${await example('Deferrable keys', 'php')}
      echo "\\n";
      // A transaction of one's own: the statements succeed, the commit does not.
      $con->beginTransaction();
      $lost = (new Book())->setId(9)->setAuthorId(98);
      $lost->save($con);
      $kept = BookQuery::create()->findOneById(7, $con)->setAuthorId(97);
      $kept->save($con);
      try {
        $con->commit();
        echo 'committed';
      } catch (ForeignKeyViolation $violation) {
        echo (new ReflectionClass($violation))->getShortName(), "\\n";
        $con->rollBack();
      }
      var_dump($con->inTransaction(), $lost->isNew(), $kept->isModified(), BookQuery::create()->count());
      // The connection works on, and the same objects can be saved once they are right.
      $lost->setAuthorId(1)->save();
      $kept->setAuthorId(1)->save();
      try {
        $con->transaction(fn () => AuthorQuery::create()->filterById(1)->delete($con));
        echo 'committed';
      } catch (ForeignKeyViolation $violation) {
        echo $violation->getConstraint() ?? 'no name', ' ', $violation->getTable() ?? 'no table', "\\n";
      }
      try {
        AuthorQuery::create()->filterById(1)->delete();
        echo 'deleted';
      } catch (ForeignKeyViolation $violation) {
        echo 'kept', "\\n";
      }
      try {
        (new Book())->setId(10)->setAuthorId(96)->save();
        echo 'saved';
      } catch (ForeignKeyViolation $violation) {
        echo (new ReflectionClass($violation))->getShortName(), "\\n";
      }
      $many = new \\Orm\\Runtime\\Collection\\ObjectCollection();
      $many->setModel(Book::class);
      $many[] = (new Book())->setId(11)->setAuthorId(1);
      $many[] = (new Book())->setId(12)->setAuthorId(95);
      try {
        $many->save();
        echo 'saved';
      } catch (ForeignKeyViolation $violation) {
        var_dump($many[0]->isNew(), $many[1]->isNew());
      }
      var_dump(BookQuery::create()->count(), AuthorQuery::create()->count(), $con->inTransaction());
    `)
    t.is(
      said.trim(),
      [
        'not saved',
        'ForeignKeyViolationException',
        'bool(false)',
        'bool(true)',
        'bool(true)',
        'int(1)',
        database === 'pgsql' ? 'written_by author' : 'no name no table',
        'kept',
        'ForeignKeyViolationException',
        'bool(true)',
        'bool(true)',
        'int(2)',
        'int(1)',
        'bool(false)',
      ].join('\n'),
    )
  })

  test(`${database}: a save that violates a deferred key fails, also if it reads values back`, async (t) => {
    if (database === 'mysql') {
      t.pass('it has no deferred keys')
      return
    }
    const table = (name: string, inside: string) => `<table name="${name}">
      <column name="id" type="integer" primaryKey="true" autoIncrement="true"/><column name="price" type="integer"/>
      <column name="author_id" type="integer"/>${inside}
      <foreign-key foreignTable="author" deferrable="initially deferred"><reference local="author_id" foreign="id"/></foreign-key>
    </table>`
    const project = await createProject(t, {
      schema: `<database name="shop"><table name="author"><column name="id" type="integer" primaryKey="true"/></table>
        ${table('computed', '<column name="total" type="integer" generated="price + 1"/>')}
        ${table('listed', '<behavior name="sortable"/>')}${table('plain', '')}</database>`,
      database,
    })
    await project.build()
    const said = await project.php(`
      foreach (['Computed', 'Listed', 'Plain'] as $class) {
        $row = (new $class())->setPrice(1)->setAuthorId(77);
        try {
          $row->save();
          echo 'saved ';
        } catch (Orm\\Runtime\\Exception\\Database\\ForeignKeyViolation) {
          echo 'refused ';
        }
        echo $row->isNew() ? 'new' : 'stored', ' ', ($class . 'Query')::create()->count(), "\\n";
      }`)
    t.is(said, 'refused new 0\n'.repeat(3))
  })

  test(`${database}: keys become deferrable, full and otherwise by migrations, there and back`, async (t) => {
    const schema = (key: string, unique: string, more = '') => `<database name="shop" namespace="Shop">
      <table name="author"><column name="id" type="INTEGER" primaryKey="true"/><column name="code" type="INTEGER" required="true"/>
        <unique name="both"><unique-column name="id"/><unique-column name="code"/></unique></table>
      <table name="book"><column name="id" type="INTEGER" primaryKey="true"/><column name="author_id" type="INTEGER" defaultValue="1"/>
        <column name="author_code" type="INTEGER"/><column name="place" type="INTEGER"/>
        <foreign-key foreignTable="author" name="by_author" ${key}><reference local="author_id" foreign="id"/><reference local="author_code" foreign="code"/></foreign-key>
        <unique name="one_place" ${unique}><unique-column name="place"/></unique>${more}</table>
    </database>`
    const project = await createProject(t, { schema: schema('', ''), database })
    const { orm, step } = migrationSteps(t, project)
    await step(schema('', ''))
    await query(
      project.database,
      'INSERT INTO author (id, code) VALUES (1, 1)',
      'INSERT INTO book (id, author_id, author_code, place) VALUES (1, 1, 1, 1), (2, NULL, NULL, 2)',
    )
    const insert = (id: number, values: string) =>
      query(project.database, `INSERT INTO book (id, author_id, author_code, place) VALUES (${id}, ${values})`)
    let steps = 0
    if (database === 'mysql') {
      await project.write(
        'schema.xml',
        schema(
          'match="full"',
          'nullsNotDistinct="true" deferrable="deferred"',
          '<exclude><exclude-column name="place" operator="="/></exclude>',
        ),
      )
      const { code, stderr } = await project.orm('migration:diff', 'no')
      t.is(code, 1)
      for (const what of [
        'MATCH FULL',
        'deferrable unique keys',
        'unique keys in which NULL equals NULL',
        'exclusion constraints',
      ])
        t.regex(stderr, new RegExp(`ORM-S912 .*mysql has no ${what}`))
      return
    }
    t.regex(
      await step(schema('deferrable="initially deferred"', '')),
      /foreign key on author_id, author_code to author is added/,
    )
    await t.throwsAsync(insert(3, '9, 9, 3'), undefined, 'at the end of a transaction of one statement')
    await step(schema('deferrable="immediate" onDelete="setdefault"', ''))
    steps = 2
    if (database === 'pgsql') {
      await step(schema('match="full" deferrable="initially deferred"', 'nullsNotDistinct="true"'))
      await t.throwsAsync(insert(3, '1, NULL, 3'), { message: /by_author/ })
      await insert(4, '1, 1, NULL')
      await t.throwsAsync(insert(5, '1, 1, NULL'), { message: /one_place/ })
      const excluded = (where: string) =>
        `<exclude using="gist" name="apart" ${where}><exclude-column expression="int4range(place, place + 10)" operator="&amp;&amp;"/></exclude>`
      await query(project.database, 'DELETE FROM book WHERE id IN (2, 4)')
      t.regex(
        await step(schema('', 'deferrable="initially deferred"', excluded(''))),
        /exclusion apart is added[\s\S]*ORM-M108/,
      )
      await t.throwsAsync(insert(6, '1, 1, 5'), { message: /apart/ })
      await step(schema('', 'deferrable="initially deferred"', excluded('where="author_code &gt; 5"')))
      await insert(6, '1, 1, 5')
      await query(project.database, 'UPDATE book SET place = 6 - place WHERE place IN (1, 5)')
      await step(schema('', '', excluded('where="author_code &gt; 5"').replace('apart', 'far')))
      await t.throwsAsync(query(project.database, 'UPDATE book SET place = 6 - place WHERE place IN (1, 5)'))
      const read = async () => {
        await orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
        return readFile(join(project.folder, 'schema.xml'), 'utf8')
      }
      t.regex(
        await read(),
        /<exclude name="far" using="gist" where="[^"]*author_code &gt; 5[^"]*">\s*<exclude-column expression="int4range\(place, place \+ 10\)" operator="&amp;&amp;"\/>/,
      )
      await step(schema('', ''))
      await query(project.database, 'DELETE FROM book WHERE id = 6')
      steps += 5
    }
    for (; steps > 0; steps--) await orm('migration:down', '--allow-loss')
    await t.throwsAsync(insert(20, '9, 9, 20'))
    await insert(20, '1, NULL, 20')
  })

  test(`${database}: keys are read back as they are`, async (t) => {
    const project = await createProject(t, { schema: '<database name="shop"/>', database })
    const quote = database === 'mysql' ? '`' : '"'
    await query(
      project.database,
      'CREATE TABLE a (id INTEGER NOT NULL PRIMARY KEY, n INTEGER, m INTEGER)',
      ...(database === 'mysql'
        ? []
        : [
            `CREATE TABLE b (id INTEGER NOT NULL PRIMARY KEY, ${quote}x, DEFERRABLE${quote} INTEGER REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED,
               y INTEGER, z INTEGER REFERENCES a (id) NOT DEFERRABLE,
               CHECK (z <> 5), FOREIGN KEY (y) REFERENCES a (id) ON DELETE SET DEFAULT DEFERRABLE)`,
          ]),
      ...(database === 'pgsql'
        ? [
            `CREATE TABLE c (id INTEGER NOT NULL PRIMARY KEY, x INTEGER, y INTEGER, r int4range,
               CONSTRAINT late UNIQUE (x) DEFERRABLE INITIALLY DEFERRED, CONSTRAINT alone UNIQUE NULLS NOT DISTINCT (y),
               CONSTRAINT apart EXCLUDE USING gist (r WITH &&) WHERE (x > 0 AND y < 5) DEFERRABLE)`,
            'CREATE UNIQUE INDEX also ON c (x, y) NULLS NOT DISTINCT',
            'ALTER TABLE a ADD UNIQUE (n, m)',
            'CREATE TABLE d (id INTEGER NOT NULL PRIMARY KEY, n INTEGER, m INTEGER, FOREIGN KEY (n, m) REFERENCES a (n, m) MATCH FULL)',
          ]
        : []),
    )
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    t.notRegex(reversed.stderr, /omitted/)
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    for (const command of ['sql:build', 'migration:baseline', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    if (database === 'mysql') return
    const other = await createProject(t, { schema, database })
    for (const command of ['sql:build', 'sql:insert']) t.is((await other.orm(command)).code, 0)
    await other.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(await readFile(join(other.folder, 'schema.xml'), 'utf8'), schema)
    t.deepEqual(
      [
        ...schema.matchAll(
          /<foreign-key[^>]*foreignTable="a"[^>]*?(?: deferrable="([^"]*)")?>\s*<reference local="([^"]*)"/g,
        ),
      ]
        .map(([, deferral = '', local]) => `${local} ${deferral}`)
        .sort(),
      [
        'x, DEFERRABLE initially deferred',
        'y initially immediate',
        'z ',
        ...(database === 'pgsql' ? ['n '] : []),
      ].sort(),
    )
    if (database !== 'pgsql') return
    t.regex(schema, /match="full"/)
    t.regex(schema, /<unique name="late" deferrable="initially deferred">/)
    t.regex(schema, /<unique name="alone" nullsNotDistinct="true">/)
    t.regex(schema, /<unique name="also" method="btree" nullsNotDistinct="true">/)
  })
}

test('pgsql: the exclusion constraint of the manual, and its violation with its name', async (t) => {
  t.pass()
  if (!databases.includes('pgsql')) return
  const project = await createProject(t, { schema: await example('`<exclude>`', 'xml'), database: 'pgsql' })
  for (const command of ['build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
  const said = await project.php(`
    $loan = fn (int $copy, string $first, string $last, bool $canceled = false) =>
      (new Bookstore\\Loan())->setCopy($copy)->setFirstDay($first)->setLastDay($last)->setCanceled($canceled);
    $loan(1, '2026-01-01', '2026-01-10')->save();
    $loan(2, '2026-01-05', '2026-01-12')->save();
    $loan(1, '2026-01-05', '2026-01-12', true)->save();
    foreach ([fn () => $loan(1, '2026-01-10', '2026-01-12')->save(), fn () => Bookstore\\LoanQuery::create()->update(['Canceled' => false])] as $write) {
      try {
        $write();
        echo 'written';
      } catch (Orm\\Runtime\\Exception\\Database\\ExclusionViolation $violation) {
        echo (new ReflectionClass($violation))->getShortName(), ' ', $violation->getConstraint(), ' ', $violation->getSqlState(), "\\n";
      }
    }
  `)
  t.is(said.trim(), 'ExclusionViolationException one_reader 23P01\nExclusionViolationException one_reader 23P01')
})
