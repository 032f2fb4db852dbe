/**
 * Packs every package for publishing, without the parts that only this repository needs: the export condition with which tests
 * load the modules behind a bundle, those modules, and development settings.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './closure.mjs'
import { writeBillOfMaterials } from './sbom.mjs'

const condition = 'orm-modules'

/** Returns the directories of packages that contain PHP and are installed by Composer. */
export const phpPackages = () =>
  readdirSync(join(root, 'packages')).filter((folder) => existsSync(join(root, 'packages', folder, 'composer.json')))

/**
 * @typedef {{ name: string, filename: string }} Packed
 *
 * @param {string} destination  a directory
 * @param {string} [repository]  URL of the sources for the manifests, which npm's provenance refers to
 * @returns {Packed[]}
 */
export function packAll(destination, repository) {
  const stage = mkdtempSync(join(tmpdir(), 'orm-pack-'))
  try {
    // Editor extensions are workspaces too, but not npm packages.
    const sources = readdirSync(join(root, 'packages')).map((folder) => {
      writeBillOfMaterials(folder)
      return amended(join(root, 'packages', folder), join(stage, folder), repository)
    })
    const command = ['pack', '--ignore-scripts', ...sources, '--json', '--pack-destination', destination]
    return JSON.parse(execFileSync('npm', command, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }))
  } finally {
    rmSync(stage, { recursive: true })
  }
}

/**
 * Returns the directory to pack for a package: its own directory, or a copy without development files.
 *
 * @param {string} source  directory of the package
 * @param {string} copy  directory that may be created
 * @param {string | undefined} repository
 */
function amended(source, copy, repository) {
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const modules = new Set(modulesOf({ ...manifest.imports, ...manifest.exports }))
  if (modules.size === 0 && repository === undefined) return source
  /** @type {string[]} */
  const patterns = manifest.files
  const contents = patterns.map((pattern) => pattern.split('/')[0])
  const excluded = patterns.flatMap((pattern) => (pattern.startsWith('!') ? join(source, pattern.slice(1)) : []))
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (!entry.isFile() && !contents.includes(entry.name)) continue
    cpSync(join(source, entry.name), join(copy, entry.name), {
      recursive: true,
      // Of the unbundled modules, only the types are copied.
      filter: (path) =>
        !excluded.includes(path) &&
        (!modules.has(entry.name) || path.endsWith('.d.ts') || statSync(path).isDirectory()),
    })
  }
  writeFileSync(join(copy, 'package.json'), `${JSON.stringify(publishedManifest(manifest, repository), null, 2)}\n`)
  return copy
}

/**
 * Returns the manifest for publishing. The location of the sources is known only when a release is made: the URL of the remote
 * determines the repository, the homepage of the package and its issue tracker.
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
 * Returns the directory of a package in the repository.
 *
 * @param {string} name
 */
function folderOf(name) {
  const folders = readdirSync(join(root, 'packages')).map((folder) => `packages/${folder}`)
  return folders.find((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name === name)
}

/**
 * Returns the directories that the export condition refers to.
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
