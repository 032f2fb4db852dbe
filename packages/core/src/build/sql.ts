import { sqlComment } from '../destinations.js'
import { type Dialect, dialects, type Script } from '../dialects/index.js'
import { OrmError } from '../errors/index.js'
import { cannotRead } from '../errors/schema/schema-file-errors.js'
import { disk, type InputFile } from '../files.js'
import { type Database, isCreated } from '../model/index.js'
import type { BuiltFile } from './built-file.js'
import { type BuildOptions, type Compiled, compile } from './compile.js'
import { mapFile } from './sql-map.js'
import { commentBlock, type SqlStatements, tableSql, terminated } from './sql-statements.js'

export interface SqlBuildOptions extends BuildOptions {
  /** Where the files will be written, to find a map that is there; the configuration's `sqlDir` by default. */
  readonly outputDir?: string
  /** Replace an existing `sqldb.map` instead of adding to it. @default false */
  readonly overwrite?: boolean
}

/** Schema files to one SQL file per database, and the map from files to connections. */
export const buildSql = async (inputs: readonly InputFile[], options: SqlBuildOptions = {}): Promise<BuiltFile[]> =>
  sqlFiles(await compile(inputs, options), options)

export async function sqlFiles(
  { config, databases }: Compiled,
  options: SqlBuildOptions,
  statements?: SqlStatements,
): Promise<BuiltFile[]> {
  const { files = disk, outputDir = config.paths.sqlDir, overwrite = false } = options
  statements?.begin(config.adapters)
  const sql: BuiltFile[] = databases.map((database) => {
    const script: Script = { tables: database.tables.filter(isCreated), settings: config.adapters }
    const contents = sqlText(database, dialects[database.platform], script, statements)
    return { path: `${database.name}.sql`, contents, kind: 'sql', keepExisting: false }
  })
  const map = `${outputDir}/sqldb.map`
  const reading = overwrite ? undefined : files.read(map)
  const existing = await reading?.catch((error: Error) => {
    throw new OrmError([cannotRead(undefined, map, error.message)])
  })
  return [...sql, mapFile(databases, existing && new TextDecoder().decode(existing))]
}

/** The statements of a database in the order that every vendor accepts. */
function sqlText({ name }: Database, dialect: Dialect, script: Script, statements?: SqlStatements): string {
  const tables = script.tables.map(
    (table) => statements?.of(table, dialect, script) ?? tableSql(table, dialect, script),
  )
  const foreignKeys = tables.flatMap((table) => table.foreignKeys)
  const parts = [
    `-- ${sqlComment(name)} (${dialect.name}), written by orm sql:build`,
    ...(tables.length > 0 ? dialect.header(script).map(terminated) : []),
    ...tables.map(({ creation }) => creation),
    ...(foreignKeys.length > 0 && dialect.foreignKeysTitle ? [commentBlock(dialect.foreignKeysTitle)] : []),
    ...foreignKeys,
    ...(tables.length > 0 ? dialect.footer(script).map(terminated) : []),
  ]
  return `${parts.join('\n\n')}\n`
}
