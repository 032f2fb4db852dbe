import { type DialectName, dialects, loadConfig } from 'orm-core'
import { planMigrations, readMigration, Source } from 'orm-core/internal'
import { memoryFiles } from './memory-files.js'

/** The statements of the migration from one schema to another one; none if nothing is to do. */
export async function planned(
  vendor: DialectName,
  before: string,
  after: string,
  renames: readonly string[] = [],
): Promise<string[]> {
  const connections = { shop: { adapter: vendor, dsn: `${vendor}:x` } }
  const config = await loadConfig({
    files: memoryFiles({ 'orm.json': JSON.stringify({ orm: { database: { connections } } }) }),
  })
  const input = (contents: string) => [{ path: 'schema.xml', contents }]
  const [first] = await planMigrations(input(before), { config, files: memoryFiles({}) })
  const snapshot = first!.files.find(({ path }) => path === 'schema.json')!.contents
  const files = memoryFiles({ 'generated-migrations/schema.json': snapshot })
  const [plan] = await planMigrations(input(after), { config, files, renames })
  const sql = plan!.files.find(({ path }) => path.endsWith('.sql'))?.contents
  if (sql === undefined) return []
  return readMigration(new Source('planned.sql', sql), dialects[vendor].lexicon).up.map(({ text }) => text)
}
