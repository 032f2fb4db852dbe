import { type Dialect, dialects, type Script } from '../dialects/index.js'
import { databaseGone } from '../errors/database-errors.js'
import { type Diagnostic, OrmError } from '../errors/index.js'
import { cannotRead } from '../errors/schema/schema-file-errors.js'
import { disk, type FileReader } from '../files.js'
import { isCreated } from '../model/index.js'
import type { BuiltFile } from './built-file.js'
import type { Compiled } from './compiled.js'
import { isGone, sqlHead } from './gone-databases.js'
import { mapFile } from './sql-map.js'
import { commentBlock, type SqlStatements, tableSql, terminated } from './sql-statements.js'

export interface SqlFilesOptions {
  /** Where files are read from. */
  readonly files?: FileReader
  /** Called for every database that is gone. */
  readonly onWarning?: ((warning: Diagnostic) => void) | undefined
  /** Where the files will be written, to find a map that is there; the configuration's `sqlDir` by default. */
  readonly outputDir?: string
  /** Replace an existing `sqldb.map` instead of adding to it. @default false */
  readonly overwrite?: boolean | undefined
  /** Whether the inputs are all schemas of the project, so that a database which they do not have is gone. @default false */
  readonly whole?: boolean
  /** Reads what builds have written, for a caller that watches what `files` reads. @default files */
  readonly outputs?: FileReader
}

export async function sqlFiles(
  compiled: Compiled,
  options: SqlFilesOptions,
  statements?: SqlStatements,
): Promise<BuiltFile[]> {
  const { config, databases } = compiled
  const { files = disk, outputs = files, outputDir = config.paths.sqlDir, overwrite = false, whole = false } = options
  statements?.begin(config.adapters)
  const sql: BuiltFile[] = databases.map((database) => {
    const script: Script = { tables: database.tables.filter(isCreated), settings: config.adapters }
    const contents = sqlText(sqlHead(database.name, database.platform), dialects[database.platform], script, statements)
    return { path: `${database.name}.sql`, contents, kind: 'sql', keepExisting: false }
  })
  const map = `${outputDir}/sqldb.map`
  const reading = overwrite ? undefined : outputs.read(map)
  const existing = await reading?.catch((error: Error) => {
    throw new OrmError([cannotRead(undefined, map, error.message)])
  })
  const { file, gone } = await mapFile(databases, existing && new TextDecoder().decode(existing), (connection) =>
    isGone(connection, compiled, { outputDir, files: outputs, whole }),
  )
  for (const line of gone) options.onWarning?.(databaseGone(line.mark, line.connection!))
  return [...sql, file]
}

/** The statements of a database in the order that every vendor accepts. */
function sqlText(head: string, dialect: Dialect, script: Script, statements?: SqlStatements): string {
  const tables = script.tables.map(
    (table) => statements?.of(table, dialect, script) ?? tableSql(table, dialect, script),
  )
  const foreignKeys = tables.flatMap((table) => table.foreignKeys)
  const parts = [
    head,
    ...(tables.length > 0 ? dialect.header(script).map(terminated) : []),
    ...tables.map(({ creation }) => creation),
    ...(foreignKeys.length > 0 && dialect.foreignKeysTitle ? [commentBlock(dialect.foreignKeysTitle)] : []),
    ...foreignKeys,
    ...(tables.length > 0 ? dialect.footer(script).map(terminated) : []),
  ]
  return `${parts.join('\n\n')}\n`
}
