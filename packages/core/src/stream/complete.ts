import { dirname, resolve } from 'node:path'
import { schemasLeftOut } from '../errors/config-errors.js'
import { OrmError } from '../errors/index.js'
import { type FileReader, isForeign, relativePath } from '../files.js'
import { declares } from '../outputs/gone-databases.js'
import { decodeXml } from '../xml/index.js'

/** A schema file that came through a stream. */
export interface Arrived {
  readonly path: string
  readonly contents: string | Uint8Array
  /** Where the pattern of `src()` starts to vary. */
  readonly base: string
}

/**
 * Fails if a schema file that the pattern of `src()` stands for has a database of the stream and did not come through it:
 * `since: lastRun()` leaves out unchanged files, and without them the SQL of a database would lack their tables.
 */
export async function checkComplete(inputs: readonly Arrived[], files: FileReader): Promise<void> {
  const arrived = new Set(inputs.map(({ path }) => resolve(path)))
  const databases = new Set(inputs.flatMap(({ contents }) => databasesOf(decodeXml(contents).text)))
  const leftOut: string[] = []
  for (const path of await candidates(inputs, files)) {
    if (arrived.has(resolve(path))) continue
    const bytes = await files.read(path).catch(() => undefined)
    const text = bytes && decodeXml(bytes).text
    if ([...databases].some((database) => declares(text, database))) leftOut.push(path)
  }
  if (leftOut.length > 0) throw new OrmError([schemasLeftOut(leftOut.sort(), [...databases].sort())])
}

const databasesOf = (schema: string): string[] =>
  Array.from(schema.matchAll(/<database\b[^>]*?\sname\s*=\s*(["'])(.*?)\1/gs), ([, , name]) => name!.trim())

/** Schema files beside the inputs, and those as deep below the start of the pattern, where it varies in directories. */
async function candidates(inputs: readonly Arrived[], files: FileReader): Promise<Set<string>> {
  const found = new Set<string>()
  const visited = new Set<string>()
  const visit = async (directory: string, depth: number): Promise<void> => {
    const key = `${depth} ${directory}`
    if (visited.has(key)) return
    visited.add(key)
    for (const name of await files.list(directory || '.').catch(() => [])) {
      const path = directory === '' ? name : `${directory}/${name}`
      if (depth > 0) await (isForeign(name) ? undefined : visit(path, depth - 1))
      else if (name.endsWith('schema.xml')) found.add(path)
    }
  }
  for (const { path, base } of inputs) {
    const directory = relativePath('', dirname(resolve(path)))
    const below = relativePath(base, directory)
    if (below === '' || /^\.\.(?:\/|$)/.test(below)) await visit(directory, 0)
    else await visit(relativePath('', base), below.split('/').length)
  }
  return found
}
