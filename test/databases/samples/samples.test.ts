import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { createDatabase, databases } from '../../support/databases.js'
import { query } from '../../support/query.js'
import { root } from '../../support/root.mjs'
import { importAndMake } from './round-trip.js'

/** Schemas of PostgreSQL must be there before tables are made in them. */
const prepared = (statements: readonly string[]): string[] => statements.filter((each) => /^CREATE SCHEMA/.test(each))

for (const vendor of databases) {
  const folder = join(root, 'test/databases/samples', vendor)
  for (const file of readdirSync(folder)) {
    const sample = file.slice(0, -4)
    test(`${vendor}: ${sample}, imported and made again, has the same catalog, or a notice names the difference`, async (t) => {
      const [first, second] = [await createDatabase(vendor), await createDatabase(vendor)]
      t.teardown(() => Promise.all([first.drop(), second.drop()]))
      const statements = readFileSync(join(folder, file), 'utf8').trim().replace(/;$/, '').split(/;\n/)
      await query(first, ...statements)
      await query(second, ...prepared(statements))
      const { differences, notices } = await importAndMake(first, second)
      t.deepEqual(differences, [], notices.join('\n'))
    })
  }
}
