import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type DialectName, dialects, loadConfig } from 'orm-core'
import { planMigrations, readMigration, Source } from 'orm-core/internal'
import { syntaxErrors } from '../../support/grammars.js'
import { memoryFiles } from '../../support/memory-files.js'
import { root } from '../../support/root.mjs'

const folder = join(root, 'test', 'core', 'evolve', 'golden')

/** Every kind of change that there is, from `before.schema.xml` to `after.schema.xml`. */
async function migrationOf(vendor: DialectName, online: boolean): Promise<string> {
  const connections = { shop: { adapter: vendor, dsn: `${vendor}:x` } }
  const config = await loadConfig({
    files: memoryFiles({ 'orm.json': JSON.stringify({ orm: { database: { connections } } }) }),
  })
  const schema = async (name: string) => [
    { path: 'schema.xml', contents: await readFile(join(folder, `${name}.schema.xml`), 'utf8') },
  ]
  const [first] = await planMigrations(await schema('before'), { config, files: memoryFiles({}) })
  const snapshot = first!.files.find(({ path }) => path === 'schema.json')!.contents
  const [plan] = await planMigrations(await schema('after'), {
    config,
    files: memoryFiles({ 'generated-migrations/schema.json': snapshot }),
    renames: ['loan:rental', 'book.title:name'],
    online,
  })
  return plan!.files.find(({ path }) => path.endsWith('.sql'))!.contents
}

for (const vendor of Object.keys(dialects) as DialectName[]) {
  for (const online of vendor === 'pgsql' || vendor === 'mysql' ? [false, true] : [false]) {
    const name = `${vendor}${online ? '-online' : ''}.sql`
    test(`${name}: every kind of change, there and back`, async (t) => {
      const sql = await migrationOf(vendor, online)
      if (process.env.UPDATE_GOLDEN && !process.env.CI) await writeFile(join(folder, name), sql)
      t.is(sql, await readFile(join(folder, name), 'utf8'))
      const { up, down } = readMigration(new Source(name, sql), dialects[vendor].lexicon)
      t.true(up.length > 0 && down!.length > 0)
      if (vendor !== 'mssql' && vendor !== 'oracle') return
      for (const { text } of [...up, ...down!]) t.deepEqual(syntaxErrors(vendor, `${text};`), [], text)
    })
  }
}
