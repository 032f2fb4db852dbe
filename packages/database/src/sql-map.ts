import { badMapEntry, type FileReader, noSqlMap, OrmError, Source } from 'orm-core'

/** SQL files by connection, in the order of the map. */
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
  const source = new Source(path, new TextDecoder().decode(contents))
  const map = new Map<string, Source[]>()
  const problems: ReturnType<typeof badMapEntry>[] = []
  let offset = 0
  for (const line of source.text.split('\n')) {
    const mark = { source, offset }
    offset += line.length + 1
    const entry = line.trim()
    if (entry === '' || /^[#;]/.test(entry)) continue
    const equals = entry.indexOf('=')
    const [file, connection] = [entry.slice(0, equals).trim(), entry.slice(equals + 1).trim()]
    const sql = equals < 0 ? undefined : await files.read(`${directory}/${file}`)
    if (equals < 0) problems.push(badMapEntry(mark, `"${entry}" is not of the form file=connection`))
    else if (!connections.includes(connection))
      problems.push(badMapEntry(mark, `no connection "${connection}" is configured`))
    else if (!sql) problems.push(badMapEntry(mark, `there is no file ${file}`))
    else map.set(connection, [...(map.get(connection) ?? []), new Source(`${directory}/${file}`, decode(sql))])
  }
  if (problems.length > 0) throw new OrmError(problems)
  return map
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n')
