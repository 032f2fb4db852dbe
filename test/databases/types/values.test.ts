import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { extensionStatements, samplesOn, samplesSchema } from '../../support/column-kinds.js'
import { databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'
import { query } from '../../support/query.js'
import { root } from '../../support/root.mjs'

/** Columns of arrays, as the samples are. */
const arrays = [
  ...['INTEGER', 'BIGINT', 'BOOLEAN', 'DOUBLE', 'DECIMAL', 'VARCHAR', 'TIMESTAMP', 'DATE', 'UUID', 'INET', 'INTERVAL'],
].map((type) => ({
  type,
  column: `Of${type}List`,
  xml: `<column name="of_${type.toLowerCase()}_list" phpName="Of${type}List" type="${type}" array="true"/>`,
  value: '',
}))

for (const database of databases) {
  test(`${database}: random values of every rare type are the same in objects, rows, arrays and conditions`, async (t) => {
    const columns = samplesOn(database).map((sample) => ({
      ...sample,
      xml: sample.xml.replace(/(type="(?:VAR)?BIT") size="4"/, '$1 size="9"'),
    }))
    const all = database === 'pgsql' ? [...columns, ...arrays] : columns
    const project = await createProject(t, { schema: samplesSchema(all), database })
    if (database === 'pgsql') await query(project.database, ...extensionStatements)
    await project.build()
    const code = await readFile(join(root, 'test/databases/types/values.php'), 'utf8')
    const count = { sqlite: 1, mysql: 2, pgsql: 27 }[database]
    t.is(await project.php(code.replace(/^<\?php[\s\S]*?declare\(strict_types=1\);/, '')), `${count} types`)
  })
}

for (const section of databases.includes('pgsql') ? ['Types of some databases', 'Ranges and arrays'] : []) {
  test(`pgsql: the example of "${section}" prints what the page says`, async (t) => {
    const page = (await readFile(join(root, 'docs/schema.md'), 'utf8')).split(`### ${section}\n`)[1] ?? ''
    const [, schema = '', code = ''] = /```xml\n([\s\S]*?)```\s*```php\n([\s\S]*?)```/.exec(page) ?? []
    const project = await createProject(t, { schema, database: 'pgsql' })
    await project.build()
    const said = [...code.matchAll(/\/\/ (.*)$/gm)].map(([, text]) => text).join('')
    t.not(said, '')
    t.is(await project.php(code), said)
  })
}
