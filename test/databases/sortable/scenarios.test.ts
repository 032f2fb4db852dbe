import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../../support/databases.js'
import { createLists, folder, removeLists, runIn } from './project.js'

/**
 * Every scenario of the specification that works on rows, by its number, and those of whole lists (W); the build has its
 * own (B01 to B21).
 */
const files = ['unscoped', 'scoped', 'several', 'values', 'bulk']
const ids = files
  .flatMap((name) => readFileSync(join(folder, `${name}.php`), 'utf8').match(/^ {4}'([A-Z]\d\d)'/gm) ?? [])
  .map((line) => line.trim().slice(1, 4))
  .concat('V15', 'V17', 'V19')
  .sort()

type Results = Readonly<Record<string, string>>

const results = new Map<DatabaseName, Promise<Results>>()

test('all scenarios on rows are there', (t) => {
  const count = (letter: string) => ids.filter((id) => id.startsWith(letter)).length
  t.deepEqual(
    { U: count('U'), S: count('S'), R: count('R'), M: count('M'), V: count('V'), W: count('W') },
    { U: 82, S: 39, R: 5, M: 18, V: 23, W: 40 },
  )
})

test.after.always('remove the projects', removeLists)

// One process a database runs them all; each is a test of its own, so that a report names those that fail.
for (const database of databases) {
  test.before(`${database}: run`, async () => {
    const project = await createLists(database)
    results.set(database, Promise.resolve(JSON.parse(await runIn(project, 'run.php', database))))
    await results.get(database)
  })
  for (const id of ids) {
    test(`${database}: sortable ${id}`, async (t) => {
      t.is((await results.get(database))![id], 'ok')
    })
  }
}
