import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedFolder } from '../cached-folder.mjs'
import { run, runNpm } from '../command.mjs'
import { root } from '../root.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const manifests = ['package.json', 'package-lock.json']

/** Every version that the runtime and generated classes promise to work on. */
export const phpVersions = ['8.1', '8.2', '8.3', '8.4', '8.5']

/**
 * Makes sure that the versions of PHP are there: compiled to WebAssembly, from npm, as the lockfile beside this file
 * names them. Each has 60 MB, so they are not dependencies of the repository; they stay in the user's cache, where
 * every clone finds them.
 *
 * @returns {Promise<string>} the folder that has them
 */
export async function installPhpVersions() {
  const hash = createHash('sha256')
  for (const name of manifests) hash.update(readFileSync(join(here, name)))
  return cachedFolder('orm-php-versions', hash.digest('hex').slice(0, 16), async (stage) => {
    for (const name of manifests) cpSync(join(here, name), join(stage, name))
    cpSync(join(root, '.npmrc'), join(stage, '.npmrc'))
    // Its engines name the Node that its authors build with; the files run on ours.
    const { code, output } = await runNpm(['ci', '--ignore-scripts', '--engine-strict=false'], { cwd: stage })
    if (code !== 0) throw new Error(`The versions of PHP could not be fetched from npm:\n${output}`)
  })
}

/**
 * The command that runs the given version of PHP, without its arguments.
 *
 * @param {string} version
 * @param {string} versions  what `installPhpVersions` gave
 */
const commandOf = (version, versions) => [
  process.execPath,
  // In the seconds that tests take, better machine code saves less than V8 spends on it.
  '--liftoff-only',
  // A fifth of the time where V8 checks addresses by instructions; what PHP reads outside of its memory still ends it.
  '--no-wasm-bounds-checks',
  join(root, 'examples', 'quickstart', 'php-from-npm.mjs'),
  versions,
  version,
]

/**
 * Environment in which `php` is the given version. Tools written in PHP, such as PHPUnit, are still found where the PHP
 * of this machine finds them.
 *
 * @param {string} version
 * @param {string} versions  what `installPhpVersions` gave
 * @param {string} folder    for files of our own
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
