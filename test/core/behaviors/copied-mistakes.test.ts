import test from 'ava'
import { buildSql, type DialectName, loadConfig, OrmError } from 'orm-core'
import { oneConnection } from '../../support/one-connection.js'

/** A mistake in a column, an index or a foreign key of a table, with the code of its message. */
const mistakes: Readonly<Record<string, readonly [code: string, platform: DialectName, xml: string]>> = {
  'default of another type': ['ORM-S308', 'pgsql', '<column name="pages" type="INTEGER" default="many"/>'],
  'array with another element': [
    'ORM-S308',
    'pgsql',
    '<column name="pages" type="INTEGER" array="true" default="{many}"/>',
  ],
  'size beyond the limit': ['ORM-S304', 'pgsql', '<column name="price" type="DECIMAL" size="2000"/>'],
  'type of another vendor': ['ORM-S910', 'sqlite', '<column name="address" type="INET"/>'],
  'native type of another vendor': ['ORM-S914', 'sqlite', '<column name="s" type="ENUM" native="true" valueSet="a"/>'],
  'index of another vendor': ['ORM-S918', 'sqlite', '<index method="gin"><index-column name="title"/></index>'],
  'unique key of another vendor': [
    'ORM-S918',
    'mysql',
    '<unique where="id &gt; 1"><unique-column name="title"/></unique>',
  ],
  'foreign key of another type': [
    'ORM-S507',
    'pgsql',
    '<foreign-key foreignTable="book"><reference local="title" foreign="id"/></foreign-key>',
  ],
}

for (const [what, [code, platform, xml]] of Object.entries(mistakes)) {
  test(`copies of a table do not repeat a mistake: ${what}`, async (t) => {
    const schema = `<database name="d">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="40"/>
    ${xml}
    <behavior name="archivable"><parameter name="inherit_foreign_key_constraints" value="true"/></behavior>
    <behavior name="versionable"/>
  </table>
</database>`
    const config = await loadConfig({ files: oneConnection })
    const inputs = [{ path: 'schema.xml', contents: schema }]
    const error = await t.throwsAsync(buildSql(inputs, { config, platform }), { instanceOf: OrmError })
    t.deepEqual(
      error?.diagnostics.filter(({ severity }) => severity === 'error').map((each) => [each.code, each.place?.line]),
      [[code, 5]],
    )
  })
}
