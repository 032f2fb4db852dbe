import test from 'ava'
import { columnKinds, extensionStatements } from '../../support/column-kinds.js'
import { databases } from '../../support/databases.js'
import { migrationSteps } from '../../support/migration-steps.js'
import { createProject } from '../../support/project.js'
import { query } from '../../support/query.js'

const schema = (attributes: string) =>
  `<database name="shop"><table name="line"><column name="id" type="INTEGER" primaryKey="true"/>
    <column name="c" ${attributes}/></table></database>`

/** A value as text, by type. */
const texts: Readonly<Record<string, string>> = {
  YEAR: '2026',
  TIMESTAMPTZ: '2021-02-03 04:05:06+00',
  INTERVAL: '1 day 02:00:00',
  INET: '10.0.0.1',
  CIDR: '10.0.0.0/8',
  MACADDR: '08:00:2b:01:02:03',
  CITEXT: 'Abc',
  HSTORE: '"a"=>"1"',
  BIT: '0101',
  VARBIT: '011',
}

for (const database of databases) {
  test(`${database}: columns become rare types and text again, with their rows`, async (t) => {
    const project = await createProject(t, { schema: schema('type="LONGVARCHAR"'), database })
    if (database === 'pgsql') await query(project.database, ...extensionStatements)
    const { step } = migrationSteps(t, project)
    for (const [type, value] of Object.entries(texts)) {
      const { attributes: [attributes = {}] = [], not = [] } = columnKinds[type as keyof typeof columnKinds]
      // Bits of MySQL are no text.
      if (not.includes(database) || (type === 'BIT' && database === 'mysql')) continue
      const more = Object.entries(attributes).map(([name, text]) => ` ${name}="${text}"`)
      await step(schema('type="LONGVARCHAR"'))
      await query(project.database, 'DELETE FROM line', `INSERT INTO line VALUES (1, '${value}')`)
      await step(schema(`type="${type}"${more.join('')}`))
      await step(schema('type="LONGVARCHAR"'))
      const [row] = await query(project.database, 'SELECT c FROM line')
      t.is(String(row?.c), value, type)
    }
  })
}
