import { dirname, resolve } from 'node:path'
import { findSchemas } from '../compile/find-schemas.js'
import type { Config } from '../config/index.js'
import { schemasLeftOut } from '../errors/config-errors.js'
import { OrmError } from '../errors/index.js'
import { type FileReader, type InputFile, isForeign, relativePath } from '../files.js'
import { declares } from '../outputs/gone-databases.js'
import { decodeXml } from '../xml/decode.js'

/** A schema file that a host passes. */
export interface Arrived extends InputFile {
  /** The part of its pattern before the first wildcard. @default its directory */
  readonly base?: string
}

export interface Completeness {
  /** The configuration, which may name a directory with all schema files of the project. */
  readonly config: Config
  /** Schema files of the project. Defaults to those that the patterns match. */
  readonly others?: readonly string[]
  /** Whether only classes are generated: those of some files are correct if no other file refers to their tables. */
  readonly isModel?: boolean
}

/**
 * Fails if a schema file that the host did not pass belongs to the same database as one that it did: without it, SQL would
 * lack its tables, and classes its relations. Unchanged files are omitted by `since: lastRun()` of gulp, and by `filter` and
 * `newer` of grunt.
 */
export async function checkComplete(
  inputs: readonly Arrived[],
  files: FileReader,
  { config, others, isModel = false }: Completeness,
): Promise<void> {
  const texts = new Map(inputs.map(({ path, contents }) => [resolve(path), decodeXml(contents).text]))
  const databases = new Set([...texts.values()].flatMap((text) => attributesOf(text, 'database', 'name')))
  // Includes are part of the build, too. Iterating a Map also visits entries added during the loop.
  for (const [path, text] of texts) {
    for (const included of attributesOf(text, 'external-schema', 'filename').map((name) =>
      resolve(dirname(path), name),
    )) {
      if (!texts.has(included)) texts.set(included, await textOf(included, files))
    }
  }
  const tables = new Set([...texts.values()].flatMap((text) => attributesOf(text, 'table', 'name').map(bareName)))
  const isNeeded = (text: string): boolean =>
    !isModel || attributesOf(text, 'foreign-key', 'foreignTable').some((name) => tables.has(bareName(name)))
  const leftOut: string[] = []
  for (const path of others ?? (await candidates(inputs, files, config))) {
    if (texts.has(resolve(path))) continue
    const text = await textOf(path, files)
    if (isNeeded(text) && [...databases].some((database) => declares(text, database))) leftOut.push(path)
  }
  if (leftOut.length > 0) throw new OrmError([schemasLeftOut(leftOut.sort(), [...databases].sort())])
}

const textOf = async (path: string, files: FileReader): Promise<string> => {
  const bytes = await files.read(path).catch(() => undefined)
  return bytes ? decodeXml(bytes).text : ''
}

/** Returns the values of an attribute in all elements with that name. */
const attributesOf = (schema: string, element: string, attribute: string): string[] =>
  Array.from(
    schema.matchAll(new RegExp(`<${element}\\b[^>]*?\\s${attribute}\\s*=\\s*(["'])(.*?)\\1`, 'gs')),
    ([, , value]) => value!.trim(),
  )

/** Removes the schema that a foreign key may put before the table name. */
const bareName = (table: string): string => table.slice(table.lastIndexOf('.') + 1)

/**
 * Returns schema files next to the inputs or, if the pattern matches several directories, those at the same depth below it, and
 * all of the project if its configuration searches subdirectories for them.
 */
async function candidates(inputs: readonly Arrived[], files: FileReader, config: Config): Promise<Set<string>> {
  const found = new Set(await searched(inputs, files, config))
  const visited = new Set<string>()
  const visit = async (directory: string, depth: number): Promise<void> => {
    const key = `${depth} ${directory}`
    if (visited.has(key)) return
    visited.add(key)
    for (const name of await files.list(directory || '.').catch(() => [])) {
      const path = directory === '' ? name : `${directory}/${name}`
      if (isForeign(name)) continue
      if (depth > 0) await visit(path, depth - 1)
      else if (name.endsWith('schema.xml')) found.add(path)
    }
  }
  for (const { path, base } of inputs) {
    const directory = relativePath('', dirname(resolve(path)))
    const below = base === undefined ? '' : relativePath(base, directory)
    if (base === undefined || below === '' || /^\.\.(?:\/|$)/.test(below)) await visit(directory, 0)
    else await visit(relativePath('', base), below.split('/').length)
  }
  return found
}

/** Returns the schema files that `orm build` finds in subdirectories, if the inputs are some of them. */
async function searched(
  inputs: readonly Arrived[],
  files: FileReader,
  { paths: { schemaDir }, generator }: Config,
): Promise<readonly string[]> {
  if (!generator.recursive) return []
  // A directory that cannot be read is reported by a build that searches it.
  const schemas = await findSchemas(schemaDir, files, { recursive: true, onWarning: () => {} }).catch(() => [])
  const own = new Set(schemas.map(({ path }) => resolve(path)))
  return inputs.every(({ path }) => own.has(resolve(path))) ? schemas.map(({ path }) => path) : []
}
