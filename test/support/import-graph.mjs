import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {{ from: string, names: readonly string[] | undefined }} Use  of another module; without names, of all of it
 *
 * @typedef {object} Module
 * @property {string} text
 * @property {readonly Use[]} uses
 * @property {ReadonlyMap<string, { from: string, name: string }>} passedOn  what it exports of other modules, by name
 * @property {readonly string[]} passedOnWhole                              modules that it exports all of
 */

const statement =
  /^(?:import|export)\s+(type\s)?\s*(?:(\*)(?:\s+as\s+\w+)?|([^'";]*?))\s*(?:from\s+)?['"]([^'"]+)['"]/gm
const dynamicImport = /\bimport\(\s*['"]([^'"]+)['"]/g
const ownProcess = /\bnew URL\(\s*['"](\.[^'"]+\.js)['"]/g
const word = /(['"`])([\w@./-]+)\1/g
const ormScript = /['"`/]orm\.js['"`]/

/**
 * What the modules of this repository use, so that a run knows what a test needs and which tests a change can reach. It reads
 * the sources. A module uses what it imports, and packages of ours that it only names, as a test does that writes a gulpfile.
 * Of a module that passes on what others export, only the modules of the names that are imported count. Paths are relative to
 * the repository.
 */
export class ImportGraph {
  /** @type {Map<string, Module>} */
  #modules = new Map()
  /** @type {Map<string, ReadonlySet<string>>} */
  #reached = new Map()
  /** @type {Map<string, string>} the source of each entry of our packages, by what an import says */
  #packages = new Map()
  /** @type {Map<string, ReadonlySet<string>>} what each folder of a package may import */
  #dependencies = new Map()

  constructor() {
    for (const folder of readdirSync(join(root, 'packages'))) {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
      this.#dependencies.set(folder, new Set(Object.keys(manifest.dependencies ?? {})))
      for (const [entry, { types }] of Object.entries(manifest.exports ?? {})) {
        if (types) this.#packages.set(join(manifest.name, entry), sourceOf(join('packages', folder, types)))
      }
    }
  }

  /**
   * The module and all that it uses, directly or not, with the modules that pass it on.
   *
   * @param {string} path
   * @param {RegExp} [closed]  modules whose uses do not count
   * @returns {ReadonlySet<string>}
   */
  reach(path, closed) {
    const key = `${path} ${closed ?? ''}`
    const known = this.#reached.get(key)
    if (known) return known
    const reached = new Set([path])
    const passing = /** @type {Set<string>} */ (new Set())
    this.#reached.set(key, reached)
    // Iterating a set also visits members added during the loop.
    for (const each of reached) {
      if (closed?.test(each)) continue
      for (const { from, names } of this.#module(each).uses) {
        if (names === undefined) reached.add(from)
        else for (const name of names) for (const source of this.#sourcesOf(from, name, passing)) reached.add(source)
      }
    }
    // Not before: what else they pass on does not count.
    for (const each of passing) reached.add(each)
    return reached
  }

  /**
   * @param {string} path
   * @returns {string} its source
   */
  textOf(path) {
    return this.#module(path).text
  }

  /**
   * The modules that a name of a module comes from; the module itself if it does not pass the name on.
   *
   * @param {string} path
   * @param {string} name
   * @param {Set<string>} passing  gets the modules that pass the name on
   * @returns {string[]}
   */
  #sourcesOf(path, name, passing) {
    const { passedOn, passedOnWhole } = this.#module(path)
    const origin = passedOn.get(name)
    if (origin) {
      passing.add(path)
      return this.#sourcesOf(origin.from, origin.name, passing)
    }
    return [path, ...passedOnWhole.flatMap((from) => this.#sourcesOf(from, name, passing))]
  }

  /**
   * @param {string} path
   * @returns {Module}
   */
  #module(path) {
    const known = this.#modules.get(path)
    if (known) return known
    // A build makes some modules, and one that is deleted may still be imported.
    const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
    const uses = /** @type {Use[]} */ ([])
    const passedOn = new Map()
    const passedOnWhole = /** @type {string[]} */ ([])
    for (const [sentence, isType, isWhole, names = '', specifier = ''] of text.matchAll(statement)) {
      const from = isType ? undefined : this.#resolve(path, specifier)
      if (from === undefined) continue
      const list = namesIn(names)
      if (sentence.startsWith('import')) uses.push({ from, names: isWhole ? undefined : list?.map(({ name }) => name) })
      else if (isWhole) passedOnWhole.push(from)
      else for (const { name, alias } of list ?? []) passedOn.set(alias, { from, name })
    }
    const others = [dynamicImport, ownProcess].flatMap((form) =>
      [...text.matchAll(form)].map(([, specifier = '']) => specifier),
    )
    if (!path.startsWith('packages/')) {
      others.push(
        ...[...text.matchAll(word)].map(([, , named = '']) => named).filter((named) => this.#packages.has(named)),
      )
      if (ormScript.test(text)) others.push('orm-cli')
    }
    for (const specifier of others) {
      const from = this.#resolve(path, specifier)
      if (from !== undefined && !uses.some((use) => use.from === from)) uses.push({ from, names: undefined })
    }
    // Who uses all of a module uses what it passes on.
    for (const { from } of passedOn.values()) uses.push({ from, names: undefined })
    for (const from of passedOnWhole) uses.push({ from, names: undefined })
    const module = { text, uses, passedOn, passedOnWhole }
    this.#modules.set(path, module)
    return module
  }

  /**
   * @param {string} from
   * @param {string} specifier
   * @returns {string | undefined}
   */
  #resolve(from, specifier) {
    if (specifier.startsWith('.')) return moduleOf(sourceOf(join(dirname(from), specifier)))
    const [, name, rest] = /^#([\w-]+)\/(.+)$/.exec(specifier) ?? []
    if (rest) return moduleOf(`packages/${name}/src/${sourceOf(rest)}`)
    // A package may contain the text of a module that it writes.
    const dependencies = this.#dependencies.get(/^packages\/([^/]+)/.exec(from)?.[1] ?? '')
    const isForeign = dependencies !== undefined && !dependencies.has(specifier.split('/')[0] ?? '')
    return isForeign ? undefined : this.#packages.get(specifier)
  }
}

/**
 * The names between the braces of an import or export, without types.
 *
 * @param {string} text
 * @returns {{ name: string, alias: string }[] | undefined} undefined where the default or nothing is imported
 */
function namesIn(text) {
  const [, before = '', inside] = /^([^{]*)\{([^}]*)\}/.exec(text) ?? []
  if (inside === undefined || before.trim() !== '') return undefined
  return inside
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name = '', alias = name] = part.split(/\s+as\s+/)
      return { name, alias }
    })
}

/** @param {string} path */
const sourceOf = (path) => path.replace('/dist/', '/src/').replace(/(?:\.d\.ts|\.js)$/, '.ts')

/** @param {string} path */
const moduleOf = (path) => (/\.(?:ts|mjs)$/.test(path) ? path : undefined)

/**
 * Every test file of ava, from the repository on.
 *
 * @returns {string[]}
 */
export const allTests = () =>
  readdirSync(join(root, 'test'), { withFileTypes: true })
    // Compiled tests come and go while others run.
    .filter((entry) => entry.name !== 'dist')
    .flatMap(({ name }) => filesBelow(`test/${name}`))
    .filter((path) => path.endsWith('.test.ts'))
    .sort()

/** @param {string} path */
const filesBelow = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => `${path}/${name}`)
    : [path]
