import {
  type BuiltFile,
  buildModel,
  buildSql,
  type Config,
  dialects,
  OrmError,
  Source,
  splitStatements,
} from 'orm-core'
import type { DatabaseName, TestDatabase } from './databases.js'
import { isFuzz } from './fuzz.js'
import { memoryProject } from './memory-project.js'
import type { ExerciseDatabase } from './php-loader.js'

/** What is built of a schema for the connection `shop`, ready for `PhpLoader`. */
export interface Exercise {
  readonly classes: readonly BuiltFile[]
  readonly database: ExerciseDatabase
}

const configs = new WeakMap<TestDatabase, Promise<Config>>()

function configOf(database: TestDatabase): Promise<Config> {
  const config = configs.get(database) ?? memoryProject(database, {}).then((project) => project.config)
  configs.set(database, config)
  return config
}

/** Builds a schema; undefined for one that is refused. */
export async function exerciseOf(contents: string, database: TestDatabase): Promise<Exercise | undefined> {
  const config = await configOf(database)
  const inputs = [{ path: 'schema.xml', contents }]
  try {
    const files = await buildModel(inputs, { config })
    const [sql] = await buildSql(inputs, { config })
    const { dsn, user, password } = database
    return {
      classes: files.filter(({ kind }) => kind === 'base' || kind === 'stub'),
      database: {
        adapter: database.name,
        // Tables of other schemas would stay in a file.
        dsn: database.name === 'sqlite' ? 'sqlite::memory:' : dsn,
        user,
        password,
        statements: statementsOf(sql!.contents, database.name),
        // Of very many schemas, each with one name is as good as each with all.
        aliases: isFuzz ? 1 : 9,
      },
    }
  } catch (error) {
    if (error instanceof OrmError) return undefined
    throw error
  }
}

/** The transaction is the exercise's own. */
const statementsOf = (sql: string, name: DatabaseName): string[] =>
  splitStatements(new Source('shop.sql', sql), dialects[name].lexicon)
    .statements.map(({ text }) => text)
    .filter((text) => !/^(?:BEGIN|COMMIT)$/.test(text))
