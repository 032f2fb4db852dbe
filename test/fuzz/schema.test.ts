import test from 'ava'
import fc from 'fast-check'
import { buildSql, OrmError } from 'orm-core'
import { arbitraryTables, schemaText } from '../core/schema/arbitrary-schema.js'
import { createDatabase, databases } from '../support/databases.js'
import { exerciseOf } from '../support/exercise.js'
import { check, shareOfMany } from '../support/fuzz.js'
import { syntaxErrors } from '../support/grammars.js'
import { memoryProject } from '../support/memory-project.js'
import { PhpLoader } from '../support/php-loader.js'
import { several, strangeSchema, strangeSchemas } from './arbitrary-strange.js'

/**
 * Properties of ten schemas at a time, which takes a fraction of the time of ten times one. With names.test.ts and
 * outputs.test.ts 10⁵ cases are tried.
 */
const properties = [
  {
    what: 'classes of a schema can be loaded',
    schemas: several(arbitraryTables).map((list) => list.map((tables) => schemaText(tables))),
    // Some of these name types and tables that the database does not have.
    isUsed: false,
    runs: { short: 1, long: 200 },
  },
  {
    what: 'tables and classes of an accepted schema work, and defaults are equal',
    schemas: strangeSchemas,
    isUsed: true,
    runs: { short: 2, long: 1_200 },
  },
]

const php = new PhpLoader()
test.after.always(() => php.end())

for (const name of databases) {
  for (const { what, schemas, isUsed, runs } of properties) {
    test(`${name}: ${what}`, async (t) => {
      const database = await createDatabase(name)
      t.teardown(() => database.drop())
      let share = shareOfMany
      await check(
        t,
        runs,
        fc.asyncProperty(schemas, async (texts) => {
          const projects = await Promise.all(texts.map((text) => exerciseOf(text, database, share)))
          const accepted = projects.filter((project) => project !== undefined)
          const complaint = await php.load(
            ...accepted.map((project) => (isUsed ? project : { classes: project.classes })),
          )
          if (complaint === '') return
          // What is wrong with smaller schemas is looked for with every statement.
          share = 1
          throw new Error(complaint)
        }),
      )
    })
  }
}

for (const vendor of ['mssql', 'oracle'] as const) {
  test(`${vendor}: an independent grammar accepts the SQL of an accepted schema`, async (t) => {
    const { config } = await memoryProject({ name: 'sqlite', dsn: 'sqlite::memory:', user: '', password: '' }, {})
    const shop = { ...config.connections.shop!, adapter: vendor }
    const options = { config: { ...config, connections: { shop } } }
    await check(
      t,
      { short: 4, long: 1_500 },
      fc.asyncProperty(strangeSchema, async (contents) => {
        const built = await buildSql([{ path: 'schema.xml', contents }], options).catch((error: unknown) => {
          if (error instanceof OrmError) return []
          throw error
        })
        const errors = built.flatMap((file) => (file.path.endsWith('.sql') ? syntaxErrors(vendor, file.contents) : []))
        if (errors.length > 0) throw new Error(`${errors.join('\n')}\n${built[0]!.contents}`)
      }),
    )
  })
}
