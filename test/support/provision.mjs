import { existsSync } from 'node:fs'
import { installPackages } from './apt.mjs'
import { findProgram, run } from './command.mjs'
import { mariadbPrograms } from './servers/mariadb.mjs'
import { postgresqlFolder } from './servers/postgresql.mjs'

/** @typedef {import('./database-names.mjs').DatabaseName} DatabaseName */

/**
 * @typedef {object} Tool
 * @property {string} name        as a reader knows it
 * @property {string[]} packages  of Debian and Ubuntu
 * @property {string} [found]     its version; absent when the tool is missing
 */

const validatorIsThere = `exit(stream_resolve_include_path('Symfony/Component/Validator/autoload.php') ? 0 : 1);`

/** Tools that the tests need are missing and cannot be installed from here. */
export class ToolsMissing extends Error {}

/**
 * Makes sure that everything outside npm is there: PHP and its tools, and the servers of the given databases.
 *
 * @param {readonly DatabaseName[]} databases
 * @param {(names: string[]) => void} announce  called before an installation starts: it can take minutes
 * @returns {Promise<string>} what there is, in words
 */
export async function provision(databases, announce) {
  const missing = missingOf(await inspect(databases))
  if (missing.length > 0) {
    if (!canInstall()) throw new ToolsMissing(explain(missing))
    announce(missing.map(({ name }) => name))
    const failure = await installPackages(packagesOf(missing))
    if (failure !== undefined) throw new ToolsMissing(`${explain(missing)}\n\napt-get failed:\n${failure}`)
  }
  const tools = await inspect(databases)
  const still = missingOf(tools)
  if (still.length > 0) throw new ToolsMissing(explain(still))
  return tools.flatMap(({ name, found }) => (found ? [`${name} ${found}`] : [])).join(', ')
}

/**
 * @param {readonly DatabaseName[]} databases
 * @returns {Promise<Tool[]>}
 */
async function inspect(databases) {
  const tools = [
    phpTools(databases),
    versioned('PHPUnit', ['phpunit'], 'phpunit'),
    versioned('PHP_CodeSniffer', ['php-codesniffer'], 'phpcs'),
    versioned('Symfony Validator', ['php-symfony-validator'], 'php', ['-r', validatorIsThere]),
    versioned('Composer', ['composer'], 'composer'),
    versioned('xmllint', ['libxml2-utils'], 'xmllint'),
    versioned('script', ['bsdutils'], 'script'),
    versioned('Chromium', ['chromium'], 'chromium'),
  ]
  if (databases.includes('pgsql')) tools.push(postgresql())
  if (databases.includes('mysql')) tools.push(mariadb())
  return (await Promise.all(tools)).flat()
}

/**
 * PHP itself and its extensions. An extension that is there is not worth a word.
 *
 * @param {readonly DatabaseName[]} databases
 * @returns {Promise<Tool[]>}
 */
async function phpTools(databases) {
  const { stdout } = await run('php', ['-r', 'echo PHP_VERSION, " ", implode(" ", get_loaded_extensions());'])
  const [version = '', ...loaded] = stdout.split(' ')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isRecent = major > 8 || (major === 8 && minor >= 1)
  const extensions = [
    { name: 'pdo_sqlite', packages: ['php-sqlite3'] },
    ...(databases.includes('pgsql') ? [{ name: 'pdo_pgsql', packages: ['php-pgsql'] }] : []),
    ...(databases.includes('mysql') ? [{ name: 'pdo_mysql', packages: ['php-mysql'] }] : []),
    { name: 'dom', packages: ['php-xml'] },
    { name: 'mbstring', packages: ['php-mbstring'] },
  ]
  return [
    { name: 'PHP', packages: ['php-cli'], ...(isRecent && { found: version }) },
    ...extensions
      .filter(({ name }) => !loaded.includes(name))
      .map((extension) => ({ ...extension, name: `PHP extension ${extension.name}` })),
  ]
}

/** @returns {Promise<Tool>} */
async function postgresql() {
  const folder = postgresqlFolder()
  return versioned('PostgreSQL', ['postgresql'], folder && `${folder}/postgres`)
}

/**
 * The core packages have all that a private server needs and, unlike mariadb-server, neither a service nor a data
 * folder.
 *
 * @returns {Promise<Tool>}
 */
async function mariadb() {
  return versioned('MariaDB', ['mariadb-server-core', 'mariadb-client-core'], mariadbPrograms()?.server, [
    '--no-defaults',
    '--version',
  ])
}

/**
 * @param {string} name
 * @param {string[]} packages
 * @param {string} [command]
 * @param {string[]} [args]
 * @returns {Promise<Tool>}
 */
async function versioned(name, packages, command, args = ['--version']) {
  const outcome = command === undefined ? undefined : await run(command, args)
  const found = outcome?.code === 0 ? (/\d+(?:\.\d+)+/.exec(outcome.stdout)?.[0] ?? '') : undefined
  return { name, packages, ...(found !== undefined && { found }) }
}

/** @param {readonly Tool[]} tools */
const missingOf = (tools) => tools.filter(({ found }) => found === undefined)

/** @param {readonly Tool[]} tools */
const packagesOf = (tools) => [...new Set(tools.flatMap(({ packages }) => packages))]

/** Whether packages of Debian and Ubuntu can be installed from here. */
export const canInstall = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined

/** @param {readonly Tool[]} missing */
function explain(missing) {
  const serversOnly = missing.every(({ name }) => /PostgreSQL|MariaDB|pdo_pgsql|pdo_mysql/.test(name))
  return [
    'The tests need what this machine does not have:',
    '',
    ...missing.map(({ name }) => `  ${name}${name === 'PHP' ? ' 8.1 or later' : ''}`),
    '',
    'On Debian and Ubuntu this installs it (root may leave it to the tests):',
    '',
    `  sudo apt-get install --no-install-recommends ${packagesOf(missing).join(' ')}`,
    ...(serversOnly ? ['', 'Or test without these servers:', '', '  DATABASES=sqlite npm test'] : []),
  ].join('\n')
}
