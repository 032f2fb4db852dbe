import { join, resolve } from 'node:path'
import { OrmError } from '../errors/index.js'
import { cannotRead } from '../errors/schema/schema-file-errors.js'
import type { FileReader } from '../files.js'

/** A declaration of a behavior: the package that makes it, and the module with the behavior. */
export interface Declared {
  readonly by: string
  readonly specifier: string
  /** Path of the module, as the package declares it. */
  readonly path: string
}

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const record = (value: unknown): Json => (isRecord(value) ? value : {})

async function readJson(files: FileReader, path: string): Promise<Json> {
  const bytes = await files.read(path).catch((error: Error) => {
    throw new OrmError([cannotRead(undefined, path, error.message)], { cause: error })
  })
  if (!bytes) return {}
  try {
    return record(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}

/**
 * Returns the behaviors that packages declare: the project and its direct dependencies in `package.json` under
 * `orm.behaviors`, and Composer packages of type `orm-behavior`.
 */
export async function declaredBehaviors(
  files: FileReader,
  root: string,
  composerDir: string,
): Promise<ReadonlyMap<string, readonly Declared[]>> {
  const found = new Map<string, Declared[]>()
  const add = (name: string, by: unknown, folder: string, path: string): void => {
    const declared = { by: String(by ?? folder), specifier: resolve(folder, path), path }
    found.set(name, [...(found.get(name) ?? []), declared])
  }
  const project = await readJson(files, join(root, 'package.json'))
  const packages = Object.keys({ ...record(project.dependencies), ...record(project.devDependencies) })
  const folders = [root, ...packages.map((name) => join(root, 'node_modules', name))]
  for (const [index, folder] of folders.entries()) {
    const description = index === 0 ? project : await readJson(files, join(folder, 'package.json'))
    for (const [name, path] of Object.entries(record(record(description.orm).behaviors))) {
      add(name, description.name, folder, String(path))
    }
  }
  for (const { folder, description } of await composerPackages(files, composerDir)) {
    const extra = record(description.extra)
    if (description.type === 'orm-behavior' && typeof extra.name === 'string' && typeof extra.class === 'string') {
      add(extra.name, description.name, folder, extra.class)
    }
  }
  return found
}

async function composerPackages(files: FileReader, directory: string) {
  const lock = await readJson(files, join(directory, 'composer.lock'))
  const own = await readJson(files, join(directory, 'composer.json'))
  const locked = [lock.packages, lock['packages-dev']].flatMap((list) => (Array.isArray(list) ? list : [])).map(record)
  return [
    ...locked.map((description) => ({ folder: join(directory, 'vendor', String(description.name)), description })),
    { folder: directory, description: own },
  ]
}
