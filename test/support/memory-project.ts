import { type Config, type FileReader, loadConfig } from 'orm-core'
import type { TestDatabase } from './databases.js'

/** SQL files with their map and a configuration, as `sql:insert` reads them, without disk access. */
export interface MemoryProject {
  readonly config: Config
  readonly files: FileReader
}

/** `sql` contains SQL by file name. All files run on the connection `shop`, in this order. */
export async function memoryProject(
  database: Pick<TestDatabase, 'name' | 'dsn' | 'user' | 'password'>,
  sql: Readonly<Record<string, string>>,
  more = '',
): Promise<MemoryProject> {
  const texts = new Map(Object.entries(sql).map(([name, text]) => [`generated-sql/${name}`, text]))
  texts.set(
    'generated-sql/sqldb.map',
    Object.keys(sql)
      .map((name) => `${name}=shop\n`)
      .join(''),
  )
  const connection = { adapter: database.name, dsn: database.dsn, user: database.user, password: database.password }
  texts.set('orm.yaml', `orm:\n  database:\n    connections:\n      shop: ${JSON.stringify(connection)}\n${more}`)
  const files: FileReader = {
    read: async (path) => {
      const text = texts.get(path)
      return text === undefined ? undefined : new TextEncoder().encode(text)
    },
    list: async (directory) => (directory === '.' ? ['orm.yaml'] : []),
  }
  return { config: await loadConfig({ files }), files }
}
