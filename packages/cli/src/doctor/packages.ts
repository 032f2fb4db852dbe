import { readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ownVersion } from '../own-package.js'
import { error, type Finding, ok } from './finding.js'

/** Supported Node versions, as in the package manifests. */
const needed = /^(?:20\.(?:19|[2-9]\d)\.|22\.(?:1[2-9]|[2-9]\d)\.|(?:2[3-9]|[3-9]\d)\.)/

export const checkNode = (version: string): Finding =>
  needed.test(version)
    ? ok('Node', version)
    : error('Node', `${version} is too old`, 'install Node 20.19, 22.12 or newer')

const own = ['orm-core', 'orm-project', 'orm-database', 'orm-cli', 'orm-runtime']

/**
 * Checks the versions of the packages. All share one version, and a second copy of the compiler does not know the behaviors of
 * the first.
 */
export async function checkPackages(directory: string): Promise<Finding[]> {
  const version = ownVersion()
  const copies = await copiesIn(directory)
  return own.flatMap((name): Finding[] => {
    const found = copies.filter((copy) => copy.name === name)
    if (found.length > 1) {
      const places = found.map((copy) => `${copy.path} (${copy.version})`).join(', ')
      return [
        error(name, `${found.length} copies: ${places}`, 'run "npm dedupe", or give all packages of Orm one version'),
      ]
    }
    const [only] = found
    if (!only) return []
    return only.version === version
      ? [ok(name, only.version)]
      : [error(name, `${only.version}, but this script is ${version}`, `npm install ${name}@${version}`)]
  })
}

interface Copy {
  readonly name: string
  readonly path: string
  readonly version: string
}

/** Returns the copies in node_modules of the directory, of its parents, and of the packages in these. */
async function copiesIn(directory: string): Promise<Copy[]> {
  const found = new Map<string, Copy>()
  for (let folder = directory; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    const names = await readdir(modules).catch(() => [])
    const nested = names.filter((name) => !name.startsWith('.')).map((name) => join(modules, name, 'node_modules'))
    for (const place of names.length > 0 ? [modules, ...nested] : []) {
      for (const name of own) {
        const manifest = await readFile(join(place, name, 'package.json'), 'utf8').catch(() => undefined)
        if (manifest === undefined) continue
        // A workspace may link to the same directory several times.
        const path = await realpath(join(place, name))
        found.set(path, { name, path, version: JSON.parse(manifest).version })
      }
    }
    if (dirname(folder) === folder) return [...found.values()]
  }
}
