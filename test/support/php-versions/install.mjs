import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedFolder } from '../cached-folder.mjs'
import { run, runNpm } from '../command.mjs'
import { root } from '../root.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const manifests = ['package.json', 'package-lock.json']

/** The PHP versions that the runtime and generated classes support. */
export const phpVersions = ['8.1', '8.2', '8.3', '8.4', '8.5']

/**
 * Installs the PHP versions compiled to WebAssembly from npm, as locked in the lockfile next to this file. Each is 60 MB, so
 * they are not dependencies of the repository; they stay in the user's cache, which all clones share.
 *
 * @returns {Promise<string>} the folder of the versions
 */
export async function installPhpVersions() {
  const hash = createHash('sha256')
  for (const name of manifests) hash.update(readFileSync(join(here, name)))
  return cachedFolder('orm-php-versions', hash.digest('hex').slice(0, 16), async (stage) => {
    for (const name of manifests) cpSync(join(here, name), join(stage, name))
    cpSync(join(root, '.npmrc'), join(stage, '.npmrc'))
    // Its `engines` field names the Node version that its authors build with; the files run on ours.
    const { code, output } = await runNpm(['ci', '--ignore-scripts', '--engine-strict=false'], { cwd: stage })
    if (code !== 0) throw new Error(`The versions of PHP could not be fetched from npm:\n${output}`)
  })
}

/**
 * Returns the command that runs the given version of PHP, without its arguments.
 *
 * @param {string} version
 * @param {string} versions  the result of `installPhpVersions`
 */
const commandOf = (version, versions) => [
  process.execPath,
  // In the seconds that tests take, optimized machine code saves less time than V8 needs to generate it.
  '--liftoff-only',
  // Saves a fifth of the time where V8 checks addresses with instructions. A read outside of its memory still ends PHP.
  '--no-wasm-bounds-checks',
  join(root, 'examples', 'quickstart', 'php-from-npm.mjs'),
  versions,
  version,
]

/**
 * Returns an environment in which `php` is the given version. Tools written in PHP, such as PHPUnit, are still loaded from the
 * include path of the local PHP.
 *
 * @param {string} version
 * @param {string} versions  the result of `installPhpVersions`
 * @param {string} folder    a folder for generated files
 * @returns {Promise<Record<string, string>>}
 */
export async function environmentOf(version, versions, folder) {
  const { stdout: includePath } = await run('php', ['-r', 'echo get_include_path();'])
  const bin = join(folder, `php-${version}`)
  mkdirSync(bin, { recursive: true })
  const words = [...commandOf(version, versions), '-d', `include_path=${includePath}`]
  const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  writeFileSync(join(bin, 'php'), `#!/bin/sh\nexec ${command} "$@"\n`)
  chmodSync(join(bin, 'php'), 0o755)
  return { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
}
