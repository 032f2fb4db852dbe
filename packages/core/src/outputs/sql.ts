import {
  createObject,
  type Dialect,
  dialects,
  dropObject,
  terminated as end,
  orderedObjects,
  type Script,
} from '../dialects/index.js'
import { databaseGone } from '../errors/database-errors.js'
import { OrmError } from '../errors/index.js'
import { cannotRead } from '../errors/schema/schema-file-errors.js'
import { isCreated, qualifiedName, type ScriptObject, viewOf } from '../model/index.js'
import { defineOutput, type OutputFile } from './define-output.js'
import { bundledDirectories } from './directories.js'
import { isGone, sqlHead } from './gone-databases.js'
import { mapFile } from './sql-map.js'
import { commentBlock, SqlStatements, tableSql, terminated } from './sql-statements.js'

/** Generates one SQL file per database, and the map from files to connections. */
export const sql = defineOutput({
  name: 'sql',
  directory: bundledDirectories.sql,
  async build(databases, config, context) {
    const { directory, files, overwrite } = context
    const statements = context.memory(SqlStatements)
    statements?.begin(config.adapters)
    const built = databases.map((database): OutputFile => {
      const { extensions, sequences } = database
      const script: Script = {
        tables: database.tables.filter(isCreated),
        settings: config.adapters,
        extensions,
        sequences,
      }
      const head = sqlHead(database.name, database.platform)
      const objects = [...database.tables.flatMap((table) => viewOf(table) ?? []), ...database.statements]
      const contents = sqlText(head, dialects[database.platform], script, objects, statements)
      return { path: `${database.name}.sql`, contents, kind: 'sql' }
    })
    const map = `${directory}/sqldb.map`
    const reading = overwrite ? undefined : files.read(map)
    const existing = await reading?.catch((error: Error) => {
      throw new OrmError([cannotRead(undefined, map, error.message)])
    })
    const { file, gone } = await mapFile(databases, existing && new TextDecoder().decode(existing), (connection) =>
      isGone(connection, config, context),
    )
    for (const line of gone) context.warn(databaseGone(line.mark, line.connection!))
    return [...built, file]
  },
})

/** Returns the statements of a database in an order that every database system accepts. */
function sqlText(
  head: string,
  dialect: Dialect,
  script: Script,
  objects: readonly ScriptObject[],
  statements?: SqlStatements,
): string {
  const tables = script.tables.map(
    (table) => statements?.statementsOf(table, dialect, script) ?? tableSql(table, dialect, script),
  )
  const foreignKeys = tables.flatMap((table) => table.foreignKeys)
  const ordered = orderedObjects(objects, dialect)
  const isEmpty = [tables, ordered, script.extensions ?? [], script.sequences ?? []].every(({ length }) => length === 0)
  const parts = [
    head,
    ...(isEmpty ? [] : dialect.header(script).map(terminated)),
    ...[...ordered]
      .reverse()
      .flatMap((object) => dropObject(object, dialect, false).map((text) => end(text, dialect.lexicon))),
    ...tables.map(({ creation }) => creation),
    ...(foreignKeys.length > 0 && dialect.foreignKeysTitle ? [commentBlock(dialect.foreignKeysTitle)] : []),
    ...foreignKeys,
    ...ordered.map((object) =>
      [
        commentBlock(qualifiedName(object)),
        ...createObject(object, dialect).map((text) => end(text, dialect.lexicon)),
      ].join('\n\n'),
    ),
    ...(isEmpty ? [] : dialect.footer(script).map(terminated)),
  ]
  return `${parts.join('\n\n')}\n`
}
