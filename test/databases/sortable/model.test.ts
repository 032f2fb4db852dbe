import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'
import { addStubs, folder, runIn } from './project.js'

/** Operations on each database; `npm run test:sortable` makes many. */
const steps = process.env.ORM_MODEL_STEPS ?? '2500'

/** What random choices begin with: a failure is repeated by the seed that it prints. */
const seed = process.env.ORM_MODEL_SEED ?? String(Math.floor(Math.random() * 1e9))

/** How each database is told to compare text without regard to case; PostgreSQL has no collation for that by itself. */
const ignoreCase: Readonly<Record<DatabaseName, string>> = {
  sqlite: 'sqlType="VARCHAR(20) COLLATE NOCASE"',
  pgsql: '',
  mysql: 'sqlType="VARCHAR(20) COLLATE utf8mb4_general_ci"',
}

const tables = [
  ...['Plain', 'PlainUnique', 'Scoped', 'ScopedUnique', 'Owned', 'Strict', 'Two', 'TwoUnique', 'Pair', 'Uuid'],
  ...['Bytes', 'Text', 'Amount', 'Stamp', 'Clock', 'Kind', 'Tagged', 'Volume'],
]

for (const database of databases) {
  test(`${database}: lists are what plain arrays say after random operations (ORM_MODEL_SEED=${seed})`, async (t) => {
    t.timeout(3_600_000)
    const schema = await readFile(join(folder, 'model', 'schema.xml'), 'utf8')
    const project = await createProject(t, { schema: schema.replaceAll('IGNORE_CASE', ignoreCase[database]), database })
    await addStubs(project, tables)
    await project.build()
    t.log(await runIn(project, 'model/walk.php', database, seed, steps, process.env.ORM_MODEL_TABLE ?? ''))
    t.pass()
  })
}
