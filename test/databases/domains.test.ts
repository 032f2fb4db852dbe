import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const reader = (domain: string, column: string, more = '') => `<database name="shop" namespace="Shop">
  ${domain}
  <table name="reader">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="mail" ${column}/>
    ${more}
  </table>
</database>`

const plain = 'type="VARCHAR" size="80"'
const mail = (attributes: string, checks = '') =>
  `<domain name="e-mail" type="VARCHAR" size="80" ${attributes}>${checks}</domain>`
const at = mail(`expression="VALUE LIKE '%@%' AND value &lt;&gt; 'the VALUE @'"`)

for (const database of databases) {
  const text = database === 'pgsql' ? 'VALUE' : 'the column'

  test(`${database}: the example of the manual for domains`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /## `<domain>`[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    for (const args of [['build'], ['sql:insert', '--yes'], ['sql:insert', '--yes']]) {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const thrown = await project.php(`
      $names = [];
      foreach ([['Email' => 'nobody'], ['Email' => 'a@b', 'Backup' => 'none'], ['Email' => 'a@b', 'Stars' => 6], ['Email' => 'a@b']] as $values) {
        try {
          (new Bookstore\\Reader())->fromArray($values)->save();
          $names[] = 'written';
        } catch (Orm\\Runtime\\Exception\\Database\\CheckViolation $violation) {
          $names[] = $violation->getConstraint();
        }
      }
      echo implode(' ', $names), ' ', Bookstore\\ReaderQuery::create()->findOneByEmail('a@b')->getStars();
    `)
    const name = database === 'pgsql' ? 'email_c_' : 'reader_c_'
    t.regex(
      thrown,
      new RegExp(
        `^(${name}[0-9a-f]{6}) ${name}\\w+ ${database === 'pgsql' ? 'at_most_five' : `${name}\\w+`} written 3$`,
      ),
    )
  })

  test(`${database}: conditions of domains, with ${text}, come, change and go by migrations`, async (t) => {
    const project = await createProject(t, { schema: reader('', plain), database })
    const { orm, step } = migrationSteps(t, project)
    const insert = (id: number, value: string) =>
      query(project.database, `INSERT INTO reader (id, mail) VALUES (${id}, '${value}')`)
    const rows = async () =>
      (await query(project.database, 'SELECT mail FROM reader ORDER BY id')).map((row) => row.mail)
    await step(reader('', plain))
    await insert(1, 'a@b')
    t.regex(
      await step(reader(at, 'domain="e-mail"')),
      database === 'pgsql' ? /domain e-mail is created[\s\S]*ORM-M108/ : /ORM-M108/,
    )
    await t.throwsAsync(insert(2, 'nobody'))
    await t.throwsAsync(insert(2, 'the VALUE @'))
    await insert(2, 'c@d')
    const other = mail(
      '',
      '<check expression="length(VALUE) &lt; 9"/><check name="not_x" expression="VALUE &lt;&gt; \'x\'"/>',
    )
    t.regex(await step(reader(other, 'domain="e-mail"')), /check/)
    await insert(3, 'nobody')
    await t.throwsAsync(insert(4, 'a long one'))
    await t.throwsAsync(insert(4, 'x'))
    const longer = other.replace('size="80"', 'size="90"').replace('&lt; 9', '&lt; 12')
    await step(reader(longer, 'domain="e-mail" required="true" defaultValue="y"'))
    await t.throwsAsync(insert(4, 'x'))
    await insert(4, 'a long one')
    await step(reader(longer, 'domain="e-mail"', '<column name="more" domain="e-mail" defaultValue="z"/>'))
    await step(reader(longer, plain))
    await insert(5, 'x')
    t.deepEqual(await rows(), ['a@b', 'c@d', 'nobody', 'a long one', 'x'])
    if (database === 'pgsql')
      t.deepEqual(
        await query(
          project.database,
          "SELECT typname FROM pg_type WHERE typtype = 'd' AND typnamespace = 'public'::regnamespace",
        ),
        [],
      )
    await query(project.database, 'DELETE FROM reader WHERE id > 3')
    for (let steps = 0; steps < 3; steps++) await orm('migration:down', '--allow-loss')
    await t.throwsAsync(insert(5, 'x'))
    t.deepEqual(await rows(), ['a@b', 'c@d', 'nobody'])
  })

  if (database !== 'pgsql') continue
  test(`${database}: domains of a foreign catalog are read with their checks`, async (t) => {
    const project = await createProject(t, { schema: reader('', plain), database })
    await query(
      project.database,
      'CREATE SCHEMA other',
      "CREATE DOMAIN email AS varchar(255) CHECK (VALUE ~ '@')",
      'CREATE DOMAIN "odd ""; name" AS integer NOT NULL DEFAULT 1 CONSTRAINT "a; b" CHECK (VALUE > 0) CHECK (VALUE < 9)',
      'CREATE DOMAIN other.code AS text CHECK (length(VALUE) = 4)',
      'CREATE DOMAIN other.email AS text CHECK (length(VALUE) = 5)',
      'CREATE DOMAIN amount AS numeric(9,2)',
      'CREATE DOMAIN work_email AS email CHECK (length(VALUE) > 3)',
      'CREATE TABLE person (id integer PRIMARY KEY, mail email, "number" "odd ""; name", code other.code, sum amount, work work_email, old other.email)',
      "CREATE TABLE letter (code other.code PRIMARY KEY, mail email NOT NULL DEFAULT 'a@b')",
      'CREATE VIEW mails AS SELECT id, mail FROM person',
    )
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    t.regex(schema, /<domain name="email" type="VARCHAR" size="255">\s*<check name="email_check" expression="[^"]+"\/>/)
    t.regex(schema, /<domain name="code" schema="other" type="VARCHAR" sqlType="text">/)
    t.regex(schema, /<column name="mail" domain="email" required="true" defaultValue="a@b"\/>/)
    for (const text of [
      'person.number: NOT NULL of the domain odd "; name becomes that of the column',
      'person.number: the default of the domain odd "; name becomes that of the column',
      'person.sum: the domain amount becomes numeric(9,2)',
      'person.work: the domain work_email becomes character varying(255), without',
      'person.old: the domain email becomes text, without',
    ])
      t.true(reversed.stderr.includes(text), `${text}\n${reversed.stderr}`)
    for (const command of ['build', 'migration:baseline', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    const other = await createProject(t, { schema, database })
    await query(other.database, 'CREATE SCHEMA other')
    for (const command of ['build', 'sql:insert']) {
      const { code, stdout, stderr } = await other.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    await t.throwsAsync(query(other.database, "INSERT INTO letter (code) VALUES ('toolong')"), {
      message: /code_check/,
    })
    await t.throwsAsync(query(other.database, 'INSERT INTO person (id, number) VALUES (1, 0)'), { message: /a; b/ })
  })
}
