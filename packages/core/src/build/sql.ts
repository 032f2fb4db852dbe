import { type Dialect, dialects } from '../dialects/index.js'
import type { InputFile } from '../files.js'
import type { Database } from '../model/index.js'
import type { BuiltFile } from './built-file.js'
import { type BuildOptions, compile } from './compile.js'

/** Schema files to one SQL file a database, and the map from files to connections. */
export async function buildSql(inputs: readonly InputFile[], options: BuildOptions = {}): Promise<BuiltFile[]> {
  const { config, databases } = await compile(inputs, options)
  const files: BuiltFile[] = databases.map((database) => ({
    path: `${database.name}.sql`,
    contents: sqlText(database, dialects[config.connections[database.name]!.adapter]),
    kind: 'sql',
    keepExisting: false,
  }))
  const map = ['# Sqlfile -> Database map', ...databases.map(({ name }) => `${name}.sql=${name}`), '']
  return [...files, { path: 'sqldb.map', contents: map.join('\n'), kind: 'map', keepExisting: false }]
}

/** The statements of a database in the order that every vendor accepts (sql-reference §2). */
function sqlText(database: Database, dialect: Dialect): string {
  const parts = [
    `-- ${database.name} (${dialect.name}), written by orm sql:build`,
    ...dialect.header.map(terminated),
    ...database.tables.flatMap((table) => [
      commentBlock(table.name),
      ...dialect.dropTable(table).map(terminated),
      ...dialect.createTable(table).map(terminated),
    ]),
    ...database.tables.flatMap((table) => dialect.addForeignKeys(table).map(terminated)),
    ...dialect.footer.map(terminated),
  ]
  return `${parts.join('\n\n')}\n`
}

const terminated = (statement: string): string => `${statement};`

const commentBlock = (title: string): string => {
  const rule = `-- ${'-'.repeat(69)}`
  return `${rule}\n-- ${title}\n${rule}`
}
