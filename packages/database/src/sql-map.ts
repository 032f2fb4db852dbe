import { badMapEntry, type Diagnostic, type FileReader, noSqlMap, OrmError, readMapLines, Source } from 'orm-core'

/** SQL files by connection, both in the order of the map. */
export type SqlMap = ReadonlyMap<string, readonly Source[]>

/** Reads `sqldb.map` and every file that it lists, before anything is executed (sql-reference §1.1). */
export async function readSqlMap(
  directory: string,
  connections: readonly string[],
  files: FileReader,
): Promise<SqlMap> {
  const path = `${directory}/sqldb.map`
  const contents = await files.read(path)
  if (!contents) throw new OrmError([noSqlMap(path)])
  const map = new Map<string, Source[]>()
  const problems: Diagnostic[] = []
  for (const { text, mark, file, connection } of readMapLines(new Source(path, decode(contents)))) {
    if (file === undefined || connection === undefined) {
      problems.push(badMapEntry(mark, `"${text}" is not of the form file=connection`))
      continue
    }
    const sql = await files.read(`${directory}/${file}`)
    if (!connections.includes(connection))
      problems.push(badMapEntry(mark, `no connection "${connection}" is configured`))
    if (!sql) problems.push(badMapEntry(mark, `there is no file ${file}`))
    else map.set(connection, [...(map.get(connection) ?? []), new Source(`${directory}/${file}`, decode(sql))])
  }
  if (problems.length > 0) throw new OrmError(problems)
  return map
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
