import test, { type ExecutionContext } from 'ava'
import { buildModel, buildSql, type Config, loadConfig } from 'orm-core'
import { insertSql, reverseDatabase } from 'orm-database'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { memoryFiles } from '../support/memory-files.js'
import { memoryProject } from '../support/memory-project.js'
import { query } from '../support/query.js'
import { nativeTypes, randomTables } from '../support/random-tables.js'
import { seedsOf } from '../support/seed.mjs'

/** ORM_ROUND_TRIPS says how many sets of random tables there are for each database. */
const rounds = Number(process.env.ORM_ROUND_TRIPS ?? 2)

async function configOf({ name: adapter, dsn, user, password }: TestDatabase): Promise<Config> {
  const orm = { database: { connections: { shop: { adapter, dsn, user, password } } } }
  const files = memoryFiles({ 'orm.json': JSON.stringify({ orm }).replaceAll('%', '%%') })
  return loadConfig({ files })
}

async function reverse(database: TestDatabase) {
  const config = await configOf(database)
  return reverseDatabase({
    name: 'shop',
    connection: config.connections.shop!,
    database: 'shop',
    config,
  })
}

/** Reads tables, makes them anew in an empty database and reads them again: nothing changes any more. */
async function roundTrip(t: ExecutionContext, name: DatabaseName, statements: readonly string[], title: string) {
  const [first, second] = [await createDatabase(name), await createDatabase(name)]
  try {
    return await roundTripOf(t, first, second, statements, title)
  } finally {
    await Promise.all([first.drop(), second.drop()])
  }
}

async function roundTripOf(
  t: ExecutionContext,
  first: TestDatabase,
  second: TestDatabase,
  statements: readonly string[],
  title: string,
) {
  for (const statement of statements) {
    try {
      await query(first, statement)
    } catch (error) {
      throw new Error(`${title}: ${statement}`, { cause: error })
    }
  }
  const read = await reverse(first)
  const config = await configOf(second)
  const inputs = [{ path: 'schema.xml', contents: read.schema }]
  const files = memoryFiles({})
  await buildModel(inputs, { config, files })
  const [sql] = await buildSql(inputs, { config, files })
  try {
    await insertSql(await memoryProject(second, { 'shop.sql': sql!.contents }))
  } catch (error) {
    t.log(statements.join(';\n'))
    throw new Error(`${title}: ${(error as Error).message}`)
  }
  const again = await reverse(second)
  t.is(
    comparable(again.schema, read.notices),
    comparable(read.schema, read.notices),
    `${title}\n${statements.join(';\n')}`,
  )
  return { read, again }
}

/**
 * A column that had to be left out has taken a name in PHP from another one, which gets it back without. A generated
 * column becomes an ordinary one, so that objects need not be read again.
 */
function comparable(text: string, notices: readonly string[]): string {
  const schema = text.replace(/ reloadOn(?:Insert|Update)="true"/g, '')
  return notices.some((notice) => notice.includes(' is omitted: '))
    ? schema.replace(/ (?:phpName|tableMapName)="[^"]*"/g, '')
    : schema
}

for (const name of databases) {
  test(`${name}: every native type comes back as itself or as what the notices say`, async (t) => {
    const { setUp, types } = nativeTypes[name]
    const columns = types.map((type, index) => `c${index} ${type}`)
    const { read } = await roundTrip(
      t,
      name,
      [...setUp, `CREATE TABLE every_type (id INTEGER NOT NULL PRIMARY KEY, ${columns.join(', ')})`],
      'every type',
    )
    t.is([...read.schema.matchAll(/<column /g)].length, types.length + 1, 'no column is left out')
  })

  test(`${name}: random tables are read, made and read again`, async (t) => {
    for (const seed of seedsOf(rounds)) {
      const { statements, losses } = randomTables(name, seed)
      const { read, again } = await roundTrip(t, name, statements, `seed ${seed}`)
      for (const loss of losses) {
        t.true(
          read.notices.some((notice) => notice.includes(loss)),
          `seed ${seed}: a notice about ${loss}, in\n${read.notices.join('\n')}\n${statements.join(';\n')}`,
        )
      }
      t.true(again.notices.length <= read.notices.length)
    }
  })
}
