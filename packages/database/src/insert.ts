import {
  type Config,
  dialects,
  disk,
  type FileReader,
  type Mark,
  OrmError,
  splitStatements,
  statementFailed,
} from 'orm-core'
import { type Connected, connect } from './connect.js'
import { readSqlMap } from './sql-map.js'

export interface InsertOptions {
  readonly config: Config
  /** Directory of `sqldb.map`; the configuration's by default. */
  readonly sqlDir?: string
  readonly files?: FileReader
}

export interface InsertReport {
  readonly connection: string
  readonly statements: number
}

/** Executes the SQL files of the map, connection by connection; the first problem ends the run. */
export async function insertSql({ config, sqlDir, files = disk }: InsertOptions): Promise<InsertReport[]> {
  const map = await readSqlMap(sqlDir ?? config.paths.sqlDir, config.generator.connections, files)
  const reports: InsertReport[] = []
  for (const [name, sources] of map) {
    const connection = config.connections[name]!
    const connected = await connect(name, connection)
    try {
      const { lexicon } = dialects[connection.adapter]
      const statements = sources.flatMap((source) =>
        splitStatements(source.text, lexicon).map(({ text, offset }) => ({ text, mark: { source, offset } })),
      )
      await run(name, connected, statements)
      reports.push({ connection: name, statements: statements.length })
    } finally {
      await connected.session.close()
    }
  }
  return reports
}

interface PlacedStatement {
  readonly text: string
  readonly mark: Mark
}

async function run(
  name: string,
  { driver, session }: Connected,
  statements: readonly PlacedStatement[],
): Promise<void> {
  let open = false
  const close = async (word: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
    if (open) await session.execute(word)
    open = false
  }
  for (const statement of statements) {
    try {
      if (driver.transaction?.includes(statement.text)) {
        if (!open) await session.execute('BEGIN')
        open = true
      } else {
        await close('COMMIT')
      }
      await session.execute(statement.text)
    } catch (error) {
      await close('ROLLBACK')
      throw new OrmError([statementFailed(statement.mark, name, statement.text, (error as Error).message)])
    }
  }
  await close('COMMIT')
}
