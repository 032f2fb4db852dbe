import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../../support/databases.js'
import { runPhp } from '../../support/php.js'
import { createProject } from '../../support/project.js'
import { walkSeed, walkSteps } from '../../support/walks.js'
import { addStubs, folder, runIn } from './project.js'

/** Operations on each database; `npm run test:sortable` makes many. */
const steps = walkSteps(1500)

/** How each database is told to compare text without regard to case. */
const collations: Readonly<Record<DatabaseName, string>> = {
  sqlite: 'NOCASE',
  pgsql: 'ignore_case',
  mysql: 'utf8mb4_general_ci',
}

/** PostgreSQL has no such collation by itself. */
const makeCollation = `
  [, $dsn, $user, $password] = $argv;
  (new PDO($dsn, $user, $password))->exec(
    "CREATE COLLATION ignore_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
  );
`

const tables = [
  ...['Plain', 'PlainUnique', 'Scoped', 'ScopedUnique', 'Owned', 'Strict', 'Two', 'TwoUnique', 'Pair', 'Uuid'],
  ...['Bytes', 'Text', 'Amount', 'Stamp', 'Clock', 'Kind', 'Tagged', 'Volume', 'Zero', 'Top', 'Inbox', 'Limited'],
  ...['Fraction', 'FractionUnique'],
]

for (const database of databases) {
  test(`${database}: lists are what plain arrays say after random operations (ORM_SEED=${walkSeed})`, async (t) => {
    const schema = await readFile(join(folder, 'model', 'schema.xml'), 'utf8')
    const ignoreCase = `sqlType="VARCHAR(20) COLLATE ${collations[database]}"`
    const project = await createProject(t, { schema: schema.replaceAll('IGNORE_CASE', ignoreCase), database })
    const { dsn, user, password } = project.database
    if (database === 'pgsql') await runPhp(makeCollation, { args: [dsn, user, password] })
    await addStubs(project, tables)
    await project.build()
    t.log(await runIn(project, 'model/walk.php', database, walkSeed, steps, process.env.ORM_MODEL_TABLE ?? ''))
    t.pass()
  })
}
