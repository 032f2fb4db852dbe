import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const word = (attributes: string, child = '') => `<database name="shop" namespace="Shop">
  <table name="word" ${attributes}>
    <column name="text" type="VARCHAR" size="40" primaryKey="true"/>
    <column name="price" type="DECIMAL" size="8" scale="2"/>
    <column name="count" type="INTEGER" defaultValue="1"/>
    <column name="known" type="BOOLEAN"/>
    <column name="seen_at" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP"/>
    <column name="data" type="BLOB"/>
    <index name="by_price"><index-column name="price"/></index>
  </table>
  <table name="use_of_word" ${child}>
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="text" type="VARCHAR" size="40"/>
    <foreign-key foreignTable="word"><reference local="text" foreign="text"/></foreign-key>
  </table>
</database>`

const cases: Readonly<Record<string, readonly (readonly [attributes: string, child: string, said: RegExp])[]>> = {
  sqlite: [
    ['strict="true"', '', /word: STRICT changes/],
    ['strict="true" withoutRowid="true"', '', /word: WITHOUT ROWID changes/],
    ['withoutRowid="true"', 'strict="true"', /word: STRICT changes/],
    ['', '', /word: WITHOUT ROWID changes/],
  ],
  pgsql: [
    ['', 'unlogged="true"', /use_of_word: UNLOGGED changes/],
    ['unlogged="true"', 'unlogged="true"', /word: UNLOGGED changes/],
    ['', '', /word: UNLOGGED changes/],
    ['unlogged="true"', 'unlogged="true"', /word: UNLOGGED changes/],
  ],
}

for (const database of databases.filter((name) => name in cases)) {
  test(`${database}: kinds of tables come and go by migrations with all rows, there and back, and are read back`, async (t) => {
    const project = await createProject(t, { schema: word(''), database })
    const { orm, step } = migrationSteps(t, project)
    await step(word(''))
    await query(
      project.database,
      `INSERT INTO word (text, price, count, known) VALUES ('a', 1.5, 3, ${database === 'pgsql' ? 'true' : 1}), ('b', 2, NULL, NULL)`,
      "INSERT INTO use_of_word (id, text) VALUES (1, 'a')",
    )
    const rows = async () =>
      (
        await query(
          project.database,
          'SELECT w.text, w.price, u.id FROM word w LEFT JOIN use_of_word u ON u.text = w.text ORDER BY 1',
        )
      ).map((row) => [row.text, Number(row.price), row.id === null ? null : Number(row.id)])
    const expected = [
      ['a', 1.5, 1],
      ['b', 2, null],
    ]
    for (const [attributes, child, said] of cases[database]!) {
      t.regex(await step(word(attributes, child)), said)
      t.deepEqual(await rows(), expected)
      await orm('database:reverse', 'shop', '--overwrite')
      const read = await readFile(join(project.folder, 'generated-reversed-database/schema.xml'), 'utf8')
      for (const [kind] of `${attributes} ${child}`.matchAll(/\w+="true"/g)) t.true(read.includes(kind), read)
      await project.write('schema.xml', read)
      t.regex(await orm('migration:diff', '--from=database'), /has not changed/)
    }
    for (const _ of cases[database]!) {
      await orm('migration:down', '--allow-loss')
      t.deepEqual(await rows(), expected)
    }
  })
}

if (databases.includes('sqlite')) {
  test('sqlite: models write and read a STRICT table of the manual', async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /### Kinds of tables[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database: 'sqlite' })
    for (const command of ['build', 'sql:insert', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    const said = await project.php(`
      (new Bookstore\\Word())->setText('a')->setPrice('12.50')->setSeenAt('2026-01-02 03:04:05')->save();
      Bookstore\\Map\\WordTableMap::clearInstancePool();
      $word = Bookstore\\WordQuery::create()->filterByPrice(['min' => 9, 'max' => 100])->findOne();
      echo $word->getText(), ' ', $word->getPrice(), ' ', $word->getSeenAt('Y-m-d H:i:s');
    `)
    t.is(said, 'a 12.50 2026-01-02 03:04:05')
  })
}
