import { createHash } from 'node:crypto'
import { createRequire, register } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { types } from 'node:util'
import type { FileReader } from './files.js'

/** Loads a module; a caller can replace it. */
export type LoadModule = (specifier: string, from: string) => unknown

interface State {
  readonly files: readonly string[]
  readonly hash: string
  /** The reader that was used for the files. */
  readonly reader: FileReader
}

/** A loaded module, for processes that build several times. */
interface Known {
  /** Its files, and a hash of their contents when it was loaded. */
  state?: State
  /** The reloaded module or the error, because Node itself would return the old module. */
  again?: { readonly module: unknown } | { readonly error: unknown }
}

const known = new Map<string, Known>()

const requireFrom = (from: string): NodeJS.Require => createRequire(resolve(from, 'noop.js'))

/** Loads a module with Node's resolution, starting from a file or directory. */
export const nodeModules: LoadModule = (specifier, from) => {
  const require = requireFrom(from)
  const file = require.resolve(specifier)
  const { again } = known.get(file) ?? {}
  if (again && 'error' in again) throw again.error
  if (again) return again.module
  if (!known.has(file)) known.set(file, {})
  try {
    return require(file)
  } catch (error) {
    if (isAsync(error)) waiting.add(file)
    throw error
  }
}

/** ES modules with a top-level await, which a synchronous caller could not load. */
const waiting = new Set<string>()

const isAsync = (error: unknown): boolean => Object(error).code === 'ERR_REQUIRE_ASYNC_MODULE'

/** Loads the modules that could not be loaded synchronously. Returns whether there were any, so that the caller can retry. */
export async function loadWaiting(): Promise<boolean> {
  const files = [...waiting]
  waiting.clear()
  for (const file of files) known.set(file, { ...known.get(file), again: await importAgain(file) })
  return files.length > 0
}

/** Returns the file of a module; for a path, even if the file does not exist yet. */
export function fileOfModule(specifier: string, from: string): string | undefined {
  try {
    return requireFrom(from).resolve(specifier)
  } catch {
    return /^\.{0,2}\//.test(specifier) ? resolve(from, specifier) : undefined
  }
}

/** Returns whether the module itself is missing, as opposed to a broken one, or one that needs a missing module. */
export function isMissing(error: unknown, specifier: string): boolean {
  const [, missing = ''] = /^Cannot find (?:module|package) '([^']*)'/.exec(Object(error).message) ?? []
  return missing === specifier || missing.endsWith(`/${specifier.replace(/^(?:\.{0,2}\/)+/, '')}`)
}

/** Splits a specifier into the module and the export name after `#`. */
export function partsOf(specifier: string): { readonly path: string; readonly name: string } {
  const [path = '', name = 'default'] = specifier.split('#')
  return { path, name }
}

export const exportOf = (module: unknown, name: string): unknown =>
  Object(module)[name] ?? (name === 'default' ? module : undefined)

/** An export that a configuration names, or why it could not be loaded. */
export type Loaded = { readonly value: unknown; readonly file: string } | { readonly problem: string }

/** Loads an export that a configuration names; its files become sources of the build, so that they can be watched. */
export async function loadExport(specifier: string, root: string, files: FileReader): Promise<Loaded> {
  const { path, name } = partsOf(specifier)
  const file = fileOfModule(path, root)
  try {
    const value = exportOf(await loadAsync(path, root), name)
    if (value === undefined) return { problem: `"${path}" has no export "${name}"` }
    return { value, file: file ?? path }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { problem: isMissing(error, path) ? `there is no module "${path}"` : message }
  } finally {
    if (file !== undefined) await noteModules(new Set([file]), files)
  }
}

async function loadAsync(specifier: string, from: string): Promise<unknown> {
  try {
    return nodeModules(specifier, from)
  } catch (error) {
    if (!isAsync(error)) throw error
    await loadWaiting()
    return nodeModules(specifier, from)
  }
}

/** Returns a file and the files that it requires, as far as Node has loaded them. */
function requiredBy(file: string, found = new Set<string>()): Set<string> {
  found.add(file)
  for (const { filename } of requireFrom('.').cache[file]?.children ?? []) {
    if (!found.has(filename) && !isPackaged(filename)) requiredBy(filename, found)
  }
  return found
}

const isPackaged = (file: string): boolean => /[\\/]node_modules[\\/]/.test(file)

/** Returns a file and the files that it requires or imports, with their contents. */
async function treeOf(file: string, files: FileReader, found = new Map<string, Uint8Array>()): Promise<typeof found> {
  for (const path of requiredBy(file)) {
    if (found.has(path)) continue
    const contents = (await files.read(path).catch(() => undefined)) ?? new Uint8Array()
    found.set(path, contents)
    for (const imported of importsOf(path, contents)) {
      if (!found.has(imported) && !isPackaged(imported)) await treeOf(imported, files, found)
    }
  }
  return found
}

const importPattern = /\b(?:from|import)\s*\(?\s*(["'])(\.{1,2}\/[^"'\n]+)\1/g

/** Returns the files that an ES module imports by relative paths, because Node does not list them. */
const importsOf = (file: string, contents: Uint8Array): string[] =>
  [...new TextDecoder().decode(contents).matchAll(importPattern)].map(([, , path]) => resolve(dirname(file), path!))

/** Reloads modules whose files have changed. */
export async function refreshModules(files: FileReader): Promise<void> {
  for (const [file, module] of known) {
    const before = module.state
    // The files are read before loading, so that a change during loading is noticed later.
    module.state = await stateOf(file, files)
    if (before && before.hash !== module.state.hash) module.again = await loadAgain(file, module.state)
  }
}

/** Reads the files of modules that this reader has not read yet, so that the reader of a build knows all of them. */
export async function noteModules(used: ReadonlySet<string>, files: FileReader): Promise<void> {
  for (const file of used) {
    const module = known.get(file)
    if (!module) await files.read(file).catch(() => undefined)
    else if (!isNoted(module.state, file, files)) module.state = await stateOf(file, files)
  }
}

const isNoted = (state: State | undefined, file: string, files: FileReader): boolean =>
  state?.reader === files && [...requiredBy(file)].every((path) => state.files.includes(path))

async function loadAgain(file: string, { files }: State): Promise<NonNullable<Known['again']>> {
  const require = requireFrom('.')
  for (const each of files) delete require.cache[each]
  try {
    const module: unknown = require(file)
    if (!types.isModuleNamespaceObject(module)) return { module }
  } catch {
    // The module is broken, or it is an ES module that was broken before, whose error Node remembers.
  }
  return importAgain(file)
}

let loads = 0

/** Imports a file under a new URL, because Node never loads an ES module twice under the same one. */
async function importAgain(file: string): Promise<NonNullable<Known['again']>> {
  passOnVersions()
  try {
    const module = await import(`${pathToFileURL(file).href}?orm=${++loads}`)
    return { module }
  } catch (error) {
    const { code, message } = Object(error)
    // The error comes from the hook's thread, so it is not an instance of this thread's Error class.
    const isForeign = code === 'ERR_MODULE_NOT_FOUND'
    return { error: isForeign ? Object.assign(new Error(message), { code }) : error }
  }
}

/** Passes the version in a URL on to imported modules; otherwise Node would return their old contents. */
const versionHook = `export async function resolve(specifier, context, next) {
  const found = await next(specifier, context)
  const [version] = /[?]orm=[0-9]+$/.exec(context.parentURL ?? '') ?? []
  const isOwn = version && /^file:[^?]*$/.test(found.url) && !found.url.includes('/node_modules/')
  return isOwn ? { ...found, url: found.url + version } : found
}`

let passesOn = false

function passOnVersions(): void {
  if (!passesOn) register(`data:text/javascript,${encodeURIComponent(versionHook)}`)
  passesOn = true
}

async function stateOf(file: string, files: FileReader): Promise<State> {
  const tree = await treeOf(file, files)
  const hash = createHash('sha1')
  for (const contents of tree.values()) hash.update(contents)
  return { files: [...tree.keys()], hash: hash.digest('hex'), reader: files }
}
