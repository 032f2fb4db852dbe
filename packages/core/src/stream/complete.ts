import { dirname, resolve } from 'node:path'
import { schemasLeftOut } from '../errors/config-errors.js'
import { OrmError } from '../errors/index.js'
import { type FileReader, type InputFile, isForeign, relativePath } from '../files.js'
import { declares } from '../outputs/gone-databases.js'
import { decodeXml } from '../xml/decode.js'

/** A schema file that a host hands in. */
export interface Arrived extends InputFile {
  /** Where the pattern that stands for it starts to vary. @default its directory */
  readonly base?: string
}

export interface Completeness {
  /** Schema files of the project; those that the patterns stand for by default. */
  readonly others?: readonly string[]
  /** Whether only classes are made: those of some files are right if no other file refers to their tables. */
  readonly isModel?: boolean
}

/**
 * Fails if a schema file that the host did not hand in has a database of those that it did: without it, SQL would lack its
 * tables, and classes its relations. `since: lastRun()` of gulp, and `filter` and `newer` of grunt, leave out unchanged files.
 */
export async function checkComplete(
  inputs: readonly Arrived[],
  files: FileReader,
  { others, isModel = false }: Completeness = {},
): Promise<void> {
  const texts = new Map(inputs.map(({ path, contents }) => [resolve(path), decodeXml(contents).text]))
  const databases = new Set([...texts.values()].flatMap((text) => attributesOf(text, 'database', 'name')))
  // What a schema includes takes part, too; a map that grows is gone through to its new end.
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
  for (const path of others ?? (await candidates(inputs, files))) {
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

/** Values of an attribute, wherever an element of that name has it. */
const attributesOf = (schema: string, element: string, attribute: string): string[] =>
  Array.from(
    schema.matchAll(new RegExp(`<${element}\\b[^>]*?\\s${attribute}\\s*=\\s*(["'])(.*?)\\1`, 'gs')),
    ([, , value]) => value!.trim(),
  )

/** A foreign key may name the schema of a table. */
const bareName = (table: string): string => table.slice(table.lastIndexOf('.') + 1)

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
