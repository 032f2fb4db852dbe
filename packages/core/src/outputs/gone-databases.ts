import { dirname } from 'node:path'
import type { Config } from '../config/index.js'
import { sqlComment } from '../escape/index.js'
import { type FileReader, isForeign, relativePath } from '../files.js'
import { decodeXml } from '../xml/decode.js'
import type { OutputContext } from './define-output.js'

/** Returns the first line of a generated SQL file, by which Orm recognizes it. */
export const sqlHead = (database: string, vendor: string): string =>
  `-- ${sqlComment(database)} (${vendor}), written by orm sql:build`

/**
 * Whether Orm generated the SQL file of a connection whose database is in no schema any more. The file may already be
 * deleted. A build of some schemas leaves the databases of the others alone, so it searches for those schemas.
 */
export async function isGone(
  connection: string,
  { connections, generator, paths }: Config,
  { directory: outputDir, files, whole, schemas }: OutputContext,
): Promise<boolean> {
  if (Object.hasOwn(connections, connection) && !generator.connections.includes(connection)) return false
  const sql = await textOf(`${outputDir}/${connection}.sql`, files)
  if (sql !== undefined && !isOurs(sql, connection)) return false
  return whole || !(await isDeclared(connection, ['.', paths.schemaDir, ...schemas.map((path) => dirname(path))]))

  /** Whether a schema file that is not part of this build declares the database. */
  async function isDeclared(database: string, directories: readonly string[]): Promise<boolean> {
    const read = new Set(schemas.map((path) => relativePath('', path)))
    const visited = new Set<string>()
    const isIn = async (directory: string): Promise<boolean> => {
      const real = (await files.realPath?.(directory || '.')) ?? directory
      if (visited.has(real)) return false
      visited.add(real)
      for (const name of await files.list(directory || '.').catch(() => [])) {
        const path = directory === '' ? name : `${directory}/${name}`
        if (name.endsWith('.xml')) {
          if (!read.has(path) && declares(await textOf(path, files), database)) return true
        } else if (!isForeign(name) && (await isIn(path))) return true
      }
      return false
    }
    for (const directory of directories) if (await isIn(relativePath('', directory))) return true
    return false
  }
}

const isOurs = (sql: string, database: string): boolean => {
  const [start, end] = sqlHead(database, '\0').split('\0') as [string, string]
  const [line = ''] = sql.split(/\r?\n/, 1)
  return line.startsWith(start) && line.endsWith(end)
}

/** Whether a schema declares a database. If in doubt, it returns true, so that no line of another build is removed. */
export function declares(schema: string | undefined, database: string): boolean {
  const [tag] = /<database\b[^>]*/.exec(schema ?? '') ?? []
  const [, , name] = /\sname\s*=\s*(["'])(.*?)\1/s.exec(tag ?? '') ?? []
  return tag !== undefined && (name === undefined || name.includes('&') || name.trim() === database)
}

/** Returns the text of a file, or an empty string if it exists but cannot be read. */
async function textOf(path: string, files: FileReader): Promise<string | undefined> {
  const bytes = await files.read(path).catch(() => new Uint8Array())
  return bytes && decodeXml(bytes).text
}
