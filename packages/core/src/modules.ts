import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { types } from 'node:util'
import type { FileReader } from './files.js'

/** Loads a module; a caller can replace it. */
export type LoadModule = (specifier: string, from: string) => unknown

/** A module that was loaded, for processes that build several times. */
interface Known {
  /** Its files, and what they held when it was loaded. */
  state?: { readonly files: string; readonly hash: string }
  /** What it is now, where Node itself still gives what it was. */
  again?: { readonly module: unknown } | { readonly error: unknown }
}

const known = new Map<string, Known>()

const requireFrom = (from: string): NodeJS.Require => createRequire(resolve(from, 'noop.js'))

/** As Node finds modules, from a file or folder on. */
export const nodeModules: LoadModule = (specifier, from) => {
  const require = requireFrom(from)
  const file = require.resolve(specifier)
  const { again } = known.get(file) ?? {}
  if (again && 'error' in again) throw again.error
  if (again) return again.module
  if (!known.has(file)) known.set(file, {})
  return require(file)
}

/** The file of a module; for a path also one that does not exist yet. */
export function fileOfModule(specifier: string, from: string): string | undefined {
  try {
    return requireFrom(from).resolve(specifier)
  } catch {
    return /^\.{0,2}\//.test(specifier) ? resolve(from, specifier) : undefined
  }
}

/** Whether nothing is there, as opposed to something that is broken, or that needs a module which is not there. */
export function isMissing(error: unknown, specifier: string): boolean {
  const [, missing = ''] = /^Cannot find (?:module|package) '([^']*)'/.exec(Object(error).message) ?? []
  return missing === specifier || missing.endsWith(`/${specifier.replace(/^(?:\.{0,2}\/)+/, '')}`)
}

/** The module, and the name of its export behind `#`. */
export function partsOf(specifier: string): { readonly path: string; readonly name: string } {
  const [path = '', name = 'default'] = specifier.split('#')
  return { path, name }
}

export const exportOf = (module: unknown, name: string): unknown =>
  Object(module)[name] ?? (name === 'default' ? module : undefined)

/** What a configuration names, or why there is no such thing. */
export type Loaded = { readonly value: unknown; readonly file: string } | { readonly problem: string }

/** Loads the export that a configuration names; its files become sources of the build, so that they can be watched. */
export async function loadExport(specifier: string, root: string, files: FileReader): Promise<Loaded> {
  const { path, name } = partsOf(specifier)
  const file = fileOfModule(path, root)
  try {
    const value = exportOf(await nodeModules(path, root), name)
    if (value === undefined) return { problem: `"${path}" has no export "${name}"` }
    return { value, file: file ?? path }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { problem: isMissing(error, path) ? `there is no module "${path}"` : message }
  } finally {
    if (file !== undefined) await noteModules(new Set([file]), files)
  }
}

/** A file and what it requires; Node does not tell what an ES module imports. */
function treeOf(file: string, found = new Set<string>()): Set<string> {
  found.add(file)
  for (const { filename } of requireFrom('.').cache[file]?.children ?? []) {
    if (!found.has(filename) && !/[\\/]node_modules[\\/]/.test(filename)) treeOf(filename, found)
  }
  return found
}

/** Loads modules again whose files have changed since. */
export async function refreshModules(files: FileReader): Promise<void> {
  for (const [file, module] of known) {
    const before = module.state
    // Read before it is loaded: what is changed while that goes on is a change.
    module.state = await stateOf(file, files)
    if (before && before.hash !== module.state.hash) module.again = await loadAgain(file)
  }
}

/** Reads the files of modules that nobody has read before, so that the reader of a build knows them all. */
export async function noteModules(used: ReadonlySet<string>, files: FileReader): Promise<void> {
  for (const file of used) {
    const module = known.get(file)
    if (!module) await files.read(file).catch(() => undefined)
    else if (module.state?.files !== [...treeOf(file)].join()) module.state = await stateOf(file, files)
  }
}

let loads = 0

async function loadAgain(file: string): Promise<NonNullable<Known['again']>> {
  const require = requireFrom('.')
  for (const each of treeOf(file)) delete require.cache[each]
  try {
    const module: unknown = require(file)
    if (!types.isModuleNamespaceObject(module)) return { module }
  } catch {
    // It is broken, or an ES module that was, of which Node remembers the error.
  }
  try {
    // Node never loads an ES module twice, but the same file under another address.
    const module = await import(`${pathToFileURL(file).href}?${++loads}`)
    return { module }
  } catch (error) {
    return { error }
  }
}

async function stateOf(file: string, files: FileReader): Promise<NonNullable<Known['state']>> {
  const paths = [...treeOf(file)]
  const hash = createHash('sha1')
  for (const path of paths) hash.update((await files.read(path).catch(() => undefined)) ?? '')
  return { files: paths.join(), hash: hash.digest('hex') }
}
