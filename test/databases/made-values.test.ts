import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const book = (id: string, more = '') => `<database name="shop" defaultIdMethod="native" namespace="Shop">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" ${id}/>
    <column name="title" type="VARCHAR" size="50"/>${more}
  </table>
</database>`

const save = `
  $books = new Orm\\Runtime\\Collection\\ObjectCollection();
  $books->setModel(Shop\\Book::class);
  foreach (['b', 'c'] as $title) {
    $books[] = (new Shop\\Book())->setTitle($title);
  }
  $first = (new Shop\\Book())->setTitle('a');
  $first->save();
  $books->save();
  echo $first->getId(), ' ', $books[0]->getId(), ' ', $books[1]->getId();
`

for (const database of databases) {
  test(`${database}: numbers begin and go on as the schema says, or are refused by name`, async (t) => {
    const project = await createProject(t, { schema: book('identity="always" start="1000" increment="10"'), database })
    const built = await project.orm('build')
    if (database === 'pgsql') t.is(built.code, 0, built.stderr)
    else {
      t.is(built.code, 1)
      const refused =
        database === 'mysql' ? ['identity columns', 'increment'] : ['identity columns', 'first number', 'increment']
      for (const what of refused) t.regex(built.stderr, new RegExp(`ORM-S912 column "id": ${database} has no ${what}`))
      await project.write('schema.xml', book(database === 'mysql' ? 'start="1000"' : 'identity="default"'))
      t.is((await project.orm('build')).code, 0)
    }
    t.is((await project.orm('sql:insert')).code, 0)
    t.is(await project.php(save), { pgsql: '1000 1010 1020', mysql: '1000 1001 1002', sqlite: '1 2 3' }[database])
    if (database === 'pgsql')
      await t.throwsAsync(query(project.database, 'INSERT INTO book (id) VALUES (5)'), { message: /non-DEFAULT value/ })
  })

  test(`${database}: columns that the server fills with every UPDATE, known after save()`, async (t) => {
    const stamp = '<column name="stamp" type="TIMESTAMP" onUpdate="CURRENT_TIMESTAMP"/>'
    const project = await createProject(t, { schema: book('autoIncrement="true"', stamp), database })
    const built = await project.orm('build')
    if (database !== 'mysql') {
      t.is(built.code, 1)
      t.regex(built.stderr, new RegExp(`ORM-S912 column "stamp": ${database} has no ON UPDATE of columns`))
      return
    }
    const { orm, step } = migrationSteps(t, project)
    await step(book('autoIncrement="true"'))
    await query(project.database, "INSERT INTO book (title) VALUES ('old')")
    t.regex(await step(book('autoIncrement="true"', stamp)), /column stamp is added/)
    await orm('model:build')
    t.is(
      await project.php(`
        $book = Shop\\BookQuery::create()->findOne();
        $was = $book->getStamp();
        $book->setTitle('new')->save();
        echo var_export($was, true), ' ', $book->getStamp() !== null && $book->getStamp('Y-m-d H:i:s') === Shop\\BookQuery::create()->select('Stamp')->findOne() ? 'known' : 'unknown';
        $other = (new Shop\\Book())->setTitle('second');
        $other->save();
        echo ' ', var_export($other->getStamp(), true);
      `),
      'NULL known NULL',
    )
    await orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.regex(
      await readFile(join(project.folder, 'schema.xml'), 'utf8'),
      /name="stamp"[^>]* onUpdate="CURRENT_TIMESTAMP"/,
    )
    t.regex(await orm('migration:diff', '--from=database'), /has not changed/)
    await step(book('autoIncrement="true"', stamp.replace(' onUpdate="CURRENT_TIMESTAMP"', '')))
    await orm('migration:down', '--allow-loss')
    await orm('migrate')
    await orm('migration:drift')
  })
}

test('pgsql: identity and serial become each other, with rows and their next numbers', async (t) => {
  t.pass()
  if (!databases.includes('pgsql')) return
  const project = await createProject(t, { schema: book('autoIncrement="true"'), database: 'pgsql' })
  const { orm, step } = migrationSteps(t, project)
  const next = async (): Promise<number> =>
    Number((await query(project.database, "INSERT INTO book (title) VALUES ('x') RETURNING id"))[0]!.id)
  await step(book('autoIncrement="true"'))
  t.deepEqual([await next(), await next()], [1, 2])
  t.regex(await step(book('identity="by default"')), /changes its (?:default, )?identity/)
  t.is(await next(), 3)
  await step(book('identity="always" increment="10"'))
  t.is(await next(), 13)
  await step(book('identity="always" start="500" increment="10"'))
  t.is(await next(), 23)
  await orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
  t.regex(
    await readFile(join(project.folder, 'schema.xml'), 'utf8'),
    /primaryKey="true" identity="always" start="500" increment="10"/,
  )
  await step(book('autoIncrement="true"'))
  t.is(await next(), 24)
  await step(book('identity="always" start="500"'))
  t.is(await next(), 500)
  await step(book('').replace('defaultIdMethod="native" ', ''))
  await query(project.database, "INSERT INTO book (id, title) VALUES (700, 'y')")
  for (let steps = 0; steps < 6; steps++) await orm('migration:down', '--allow-loss')
  t.is(await next(), 701)
  await orm('migrate')
  await orm('migration:drift')
})

for (const database of databases) {
  test(`${database}: a key that a default makes is known after save() of one object and of many`, async (t) => {
    const key = {
      pgsql: 'type="UUID" defaultExpr="gen_random_uuid()"',
      mysql: 'type="CHAR" size="36" defaultExpr="uuid()"',
      sqlite: 'type="CHAR" size="32" defaultExpr="lower(hex(randomblob(16)))"',
    }[database]
    const schema = book('').replace('type="INTEGER" primaryKey="true"', `${key} primaryKey="true"`)
    const project = await createProject(t, { schema, database })
    for (const command of ['build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
    const made = (await project.php(save)).split(' ')
    t.is(new Set(made).size, 3)
    t.deepEqual((await query(project.database, 'SELECT id FROM book')).map(({ id }) => String(id)).sort(), made.sort())
  })
}

test('the example of the manual has its key after save()', async (t) => {
  const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
  const schema = /### Values that the database makes[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
  const project = await createProject(t, { schema, database: 'sqlite' })
  for (const command of ['build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
  const code = await project.php(
    '$ticket = (new Bookstore\\Ticket())->setTitle("Emma"); $ticket->save(); echo $ticket->getCode();',
  )
  t.regex(code, /^[0-9a-f]{32}$/)
})
