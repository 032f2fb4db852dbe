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
  /** What read the files. */
  readonly reader: FileReader
}

/** A module that was loaded, for processes that build several times. */
interface Known {
  /** Its files, and what they held when it was loaded. */
  state?: State
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
  try {
    return require(file)
  } catch (error) {
    if (isAsync(error)) waiting.add(file)
    throw error
  }
}

/** ES modules with a top-level await, which a synchronous caller has asked for in vain. */
const waiting = new Set<string>()

const isAsync = (error: unknown): boolean => Object(error).code === 'ERR_REQUIRE_ASYNC_MODULE'

/** Loads the modules that could not be loaded at once; whether there were any, so that it makes sense to ask for them again. */
export async function loadWaiting(): Promise<boolean> {
  const files = [...waiting]
  waiting.clear()
  for (const file of files) known.set(file, { ...known.get(file), again: await importAgain(file) })
  return files.length > 0
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

/** A file and what it requires, as far as Node has loaded it. */
function requiredBy(file: string, found = new Set<string>()): Set<string> {
  found.add(file)
  for (const { filename } of requireFrom('.').cache[file]?.children ?? []) {
    if (!found.has(filename) && !isPackaged(filename)) requiredBy(filename, found)
  }
  return found
}

const isPackaged = (file: string): boolean => /[\\/]node_modules[\\/]/.test(file)

/** A file, and what it requires or imports, with their contents. */
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

/** Files that an ES module imports by a relative path: Node does not tell. */
const importsOf = (file: string, contents: Uint8Array): string[] =>
  [...new TextDecoder().decode(contents).matchAll(importPattern)].map(([, , path]) => resolve(dirname(file), path!))

/** Loads modules again whose files have changed since. */
export async function refreshModules(files: FileReader): Promise<void> {
  for (const [file, module] of known) {
    const before = module.state
    // Read before it is loaded: what is changed while that goes on is a change.
    module.state = await stateOf(file, files)
    if (before && before.hash !== module.state.hash) module.again = await loadAgain(file, module.state)
  }
}

/** Reads the files of modules that nobody has read before, so that the reader of a build knows them all. */
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
    // It is broken, or an ES module that was, of which Node remembers the error.
  }
  return importAgain(file)
}

let loads = 0

/** Node never loads an ES module twice, but the same file under another address. */
async function importAgain(file: string): Promise<NonNullable<Known['again']>> {
  passOnVersions()
  try {
    const module = await import(`${pathToFileURL(file).href}?orm=${++loads}`)
    return { module }
  } catch (error) {
    const { code, message } = Object(error)
    // It comes from the thread of the hook, and is no error of this one.
    const isForeign = code === 'ERR_MODULE_NOT_FOUND'
    return { error: isForeign ? Object.assign(new Error(message), { code }) : error }
  }
}

/** What a module under such an address imports gets the same one; otherwise Node would give it the files as they were. */
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
