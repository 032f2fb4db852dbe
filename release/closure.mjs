import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Entry  what the lockfile says of a package
 * @property {string} [name]
 * @property {string} version
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {object} Installed  a package that a user gets
 * @property {string} name
 * @property {Entry} entry
 * @property {string} direct  the dependency of ours that brings it
 * @property {string[]} needs  paths of the packages that it needs itself
 */

export const root = fileURLToPath(new URL('..', import.meta.url))

/** @type {Record<string, Entry>} */
const locked = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages

/**
 * Returns everything that `npm install` of one of our packages installs, by lockfile path, including packages of this
 * repository and those bundled in its files. Includes optional dependencies, but not peer dependencies.
 *
 * @param {string} folder  such as `packages/cli`
 * @returns {Map<string, Installed>}
 */
export function closureOf(folder) {
  /** @type {Map<string, Installed>} */
  const found = new Map()
  const wanted = [{ path: folder, direct: '' }]
  for (const { path, direct } of wanted) {
    if (found.has(path)) continue
    const entry = locked[path]
    if (entry === undefined) throw new Error(`${path} is not in the lockfile`)
    const own = isOwn(path)
    const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    const needs = [...names, ...(own ? bundledBy(path) : [])].map((name) => place(path, name))
    found.set(path, { name: own ? (entry.name ?? nameOf(path)) : nameOf(path), entry, direct, needs })
    wanted.push(...needs.map((need) => ({ path: need, direct: own && !isOwn(need) ? nameOf(need) : direct })))
  }
  return found
}

/**
 * Returns packages whose code is bundled in the published files.
 *
 * @param {string} path
 * @returns {string[]}
 */
const bundledBy = (path) => JSON.parse(readFileSync(`${root}${path}/package.json`, 'utf8')).bundled ?? []

/** @param {string} path */
export const isOwn = (path) => path.startsWith('packages/')

/** @param {string} path */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Returns where Node finds a package that another one requires.
 *
 * @param {string} from
 * @param {string} name
 * @returns {string}
 */
function place(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    const entry = locked[path]
    if (entry) return entry.link ? (entry.resolved ?? '') : path
    if (folder === '') throw new Error(`${name}, which ${from} needs, is not in the lockfile`)
  }
}
