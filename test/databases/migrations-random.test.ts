import test from 'ava'
import { OrmError } from 'orm-core'
import { type DatabaseName, databases } from '../support/databases.js'
import { MigrationBench } from '../support/migration-bench.js'
import { coverageOf, wantedCoverage } from '../support/migration-coverage.js'
import { pairProblem } from '../support/migration-pair.js'
import { benchOptions, randomSchemas } from '../support/random-schemas.js'

/** The long form: ORM_MIGRATIONS=1, with `npm run test:migrations`. ORM_MIGRATION_SEED runs one pair. */
const isLong = process.env.ORM_MIGRATIONS === '1'
const counts: Readonly<Record<DatabaseName, number>> = isLong
  ? { sqlite: 2000, pgsql: 300, mysql: 300 }
  : { sqlite: 15, pgsql: 4, mysql: 4 }
const only = process.env.ORM_MIGRATION_SEED
/** Where to begin, so that several processes can share the work. */
const from = Number(process.env.ORM_MIGRATION_FROM ?? 1)
const pairs = Number(process.env.ORM_MIGRATION_PAIRS ?? 0)

/** What is wrong with a pair; undefined where nothing is, `none` where it is no pair at all. */
async function problemOf(
  first: MigrationBench,
  second: MigrationBench,
  seed: number,
  reached: Set<string>,
): Promise<string | undefined> {
  try {
    const problem = await pairProblem(first, second, randomSchemas(first.database.name, seed), (diff) => {
      for (const label of coverageOf(diff)) reached.add(label)
    })
    return problem && `seed ${seed}: ${problem}`
  } catch (error) {
    // Not every change at random makes a schema that compiles.
    if (error instanceof OrmError && error.diagnostics.every(({ code }) => /^ORM-[SBW]/.test(code))) return 'none'
    throw error
  }
}

for (const name of databases) {
  test(`${name}: random schemas become each other and back, with their rows`, async (t) => {
    const [first, second] = [
      await MigrationBench.open(name, benchOptions[name]),
      await MigrationBench.open(name, benchOptions[name]),
    ]
    const problems: string[] = []
    const reached = new Set<string>()
    let none = 0
    try {
      const seeds =
        only === undefined ? Array.from({ length: pairs || counts[name] }, (_, index) => index + from) : [Number(only)]
      for (const seed of seeds) {
        const problem = await problemOf(first, second, seed, reached)
        if (problem === 'none') none++
        else if (problem !== undefined) {
          problems.push(problem)
          if (isLong) process.stderr.write(`${name}: ${problem.split('\n-- ')[0]}\n`)
        }
        if (isLong && seed % 100 === 0) process.stderr.write(`${name}: ${seed} pairs\n`)
      }
      t.deepEqual(problems, [])
      if (seeds.length >= 400)
        t.deepEqual(
          wantedCoverage(name).filter((label) => !reached.has(label)),
          [],
        )
      t.true(none <= seeds.length * 0.2, `${none} of ${seeds.length} are no schemas`)
    } finally {
      await first.close()
      await second.close()
    }
  })
}
