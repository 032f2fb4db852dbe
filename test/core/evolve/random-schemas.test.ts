import test from 'ava'
import { loadConfig, OrmError } from 'orm-core'
import { planMigrations } from 'orm-core/internal'
import type { DatabaseName } from '../../support/databases.js'
import { memoryFiles } from '../../support/memory-files.js'
import { coverageOf, wantedCoverage } from '../../support/migration-coverage.js'
import { randomSchemas } from '../../support/random-schemas.js'
import { seedsOf } from '../../support/seed.mjs'

/** Seeds whose pairs meet every kind of change, which a fifth of the first 400 does; all follow where random schemas have changed since. */
const telling: Readonly<Record<DatabaseName, readonly number[]>> = {
  sqlite: [
    3, 5, 6, 7, 13, 17, 19, 23, 31, 33, 34, 36, 40, 42, 44, 48, 52, 54, 56, 58, 59, 60, 64, 67, 68, 69, 70, 71, 72, 77,
    79, 85, 93, 94, 101, 105, 110, 114, 120, 126, 128, 139, 145, 153, 160, 172, 179, 185, 191, 208,
  ],
  pgsql: [
    4, 7, 9, 12, 13, 15, 17, 19, 24, 27, 36, 38, 43, 46, 47, 58, 60, 64, 68, 69, 77, 82, 87, 95, 96, 98, 102, 104, 109,
    112, 121, 132, 149, 150, 166, 170, 171, 172, 176, 177, 183, 210, 212, 221, 226, 228, 238, 251, 265, 276, 277, 278,
    292, 317, 336, 360, 373, 376,
  ],
  mysql: [
    1, 4, 9, 13, 20, 21, 27, 30, 33, 36, 37, 42, 43, 44, 46, 55, 56, 60, 62, 65, 71, 72, 79, 80, 83, 88, 91, 96, 99,
    102, 103, 106, 114, 115, 125, 130, 135, 146, 149, 151, 155, 160, 172, 183,
  ],
}

for (const vendor of Object.keys(telling) as DatabaseName[]) {
  test(`${vendor}: at most 400 pairs of random schemas meet every kind of change`, async (t) => {
    const orm = { database: { connections: { shop: { adapter: vendor, dsn: `${vendor}:x` } } } }
    const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }) })
    const plan = async (schema: string, snapshot?: string, renames: readonly string[] = []) => {
      const files = memoryFiles(snapshot ? { 'generated-migrations/schema.json': snapshot } : {})
      const [planned] = await planMigrations([{ path: 'schema.xml', contents: schema }], { config, files, renames })
      return planned!
    }
    const missing = new Set(wantedCoverage(vendor))
    for (const seed of new Set([...(process.env.ORM_SEED ? [] : telling[vendor]), ...seedsOf(400)])) {
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
