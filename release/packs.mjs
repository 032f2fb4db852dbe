import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Package with the classes that generated code uses in production. */
export const runtime = 'orm-runtime'

/** Packages needed in production. All others are needed only for building. */
const inProduction = [runtime, 'orm-symfony', 'orm-laravel']

/**
 * Copies tarballs to `packs/` of a project and records them in its package.json, replacing those that were recorded before. A
 * file name contains a hash of the contents, because npm rejects a file that has changed since package-lock.json was written.
 *
 * @param {string} project  a directory, which may be missing
 * @param {ReadonlyMap<string, string>} tarballs  by package name
 */
export function recordPacks(project, tarballs) {
  const file = join(project, 'package.json')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const manifest = text === undefined ? { name: packageName(project), private: true } : JSON.parse(text)
  mkdirSync(join(project, 'packs'), { recursive: true })
  for (const name of tarballs.keys()) {
    for (const kind of ['dependencies', 'devDependencies']) {
      const { [name]: recorded, ...others } = manifest[kind] ?? {}
      if (recorded === undefined) continue
      manifest[kind] = others
      const [, pack] = /^file:(packs\/.+\.tgz)$/.exec(recorded) ?? []
      if (pack !== undefined) rmSync(join(project, pack), { force: true })
    }
  }
  for (const [name, tarball] of tarballs) {
    const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 8)
    const pack = `packs/${basename(tarball, '.tgz')}-${hash}.tgz`
    copyFileSync(tarball, join(project, pack))
    const kind = inProduction.includes(name) ? 'dependencies' : 'devDependencies'
    manifest[kind] = { ...manifest[kind], [name]: `file:${pack}` }
  }
  const indentation = /^\{\r?\n([\t ]+)/.exec(text ?? '')?.[1] ?? '  '
  writeFileSync(file, `${JSON.stringify(manifest, null, indentation)}\n`)
}

/**
 * Returns the packages of Orm that a project declares, because all of them must come from the same clone.
 *
 * @param {string} project
 * @param {ReadonlyMap<string, unknown>} own  the packages of Orm, by name
 * @returns {string[]}
 */
export function declaredPacks(project, own) {
  const file = join(project, 'package.json')
  const { dependencies, devDependencies } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => own.has(name))
}

/**
 * Returns a valid package name: npm accepts lower-case letters, digits and dashes.
 *
 * @param {string} project
 */
function packageName(project) {
  const words = basename(project)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '') || 'project'
}

/** @typedef {{ lockFiles: readonly string[], install: readonly [command: string, ...args: string[]], run: string }} Manager */

/** @type {readonly Manager[]} */
const managers = [
  { lockFiles: ['pnpm-lock.yaml'], install: ['pnpm', 'install'], run: 'pnpm exec' },
  { lockFiles: ['yarn.lock'], install: ['yarn', 'install'], run: 'yarn' },
  { lockFiles: ['bun.lock', 'bun.lockb'], install: ['bun', 'install'], run: 'bunx' },
]

/**
 * Returns the package manager of a project.
 *
 * @param {string} project
 * @returns {Manager}
 */
export const managerOf = (project) =>
  managers.find(({ lockFiles }) => lockFiles.some((name) => existsSync(join(project, name)))) ?? {
    lockFiles: ['package-lock.json'],
    install: ['npm', 'install', '--no-audit', '--no-fund'],
    run: 'npx',
  }

/**
 * Returns why nothing can be installed into a directory.
 *
 * @param {string} project
 * @param {string} clone
 * @returns {string | undefined}
 */
export function obstacle(project, clone) {
  if (project === clone) return 'this is the clone of Orm; name the folder of your project'
  const manifest = join(project, 'package.json')
  try {
    if (existsSync(manifest)) JSON.parse(readFileSync(manifest, 'utf8'))
  } catch (error) {
    return `${manifest} cannot be read: ${/** @type {Error} */ (error).message}`
  }
  for (let folder = project; ; folder = dirname(folder)) {
    if (!existsSync(folder)) continue
    return statSync(folder).isDirectory() ? undefined : `${folder} is a file`
  }
}
