import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {{ from: string, names: readonly string[] | undefined }} Use  of another module; without names, of the whole module
 *
 * @typedef {object} Module
 * @property {string} text
 * @property {readonly Use[]} uses
 * @property {ReadonlyMap<string, { from: string, name: string }>} passedOn  what it re-exports, by name
 * @property {readonly string[]} passedOnWhole                              modules that it re-exports entirely
 */

const statement =
  /^(?:import|export)\s+(type\s)?\s*(?:(\*)(?:\s+as\s+\w+)?|([^'";]*?))\s*(?:from\s+)?['"]([^'"]+)['"]/gm
const dynamicImport = /\bimport\(\s*['"]([^'"]+)['"]/g
const ownProcess = /\bnew URL\(\s*['"](\.[^'"]+\.js)['"]/g
const word = /(['"`])([\w@./-]+)\1/g
const ormScript = /['"`/]orm\.js['"`]/

/**
 * Records which modules of this repository use which others, so that a run knows what a test needs and which tests a change can
 * affect. It reads the sources. A module uses what it imports and also packages of this repository that it only names, such as
 * a test that writes a gulpfile. For a module that re-exports others, only the modules of the imported names count. Paths are
 * relative to the repository.
 */
export class ImportGraph {
  /** @type {Map<string, Module>} */
  #modules = new Map()
  /** @type {Map<string, ReadonlySet<string>>} */
  #reached = new Map()
  /** @type {Map<string, string>} the source of each package entry by import specifier */
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
   * Returns a module and all modules that it uses, directly or indirectly, including those that re-export them.
   *
   * @param {string} path
   * @param {RegExp} [closed]  modules whose imports are not followed
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
    // Re-exporting modules are only added now, so that their other exports do not count.
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
   * Returns the modules that define an exported name of a module; the module itself if it does not re-export the name.
   *
   * @param {string} path
   * @param {string} name
   * @param {Set<string>} passing  collects the modules that re-export the name
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
    // Some modules only exist after a build, and a deleted module may still be imported.
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
    // A module that uses all of this one also uses everything it re-exports.
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
    // A package may contain the source text of a module that it writes. Imports in that text are not its own.
    const dependencies = this.#dependencies.get(/^packages\/([^/]+)/.exec(from)?.[1] ?? '')
    const isForeign = dependencies !== undefined && !dependencies.has(specifier.split('/')[0] ?? '')
    return isForeign ? undefined : this.#packages.get(specifier)
  }
}

/**
 * Returns the names between the braces of an import or export, without types.
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
 * Returns every ava test file, relative to the repository.
 *
 * @returns {string[]}
 */
export const allTests = () =>
  readdirSync(join(root, 'test'), { withFileTypes: true })
    // Other processes create and delete compiled tests.
    .filter((entry) => entry.name !== 'dist')
    .flatMap(({ name }) => filesBelow(`test/${name}`))
    .filter((path) => path.endsWith('.test.ts'))
    .sort()

/** @param {string} path */
const filesBelow = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => `${path}/${name}`)
    : [path]
