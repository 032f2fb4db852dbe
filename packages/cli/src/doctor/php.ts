import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Config, vendorOf } from 'orm-core/internal'
import { error, type Finding, ok, reasonOf, warning } from './finding.js'

const run = promisify(execFile)

const php = async (code: string, directory: string): Promise<string> =>
  (await run('php', ['-d', 'display_errors=stderr', '-r', code], { cwd: directory, timeout: 20_000 })).stdout

interface PhpFacts {
  readonly version: string
  readonly id: number
  readonly extensions: readonly string[]
  readonly drivers: readonly string[]
  /** Settings of OPcache in php.ini; false: not loaded. */
  readonly opcache: Readonly<Record<'enable' | 'validate_timestamps' | 'preload', string | false>>
}

/** Checks PHP, PDO and a driver for each connection. */
export async function checkPhp(directory: string, config: Config | undefined): Promise<Finding[]> {
  let facts: PhpFacts
  try {
    const code =
      'echo json_encode(["version" => PHP_VERSION, "id" => PHP_VERSION_ID, "extensions" => get_loaded_extensions(), "drivers" => class_exists("PDO") ? PDO::getAvailableDrivers() : [], "opcache" => ["enable" => ini_get("opcache.enable"), "validate_timestamps" => ini_get("opcache.validate_timestamps"), "preload" => ini_get("opcache.preload")]]);'
    facts = JSON.parse(await php(code, directory))
  } catch (problem) {
    return [error('PHP', `cannot be run: ${reasonOf(problem)}`, 'install PHP 8.1 or newer, and put "php" on the PATH')]
  }
  const { version, id, extensions, drivers, opcache } = facts
  const adapters = [...new Set(Object.values(config?.connections ?? {}).map(({ adapter }) => adapter))]
  return [
    id >= 80_100 ? ok('PHP', version) : error('PHP', `${version} is too old`, 'install PHP 8.1 or newer'),
    extensions.includes('PDO')
      ? ok('PHP extension pdo', 'loaded')
      : error('PHP extension pdo', 'missing', 'install the package php-common or php-pdo, or enable it in php.ini'),
    ...adapters.map((adapter) => {
      const { pdoDrivers } = vendorOf(adapter)
      const check = `PDO driver for ${adapter}`
      const found = pdoDrivers.find((driver) => drivers.includes(driver))
      const wanted = pdoDrivers[0]!
      return found
        ? ok(check, found)
        : error(check, `missing; PHP has ${drivers.join(', ') || 'none'}`, `install the PHP extension pdo_${wanted}`)
    }),
    ...['mbstring', 'json'].map((name) =>
      extensions.includes(name)
        ? ok(`PHP extension ${name}`, 'loaded')
        : warning(`PHP extension ${name}`, 'missing', `install php-${name}; some libraries need it`),
    ),
    opcacheOf(opcache),
  ]
}

/** The command line and the web server usually share these settings of php.ini. */
function opcacheOf({ enable, validate_timestamps: timestamps, preload }: PhpFacts['opcache']): Finding {
  if (!isOn(enable))
    return warning(
      'OPcache',
      `${enable === false ? 'not loaded' : 'off'}: each request compiles every file that it uses`,
      'install php-opcache, and set opcache.enable=1',
    )
  const checks = isOn(timestamps) ? 'looks for changed files, which a production server need not' : 'trusts its files'
  return ok('OPcache', `on; ${checks}; preloading is ${preload ? 'on' : 'off'}`)
}

const isOn = (setting: string | false): boolean => /^(?:1|on|yes|true)$/i.test(setting || '')

/** Checks the files of Composer, and whether PHP finds a generated class. */
export async function checkComposer(directory: string, stub: string | undefined): Promise<Finding[]> {
  const read = (name: string): Promise<string | undefined> =>
    readFile(join(directory, name), 'utf8').catch(() => undefined)
  const manifest = await read('composer.json')
  if (manifest === undefined)
    return [warning('Composer', 'there is no composer.json', 'run "orm init", or load the classes in another way')]
  const requires = /"orm\/runtime"/.test(manifest)
  const lock = await read('composer.lock')
  const locked = lock && /"name": "orm\/runtime",\s+"version": "([^"]+)"/.exec(lock)?.[1]
  const findings: Finding[] = [
    requires
      ? ok('composer.json', 'requires orm/runtime')
      : error('composer.json', 'does not require orm/runtime', 'run "composer require orm/runtime"'),
    locked
      ? ok('composer.lock', `orm/runtime ${locked}`)
      : error('composer.lock', lock ? 'has no orm/runtime' : 'does not exist', 'run "composer update"'),
  ]
  if ((await read('vendor/autoload.php')) === undefined)
    return [...findings, error('Composer autoload', 'vendor/autoload.php does not exist', 'run "composer install"')]
  const isAuthoritative = /setClassMapAuthoritative\(true\)/.test(
    (await read('vendor/composer/autoload_real.php')) ?? '',
  )
  findings.push(
    ok('Composer class map', isAuthoritative ? 'authoritative' : 'not authoritative, which is only for development'),
  )
  const text = stub === undefined ? undefined : await read(stub)
  const [, name] = /^(?:abstract )?class (\w+)/m.exec(text ?? '') ?? []
  if (name === undefined) return findings
  const [, namespace] = /^namespace ([\w\\]+);/m.exec(text ?? '') ?? []
  const fqcn = namespace ? `${namespace}\\${name}` : name
  const quoted = fqcn.replaceAll('\\', '\\\\')
  try {
    const loads = await php(`require 'vendor/autoload.php'; echo class_exists('${quoted}') ? 'yes' : 'no';`, directory)
    findings.push(
      loads === 'yes'
        ? ok('Composer autoload', `${fqcn} loads`)
        : error(
            'Composer autoload',
            `${fqcn} (${stub}) is not found`,
            'add the directory of the classes to "autoload" in composer.json, and run "composer dump-autoload"',
          ),
    )
  } catch (problem) {
    findings.push(
      error(
        'Composer autoload',
        `${fqcn} cannot be loaded: ${reasonOf(problem)}`,
        'run "composer install" and "orm build"',
      ),
    )
  }
  return findings
}
