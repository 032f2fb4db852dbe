import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.mjs'

/**
 * Configures a cache of compiled files, with which the PHP processes of a run start in half the time. It contains the runtime
 * and installed packages, but no files that tests write: PHP would not notice if such a file changed twice in the same second.
 * PHPUnit runs without the cache, so both modes are tested.
 *
 * @param {string} folder  of the run
 * @returns {Record<string, string>} variables for processes that start PHP
 */
export function phpCacheIn(folder) {
  const settings = join(folder, 'php-settings')
  const files = join(folder, 'php-files')
  for (const each of [settings, files]) {
    mkdirSync(each, { recursive: true })
    // Some tests run PHP as another user.
    chmodSync(each, 0o777)
  }
  const written = join(settings, 'written-by-tests')
  writeFileSync(written, [folder, join(root, 'examples'), join(root, 'test')].map((each) => `${each}/*\n`).join(''))
  const lines = [
    'opcache.enable_cli=1',
    `opcache.file_cache=${files}`,
    'opcache.file_cache_only=1',
    `opcache.blacklist_filename=${written}`,
  ]
  writeFileSync(join(settings, 'cache.ini'), `${lines.join('\n')}\n`)
  return {
    // Added after the default folders of PHP, which an empty name stands for.
    PHP_INI_SCAN_DIR: `${process.env.PHP_INI_SCAN_DIR ?? ''}${delimiter}${settings}`,
  }
}
