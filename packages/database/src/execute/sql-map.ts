import {
  badMapEntry,
  type Config,
  type Diagnostic,
  type FileReader,
  noSqlMap,
  notUtf8,
  OrmError,
  readMapLines,
  Source,
  sqlFileUnreadable,
} from 'orm-core/internal'

/** SQL files by connection, both in map order. */
export type SqlMap = ReadonlyMap<string, readonly Source[]>

/** Reads `sqldb.map` and every file that it lists, before any statement runs. */
export async function readSqlMap(
  directory: string,
  { connections, generator }: Pick<Config, 'connections' | 'generator'>,
  files: FileReader,
): Promise<SqlMap> {
  const path = `${directory}/sqldb.map`
  const contents = await read(path, files)
  if (typeof contents === 'string') throw new OrmError([sqlFileUnreadable(path, contents)])
  if (!contents) throw new OrmError([noSqlMap(path)])
  const text = decode(contents)
  if (text === undefined) throw new OrmError([notUtf8(path)])
  const map = new Map<string, Source[]>()
  const problems: Diagnostic[] = []
  for (const { text: line, mark, file, connection } of readMapLines(new Source(path, text))) {
    if (file === undefined || connection === undefined) {
      problems.push(badMapEntry(mark, `"${line}" is not of the form file=connection`))
      continue
    }
    // The entry belongs to another project's generator, whose configuration names other connections.
    const isConfigured = Object.hasOwn(connections, connection)
    if (isConfigured && !generator.connections.includes(connection)) continue
    if (!isConfigured) problems.push(badMapEntry(mark, `no connection "${connection}" is configured`))
    const sqlPath = `${directory}/${file}`
    const bytes = await read(sqlPath, files)
    if (typeof bytes === 'string') {
      problems.push(sqlFileUnreadable(file, bytes, mark))
      continue
    }
    const sql = bytes && decode(bytes)
    if (!bytes) problems.push(badMapEntry(mark, `there is no file ${file}`))
    else if (sql === undefined) problems.push(notUtf8(sqlPath))
    else map.set(connection, [...(map.get(connection) ?? []), new Source(sqlPath, sql)])
  }
  if (problems.length > 0) throw new OrmError(problems)
  return map
}

/** Returns the bytes of a file, undefined if it does not exist, or the reason why it cannot be read. */
export async function read(path: string, files: FileReader): Promise<Uint8Array | string | undefined> {
  try {
    return await files.read(path)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code === 'EISDIR' ? 'it is a directory' : message
  }
}

/** Decodes UTF-8. Returns undefined for another encoding, because guessing could store wrong characters in the database. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
