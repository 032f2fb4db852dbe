import test from 'ava'
import fc from 'fast-check'
import { arbitraryTables, schemaText } from '../core/schema/arbitrary-schema.js'
import { createDatabase, databases } from '../support/databases.js'
import { exerciseOf } from '../support/exercise.js'
import { check } from '../support/fuzz.js'
import { PhpLoader } from '../support/php-loader.js'
import { strangeSchema } from './arbitrary-strange.js'

for (const [what, schema, short, long] of [
  ['plain', arbitraryTables.map((tables) => schemaText(tables)), 20, 5_000],
  ['strange', strangeSchema, 60, 28_000],
] as const) {
  for (const name of databases) {
    test(`${name}: the tables and classes of an accepted schema work, defaults are equal: ${what}`, async (t) => {
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
          const complaint = exercise && (await php.load(exercise.classes, exercise.database))
          if (complaint) throw new Error(complaint)
        }),
      )
    })
  }
}
