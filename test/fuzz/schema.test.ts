import test from 'ava'
import fc from 'fast-check'
import { buildSql, OrmError } from 'orm-core'
import { arbitraryTables, schemaText } from '../core/schema/arbitrary-schema.js'
import { createDatabase, databases } from '../support/databases.js'
import { exerciseOf } from '../support/exercise.js'
import { check } from '../support/fuzz.js'
import { syntaxErrors } from '../support/grammars.js'
import { memoryProject } from '../support/memory-project.js'
import { PhpLoader } from '../support/php-loader.js'
import { strangeSchema } from './arbitrary-strange.js'

for (const name of databases) {
  for (const [what, schema, isUsed, short, long] of [
    // Some of these name types and tables that the database does not have.
    ['classes of a schema can be loaded', arbitraryTables.map((tables) => schemaText(tables)), false, 20, 5_000],
    ['tables and classes of an accepted schema work, and defaults are equal', strangeSchema, true, 40, 28_000],
  ] as const) {
    test(`${name}: ${what}`, async (t) => {
      const php = new PhpLoader()
      const database = await createDatabase(name)
      t.teardown(() => {
        php.end()
        return database.drop()
      })
      await check(
        t,
        { short, long },
        fc.asyncProperty(schema, async (text) => {
          const exercise = await exerciseOf(text, database)
          const complaint = exercise && (await php.load(exercise.classes, isUsed ? exercise.database : null))
          if (complaint) throw new Error(complaint)
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
      { short: 8, long: 5_000 },
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
