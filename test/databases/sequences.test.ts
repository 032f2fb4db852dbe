import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const shop = (
  sequences: string,
  number = 'sequence="invoice_no"',
) => `<database name="shop" namespace="Shop">${sequences}
  <table name="invoice">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="number" type="INTEGER" ${number}/>
  </table>
  <table name="credit_note">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="number" type="BIGINT" ${number}/>
  </table></database>`

for (const database of databases) {
  test(`${database}: the example of the manual: tables share numbers, which objects know`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /## `<sequence>`[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    for (const args of [['build'], ['sql:insert', '--yes'], ['sql:insert', '--yes']]) {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const numbers = await project.php(`
      $note = new Bookstore\\CreditNote();
      $note->save();
      $invoices = new Orm\\Runtime\\Collection\\ObjectCollection();
      $invoices->setModel(Bookstore\\Invoice::class);
      foreach ([null, 7, null] as $number) {
        $invoices[] = $number === null ? new Bookstore\\Invoice() : (new Bookstore\\Invoice())->setNumber($number);
      }
      $invoices->save();
      $last = new Bookstore\\CreditNote();
      $last->save();
      $all = [$note, ...$invoices, $last];
      echo implode(' ', array_map(fn ($each) => var_export($each->getNumber(), true), $all));
    `)
    if (database === 'sqlite') {
      t.is(numbers, 'NULL NULL 7 NULL NULL')
      await project.write('schema.xml', schema.replace(/ only="[^"]*"/, ''))
      const { code, stderr } = await project.orm('build')
      t.is(code, 1)
      t.regex(stderr, /ORM-S917 sequence "invoice_no": sqlite has no sequences/)
    } else t.is(numbers, '1000 1001 7 1002 1003')
  })

  if (database === 'sqlite') continue
  test(`${database}: a schema of sequences only creates them`, async (t) => {
    const project = await createProject(t, {
      schema: '<database name="shop"><sequence name="invoice_no" start="1000"/></database>',
      database,
    })
    for (const args of [['sql:build'], ['sql:insert', '--yes']]) {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const next = database === 'pgsql' ? "nextval('invoice_no')" : 'NEXTVAL(invoice_no)'
    const [row] = await query(project.database, `SELECT ${next} AS number`)
    t.is(Number(row!.number), 1000)
  })

  test(`${database}: sequences come, change and go by migrations, with drift and reverse`, async (t) => {
    const project = await createProject(t, { schema: shop('', ''), database })
    const { orm, step } = migrationSteps(t, project)
    const next = async (table: string, id: number): Promise<number> => {
      await query(project.database, `INSERT INTO ${table} (id) VALUES (${id})`)
      return Number((await query(project.database, `SELECT number FROM ${table} WHERE id = ${id}`))[0]!.number)
    }
    await step(shop('', ''))
    await query(project.database, 'INSERT INTO invoice (id, number) VALUES (1, 5)')
    t.regex(await step(shop('<sequence name="invoice_no" start="1000"/>')), /sequence invoice_no is created/)
    t.deepEqual([await next('invoice', 2), await next('credit_note', 2), await next('invoice', 3)], [1000, 1001, 1002])
    const changed = shop('<sequence name="invoice_no" start="500" increment="10"/><sequence name="Odd `&quot;no"/>')
    t.regex(await step(changed), /sequence invoice_no begins at 500 and counts by 10/)
    const [one, two] = [await next('invoice', 4), await next('credit_note', 4)]
    t.true(one > 1002 && two === one + 10, `${one} ${two}`)

    await orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    const reversed = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    t.regex(reversed, /<sequence name="invoice_no" start="500" increment="10"\/>/)
    t.regex(reversed, /<sequence name="Odd `&quot;no"\/>/)
    t.is(reversed.match(/name="number"[^>]* sequence="invoice_no"/g)?.length, 2)
    t.regex(await orm('migration:diff', '--from=database'), /has not changed/)

    const quoted = database === 'mysql' ? '`Odd ``"no`' : '"Odd `""no"'
    await query(project.database, `DROP SEQUENCE ${quoted}`)
    await query(project.database, 'ALTER SEQUENCE invoice_no INCREMENT BY 3')
    await query(project.database, 'CREATE SEQUENCE of_others')
    const drift = await project.orm('migration:drift')
    t.is(drift.code, 5)
    t.regex(drift.stdout + drift.stderr, /sequence Odd `"no is dropped[\s\S]*CREATE SEQUENCE/)
    t.regex(drift.stdout + drift.stderr, /sequence invoice_no begins at 500 and counts by 3/)
    t.notRegex(drift.stdout + drift.stderr, /of_others/)
    await query(project.database, `CREATE SEQUENCE ${quoted}`)
    await query(project.database, 'ALTER SEQUENCE invoice_no INCREMENT BY 10')
    await orm('migration:drift')

    await step(shop('', ''))
    await t.throwsAsync(query(project.database, 'ALTER SEQUENCE invoice_no INCREMENT BY 1'))
    for (let steps = 0; steps < 3; steps++) await orm('migration:down', '--allow-loss')
    t.is(Number((await query(project.database, 'SELECT number FROM invoice WHERE id = 1'))[0]!.number), 5)
    await orm('migrate')
    await orm('migration:drift')
  })

  test(`${database}: a key that a shared sequence numbers`, async (t) => {
    const schema = shop('<sequence name="any_id"/>', '').replaceAll(
      'primaryKey="true"',
      'primaryKey="true" sequence="any_id"',
    )
    const project = await createProject(t, { schema, database })
    const { orm, step } = migrationSteps(t, project)
    await step(schema)
    await orm('build')
    t.is(
      await project.php(`
        $invoice = (new Shop\\Invoice())->setNumber(1);
        $invoice->save();
        $note = (new Shop\\CreditNote())->setNumber(1);
        $note->save();
        echo $invoice->getId(), ' ', $note->getId();
      `),
      '1 2',
    )
    await orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.regex(await orm('migration:diff', '--from=database'), /has not changed/)
  })
}

const stock = `<database name="shop" namespace="Shop">${[
  ['stock', 'ITEM_Numbers'],
  ['Mixed Stock', 'order'],
  ['stock', "it's &quot;odd&quot;.no-1"],
  [undefined, 'Own Numbers'],
  ['Mixed Stock', undefined],
]
  .map(
    ([schema, sequence], index) => `
  <table name="Item_${index}" phpName="Item${index}"${schema === undefined ? '' : ` schema="${schema}"`} allowPkInsert="true">
    <column name="Id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="20"/>
    ${sequence === undefined ? '' : `<id-method-parameter value="${sequence}"/>`}
  </table>`,
  )
  .join('')}</database>`

if (databases.includes('pgsql')) {
  test('pgsql: every way to write a row uses the named sequence, in its SQL schema and with quotes', async (t) => {
    const project = await createProject(t, { schema: stock, database: 'pgsql' })
    for (const schema of ['stock', 'Mixed Stock']) await query(project.database, `CREATE SCHEMA "${schema}"`)
    for (const args of [['build'], ['sql:insert', '--yes']]) {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const ids = await project.php(`
      foreach (range(0, 4) as $number) {
        [$class, $map] = ["Shop\\\\Item$number", "Shop\\\\Map\\\\Item{$number}TableMap"];
        ($one = (new $class())->setName('one'))->save();
        $many = new Orm\\Runtime\\Collection\\ObjectCollection();
        $many->setModel($class);
        $many->exchangeArray([(new $class())->setName('two'), (new $class())->setName('three')]);
        $many->save();
        $values = new Orm\\Runtime\\ActiveQuery\\Criteria($map::DATABASE_NAME);
        $values->add($map::COL_NAME, 'four');
        echo implode(' ', [$one->getId(), $many[0]->getId(), $many[1]->getId(), $map::doInsert($values)]), "\\n";
      }
    `)
    t.is(ids, '1 2 3 4\n'.repeat(5))
  })
}
