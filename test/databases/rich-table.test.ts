import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../support/databases.js'
import { isFuzz } from '../support/fuzz.js'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'
import { seedOf } from '../support/seed.mjs'

/** A table with all that each database has. */
const schemaOn = (database: DatabaseName) => {
  const has =
    (...names: DatabaseName[]) =>
    (text: string, other = '') =>
      names.includes(database) ? text : other
  // SQLite has no digits of decimal numbers.
  const [pgsql, mysql, sqlite, native] = [has('pgsql'), has('mysql'), has('sqlite'), has('pgsql', 'mysql')]
  return `<database name="rich" namespace="Rich">
    <domain name="positive" type="INTEGER" expression="VALUE &gt; 0" required="true" defaultValue="1"/>
    <table name="offer">
      <column name="id" type="INTEGER" primaryKey="true" ${pgsql('identity="always" start="10" increment="5"', 'autoIncrement="true"')}/>
      <column name="title" type="VARCHAR" size="60"><check name="title_given" expression="title &lt;&gt; ''"/></column>
      <column name="price" type="DECIMAL" size="8" scale="2" required="true" defaultValue="1.50"/>
      <column name="quantity" domain="positive"/>
      <column name="total" type="DECIMAL" size="14" scale="2" generated="${sqlite('ROUND(price * quantity, 2)', 'price * quantity')}" stored="true"/>
      <column name="state" type="ENUM" ${native('native="true"')} valueSet="new, on sale, it's gone" defaultValue="new" phpEnum="true" required="true"/>
      <column name="kinds" type="SET" ${native('native="true"')} valueSet="a, b, c" phpEnum="true"/>
      <column name="meta" type="JSON"/>
      ${pgsql('<column name="tags" type="VARCHAR" array="true" defaultValue="{}"/><column name="ages" type="INT4RANGE"/>')}
      <column name="seen" type="${pgsql('TIMESTAMPTZ', 'TIMESTAMP')}" ${mysql('size="6"')}/>
      ${mysql('<column name="stamp" type="TIMESTAMP" size="6" onUpdate="CURRENT_TIMESTAMP"/>')}
      <check name="price_fair" expression="price &gt;= 0 AND price &lt; 1000"/>
      <unique name="offer_title"><unique-column name="title"/></unique>
      <index name="by_total"><index-column name="total" order="desc"/></index>
    </table>
  </database>`
}

for (const database of databases) {
  test(`${database}: an application with a table of everything does what plain arrays do`, async (t) => {
    const project = await createProject(t, { schema: schemaOn(database), database })
    await project.build()
    const code = await readFile(join(root, 'test/databases/rich-table.php'), 'utf8')
    const sql = await readFile(join(project.folder, 'generated-sql/rich.sql'), 'utf8')
    const check = /CONSTRAINT .(\w+_c_\w+). CHECK/.exec(sql)![1]!
    const seed = seedOf()
    const steps = isFuzz ? 5000 : 250
    const said = await project.php(
      code
        .replace('<?php', '')
        .replace('DOMAIN_CHECK', check)
        .replace("'SEED'", String(seed))
        .replace("'STEPS'", String(steps)),
    )
    t.is(said, `${steps} steps`, `ORM_SEED=${seed}`)
  })
}
