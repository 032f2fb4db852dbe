import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { buildMigrations, formatDiagnostic, loadConfig, Project, writeFiles } from 'orm-core'

const schema = (columns = '') =>
  `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/>${columns}</table></database>`

test('a project that has migrations is told when its schema is ahead of them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-pending-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const connections = { shop: { adapter: 'sqlite', dsn: 'sqlite::memory:' } }
  const orm = { paths: { schemaDir: folder, outputDir: folder }, database: { connections } }
  await writeFile(join(folder, 'orm.json'), JSON.stringify({ orm }))
  const warnings = async (text: string) => {
    await writeFile(join(folder, 'schema.xml'), text)
    return (await new Project({ configDir: folder }).build()).warnings.map(formatDiagnostic)
  }
  t.deepEqual(await warnings(schema()), [], 'without migrations')
  const config = await loadConfig({ configDir: folder })
  const inputs = [{ path: 'schema.xml', contents: await readFile(join(folder, 'schema.xml')) }]
  await writeFiles(await buildMigrations(inputs, { config }), config.paths.migrationDir)
  t.deepEqual(await warnings(schema()), [], 'with the migration')
  const [warning = ''] = await warnings(schema('<column name="isbn" type="INTEGER"/>'))
  t.regex(warning, /ORM-M501 .*book: column isbn is added/)
})
