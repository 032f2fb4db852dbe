import { buildModel, buildSql, type Config, dialects, type FileReader, OrmError } from 'orm-core'
import { Source, splitStatements } from 'orm-core/internal'
import type { DatabaseName, TestDatabase } from './databases.js'
import { memoryProject } from './memory-project.js'
import type { LoadedProject } from './php-loader.js'

const configs = new WeakMap<TestDatabase, Promise<Config>>()

function configOf(database: TestDatabase): Promise<Config> {
  const config = configs.get(database) ?? memoryProject(database, {}).then((project) => project.config)
  configs.set(database, config)
  return config
}

const noFiles: FileReader = { read: async () => undefined, list: async () => [] }

/**
 * Builds the project of a schema for the connection `shop`, with the given share of statements to try. Returns undefined if the
 * schema is rejected.
 */
export async function exerciseOf(
  contents: string,
  database: TestDatabase,
  share = 1,
): Promise<Required<LoadedProject> | undefined> {
  const config = await configOf(database)
  const inputs = [{ path: 'schema.xml', contents }]
  try {
    const files = await buildModel(inputs, { config, files: noFiles })
    const [sql] = await buildSql(inputs, { config, files: noFiles })
    const { dsn, user, password } = database
    return {
      classes: files.filter(({ kind }) => kind === 'base' || kind === 'stub'),
      database: {
        adapter: database.name,
        // A database file would still contain the tables of other schemas.
        dsn: database.name === 'sqlite' ? 'sqlite::memory:' : dsn,
        user,
        password,
        statements: statementsOf(sql!.contents, database.name),
        share,
      },
    }
  } catch (error) {
    if (error instanceof OrmError) return undefined
    throw error
  }
}

/** Returns the statements without transaction control, as the exercise has its own transaction. */
const statementsOf = (sql: string, name: DatabaseName): string[] =>
  splitStatements(new Source('shop.sql', sql), dialects[name].lexicon)
    .statements.map(({ text }) => text)
    .filter((text) => !/^(?:BEGIN|COMMIT)$/.test(text))
