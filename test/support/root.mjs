import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The repository's folder. Found by its lockfile, because the same module also runs compiled, from test/dist.
 *
 * @type {string}
 */
export const root = enclosingRepository(dirname(fileURLToPath(import.meta.url)))

/**
 * @param {string} folder
 * @returns {string}
 */
function enclosingRepository(folder) {
  if (existsSync(join(folder, 'package-lock.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package-lock.json is missing: this is not a checkout of Orm')
  return enclosingRepository(parent)
}
