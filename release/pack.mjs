/**
 * Packs every package as it is published. What only this repository needs is taken out of the tarballs: the condition by
 * which tests see the modules behind a bundle, those modules, and what is needed to develop.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './closure.mjs'

const condition = 'orm-modules'

/** The folders of packages that are PHP, and that Composer installs. */
export const phpPackages = () =>
  readdirSync(join(root, 'packages')).filter((folder) => existsSync(join(root, 'packages', folder, 'composer.json')))

/**
 * @typedef {{ name: string, filename: string }} Packed
 *
 * @param {string} destination  a folder
 * @param {string} [repository]  where the sources are, for the manifests: npm's provenance refers to it
 * @returns {Packed[]}
 */
export function packAll(destination, repository) {
  // Extensions of editors are workspaces too, but no packages of npm.
  const folders = readdirSync(join(root, 'packages')).map((folder) => `--workspace=packages/${folder}`)
  const packed = pack(folders, root, destination)
  const stage = mkdtempSync(join(tmpdir(), 'orm-pack-'))
  try {
    const amended = packed.map(({ filename }) => amend(join(destination, filename), join(stage, filename), repository))
    pack(['--ignore-scripts', ...amended.filter((folder) => folder !== undefined)], root, destination)
  } finally {
    rmSync(stage, { recursive: true })
  }
  return packed
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {string} destination
 * @returns {Packed[]}
 */
function pack(args, cwd, destination) {
  const command = ['pack', ...args, '--json', '--pack-destination', destination]
  return JSON.parse(execFileSync('npm', command, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }))
}

/**
 * @param {string} tarball
 * @param {string} folder  for the contents
 * @param {string | undefined} repository
 * @returns {string | undefined}  what is to be packed instead
 */
function amend(tarball, folder, repository) {
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
  const content = join(folder, 'package')
  const manifest = JSON.parse(readFileSync(join(content, 'package.json'), 'utf8'))
  const modules = new Set(modulesOf({ ...manifest.imports, ...manifest.exports }))
  if (modules.size === 0 && repository === undefined) return undefined
  writeFileSync(join(content, 'package.json'), `${JSON.stringify(publishedManifest(manifest, repository), null, 2)}\n`)
  for (const name of modules) removeScripts(join(content, name))
  return content
}

/**
 * A manifest as users get it. Where the sources are is known when a release is made, not before: the address of the
 * remote names the repository, the page of the package and the list of its bugs.
 *
 * @param {Record<string, any>} manifest
 * @param {string | undefined} repository  such as `git+https://example.org/orm/orm.git`
 */
export function publishedManifest(manifest, repository) {
  const { devDependencies, scripts, ...published } = manifest
  for (const map of ['imports', 'exports']) {
    if (manifest[map]) published[map] = withoutCondition(manifest[map])
  }
  if (repository === undefined) return published
  const page = repository.replace(/^git\+/, '').replace(/\.git$/, '')
  const directory = folderOf(manifest.name)
  return {
    ...published,
    repository: { type: 'git', url: repository, directory },
    homepage: `${page}/tree/HEAD/${directory}#readme`,
    bugs: `${page}/issues`,
  }
}

/**
 * The folder of a package in the repository.
 *
 * @param {string} name
 */
function folderOf(name) {
  const folders = readdirSync(join(root, 'packages')).map((folder) => `packages/${folder}`)
  return folders.find((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name === name)
}

/**
 * The folders that the condition leads to.
 *
 * @param {Record<string, any>} map
 * @returns {string[]}
 */
const modulesOf = (map) =>
  Object.values(map).flatMap((target) => /^\.\/([^/]+)\//.exec(target?.[condition] ?? '')?.[1] ?? [])

/** @param {Record<string, any>} map */
function withoutCondition(map) {
  return Object.fromEntries(
    Object.entries(map).map(([name, target]) => {
      if (typeof target === 'string') return [name, target]
      const { [condition]: modules, ...others } = target
      return [name, others]
    }),
  )
}

/**
 * Types stay.
 *
 * @param {string} folder
 */
function removeScripts(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.endsWith('.d.ts')) rmSync(join(entry.parentPath, entry.name))
  }
}
