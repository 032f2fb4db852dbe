import test from 'ava'
import { query } from '../../support/query.js'
import { migrationProject, run, runners } from './runners.js'

const schema = (column: string) => `
<database name="shop" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    ${column}
    <index name="by_name"><index-column name="name"/></index>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
</database>`

for (const runner of runners) {
  test(`sqlite, ${runner.name}: a table that is made anew keeps triggers, views, indexes, references and its counter`, async (t) => {
    const project = await migrationProject(t, 'sqlite')
    const { database } = project
    const apply = async (column: string, name: string) => {
      await project.write('schema.xml', schema(column))
      const written = await project.orm('migration:diff', name)
      t.is(written.code, 0, written.stderr)
      const applied = await run(runner, project, ['migrate'])
      t.is(applied.code, 0, applied.stdout + applied.stderr)
    }
    await apply('<column name="name" type="VARCHAR" size="20"/>', 'first')
    await query(
      database,
      "INSERT INTO author (id, name) VALUES (1, 'a'), (9, 'z')",
      'INSERT INTO book (author_id) VALUES (1)',
      'DELETE FROM author WHERE id = 9',
      'CREATE TABLE log (what TEXT)',
      "CREATE TRIGGER told AFTER INSERT ON author BEGIN INSERT INTO log VALUES ('new ' || NEW.name); END",
      'CREATE INDEX by_hand ON author (name, id)',
      'CREATE VIEW names AS SELECT name FROM author',
    )
    await apply('<column name="name" type="VARCHAR" size="40" required="true"/>', 'wider')
    const [table] = await query(database, "SELECT sql FROM sqlite_master WHERE name = 'author'")
    t.regex(String(table!.sql), /VARCHAR\(40\) NOT NULL/)
    await query(database, "INSERT INTO author (name) VALUES ('b')")
    t.deepEqual(
      (await query(database, 'SELECT what FROM log')).map(({ what }) => what),
      ['new b'],
    )
    t.deepEqual(
      (await query(database, 'SELECT name FROM names ORDER BY name')).map(({ name }) => name),
      ['a', 'b'],
    )
    t.is((await query(database, "SELECT 1 FROM sqlite_master WHERE name IN ('by_hand', 'by_name')")).length, 2)
    t.is(Number((await query(database, "SELECT id FROM author WHERE name = 'b'"))[0]!.id), 10)
    t.is((await query(database, 'SELECT 1 FROM book')).length, 1)
  })
}
