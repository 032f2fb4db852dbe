import test from 'ava'
import { loadConfig, OrmError } from 'orm-core'
import { planMigrations } from 'orm-core/internal'
import type { DatabaseName } from '../../support/databases.js'
import { memoryFiles } from '../../support/memory-files.js'
import { coverageOf, wantedCoverage } from '../../support/migration-coverage.js'
import { randomSchemas } from '../../support/random-schemas.js'
import { seedsOf } from '../../support/seed.mjs'

const vendors: readonly DatabaseName[] = ['sqlite', 'pgsql', 'mysql']

for (const vendor of vendors) {
  test(`${vendor}: at most 400 pairs of random schemas meet every kind of change`, async (t) => {
    const orm = { database: { connections: { shop: { adapter: vendor, dsn: `${vendor}:x` } } } }
    const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }) })
    const plan = async (schema: string, snapshot?: string, renames: readonly string[] = []) => {
      const files = memoryFiles(snapshot ? { 'generated-migrations/schema.json': snapshot } : {})
      const [planned] = await planMigrations([{ path: 'schema.xml', contents: schema }], { config, files, renames })
      return planned!
    }
    const missing = new Set(wantedCoverage(vendor))
    for (const seed of seedsOf(400)) {
      if (missing.size === 0) break
      const { before, after, renames } = randomSchemas(vendor, seed)
      try {
        const first = await plan(before)
        const snapshot = first.files.find(({ path }) => path.endsWith('.json'))!.contents
        const { diff } = await plan(after, snapshot, renames)
        for (const label of coverageOf(diff)) missing.delete(label)
      } catch (error) {
        // Not every change at random makes a schema that compiles.
        if (!(error instanceof OrmError) || !error.diagnostics.every(({ code }) => /^ORM-[SBW]/.test(code))) throw error
      }
    }
    t.deepEqual([...missing], [])
  })
}
