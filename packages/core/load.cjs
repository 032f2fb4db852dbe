'use strict'

// Runs the files of bundles, and keeps what V8 compiled of them: that takes a quarter off `orm sql:build` of 100 tables (381
// instead of 502 ms of processor time), and a fifth off `orm model:build`.
//
// The compiled code is a file beside the bundle: a person who can change it can change the bundle too. It is used only
// for source files with the same contents. In a package that cannot be written to, nothing is kept.
const { hash } = require('node:crypto')
const {
  accessSync,
  constants: modes,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs')
const { createRequire, isBuiltin } = require('node:module')
const { dirname, join, sep } = require('node:path')
const { pathToFileURL } = require('node:url')
const { types } = require('node:util')
const { cachedDataVersionTag } = require('node:v8')
const { Script } = require('node:vm')

const folder = join(__dirname, 'bundle')
const place = join(folder, 'compiled')
// As for what Node itself keeps.
const isOff = process.env.NODE_DISABLE_COMPILE_CACHE !== undefined

/** @typedef {{ exports: Record<string, unknown>, script: Script, id: string, isKept: boolean }} Loaded */
/** @type {Map<string, Loaded>} */
const loaded = new Map()
/** @type {{ file: string, purposes: Set<string>, codes: Map<string, Buffer> } | undefined} */
let kept

/**
 * The exports of a file of a bundle.
 *
 * @param {string} path
 * @param {Record<string, unknown>} packages  those that the file and the files that it needs import
 */
function load(path, packages = {}) {
  const known = loaded.get(path)
  if (known) return known.exports
  const bytes = readFileSync(path)
  const id = isOff ? '' : hash('sha1', bytes)
  // bundle.mjs leaves only ASCII: reading 1.5 MB of it takes 5 ms instead of 11.
  const source = bytes.latin1Slice()
  kept ??= readKept()
  const cachedData = kept.codes.get(id)
  const script = new Script(`(function (exports, require, importModule, __filename) {${source}\n})`, {
    filename: path,
    cachedData,
  })
  const isKept = cachedData !== undefined && script.cachedDataRejected === false
  /** @type {Loaded} */
  const file = { exports: {}, script, id, isKept }
  loaded.set(path, file)
  // Hardly any file needs it.
  const native = () => createRequire(path)
  /** @param {string} name */
  const fileOf = (name) => {
    if (name.startsWith('.')) return join(dirname(path), name)
    const [, owner, file] = fileOfPackage.exec(name) ?? []
    if (owner === undefined) return name
    const parent = folderOf(owner, native)
    // Under the condition "orm-modules" packages have single modules.
    return parent.endsWith('dist') ? join(parent, file.replace('.cjs', '.js')) : join(parent, 'bundle', file)
  }
  /** @param {string} name */
  const requireFrom = (name) => {
    const other = fileOf(name)
    if (other.endsWith('.cjs')) return load(other, packages)
    return packages[name] ?? (isBuiltin(name) ? require(name) : asModule(native()(other)))
  }
  /** @param {string} name */
  const importFrom = async (name) => {
    const other = fileOf(name)
    if (other.endsWith('.cjs')) return requireFrom(name)
    // V8 has no import() in compiled code that was kept; import.cjs finds the packages that the package of this file finds.
    const importModule = native()(`${path.slice(0, path.lastIndexOf(inBundle) + inBundle.length)}import.cjs`)
    return importModule(other === name ? name : pathToFileURL(other).href)
  }
  script.runInThisContext()(file.exports, requireFrom, importFrom, path)
  return file.exports
}

/**
 * As `import` gives a package that is no module.
 *
 * @param {Record<string, unknown>} exports
 */
const asModule = (exports) => (types.isModuleNamespaceObject(exports) ? exports : { ...exports, default: exports })

/**
 * Packages that are loaded like files of one bundle, without the modules that other packages import: bundle.mjs names their
 * files. Node takes 1 ms to find what a package exports.
 */
const fileOfPackage = /^(orm-\w+)\/bundle\/(.+)$/
const inBundle = `${sep}bundle${sep}`
const folders = new Map()

/**
 * The folder of a package, or the one of its modules.
 *
 * @param {string} name
 * @param {() => NodeJS.Require} native
 */
function folderOf(name, native) {
  const known = folders.get(name)
  if (known !== undefined) return known
  const entry = native().resolve(name)
  const found = entry.slice(0, entry.lastIndexOf(entry.includes(inBundle) ? inBundle : `${sep}entries${sep}`))
  folders.set(name, found)
  return found
}

/** Compiled code depends on the version of V8, its flags and the processor. */
function readKept() {
  const file = join(place, `${cachedDataVersionTag()}.bin`)
  const empty = { file, purposes: new Set(), codes: new Map() }
  if (isOff) return empty
  process.once('exit', keep)
  try {
    const bytes = readFileSync(file)
    const start = bytes.indexOf('\n') + 1
    const { sum, purposes, codes } = JSON.parse(bytes.toString('utf8', 0, start))
    if (hash('sha1', bytes.subarray(start)) !== sum) return empty
    const found = new Map()
    let at = start
    for (const [id, length] of codes) {
      found.set(id, bytes.subarray(at, at + length))
      at += length
    }
    return { file, purposes: new Set(purposes), codes: found }
  } catch {
    // None yet, or none that can be read.
    return empty
  }
}

/** At the end, when all functions that this process has called are compiled. */
function keep() {
  const { file, purposes, codes } = kept
  const files = [...loaded.values()]
  if (purposes.has(load.purpose) && files.every(({ isKept }) => isKept)) return
  try {
    accessSync(folder, modes.W_OK)
    for (const { id, script } of files) codes.set(id, script.createCachedData())
    const bytes = Buffer.concat([...codes.values()])
    const index = [...codes].map(([id, { length }]) => [id, length])
    const head = { sum: hash('sha1', bytes), purposes: [...purposes, load.purpose], codes: index }
    mkdirSync(place, { recursive: true })
    // Of other versions of Node, or other flags.
    const others = readdirSync(place)
    if (others.length > 4) for (const name of others) rmSync(join(place, name), { force: true })
    const written = `${file}.${process.pid}`
    writeFileSync(written, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]))
    renameSync(written, file)
  } catch {
    // A package that is installed for all users, or in an archive, cannot be written to.
  }
}

module.exports = load
/** What a process does, such as the command of the script: each calls functions that others do not. */
module.exports.purpose = ''
