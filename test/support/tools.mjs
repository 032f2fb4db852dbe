import { existsSync } from 'node:fs'
import { findProgram, run } from './command.mjs'
import { galeraLibrary } from './servers/galera.mjs'
import { haproxyProgram } from './servers/haproxy.mjs'
import { mariadbPrograms } from './servers/mariadb.mjs'
import { pgbouncerProgram } from './servers/pgbouncer.mjs'
import { postgresqlFolder } from './servers/postgresql.mjs'

/** @typedef {import('./database-names.mjs').DatabaseName} DatabaseName */

/**
 * A tool outside npm that tests or checks use.
 *
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} purpose             what it is for
 * @property {readonly string[]} packages Debian and Ubuntu packages
 * @property {() => Promise<string | undefined>} version  undefined if the tool is missing, empty if it has no version
 * @property {RegExp} [mention]           matches the text of test modules that use it
 * @property {RegExp} [module]            matches the paths of modules whose users need it
 * @property {readonly ToolName[]} [with]  other tools; this one is used where all of them are
 * @property {DatabaseName} [database]    the database that it is for, if only one
 */

/** @param {string} program */
const starts = (program) => new RegExp(`\\b(?:spawn|execFile|execute|run)(?:Sync)?\\(\\s*'${program}'`)

/** @param {string} program */
const finds = (program) => new RegExp(`\\bfindProgram\\('${program}'`)

const servers = /\b(?:testOnEachDatabase|requestedDatabases)\b|(?<![/.])\bdatabases\b(?![/.]js)/

/** These modules name all tools and use none. */
const runner = /^test\/support\/(?:tools|provision|stages)\.mjs$/

const helpers = /^test\/support\/(?:databases\.ts|project\.ts|database-names\.mjs)$/

/** Debian has the version in the name. */
export const fpmProgram = () =>
  findProgram('php-fpm8.2', ['/usr/sbin']) ?? findProgram('php-fpm', ['/usr/sbin']) ?? 'php-fpm'

/** @param {string} name */
const extension = (name) => async () =>
  (await run('php', ['-r', `exit((int) !extension_loaded('${name}'));`])).code === 0 ? '' : undefined

/** @satisfies {Record<string, Omit<Tool, 'with'> & { with?: string[] }>} */
const table = {
  php: {
    name: 'PHP 8.1 or later',
    purpose: 'runs generated classes and the runtime',
    packages: ['php-cli'],
    version: phpVersion,
    // Orm's own function for testing behaviors also starts PHP.
    mention: new RegExp(`${starts('php').source}|\\brunPhp(?:File)?\\(`),
  },
  pdo_sqlite: {
    name: 'PHP extension pdo_sqlite',
    purpose: 'connects PHP to SQLite',
    packages: ['php-sqlite3'],
    version: extension('pdo_sqlite'),
    with: ['php'],
  },
  dom: {
    name: 'PHP extension dom',
    purpose: 'reads and writes XML in the runtime, and PHPUnit needs it',
    packages: ['php-xml'],
    version: extension('dom'),
    with: ['php'],
  },
  mbstring: {
    name: 'PHP extension mbstring',
    purpose: 'counts characters in the runtime, and PHPUnit needs it',
    packages: ['php-mbstring'],
    version: extension('mbstring'),
    with: ['php'],
  },
  postgresql: {
    name: 'PostgreSQL',
    purpose: 'runs as a private server for the tests on pgsql',
    packages: ['postgresql'],
    version: async () => {
      const folder = postgresqlFolder()
      return folder === undefined ? undefined : versionOf(`${folder}/postgres`)
    },
    mention: new RegExp(`${servers.source}|startPostgresql`),
    module: /^test\/support\/(?:databases\.ts|servers\/postgresql\.mjs)$/,
    database: 'pgsql',
  },
  pdo_pgsql: {
    name: 'PHP extension pdo_pgsql',
    purpose: 'connects PHP to PostgreSQL',
    packages: ['php-pgsql'],
    version: extension('pdo_pgsql'),
    with: ['php', 'postgresql'],
    database: 'pgsql',
  },
  mariadb: {
    name: 'MariaDB',
    purpose: 'runs as a private server for the tests on mysql',
    // These packages contain all that a private server needs. Unlike mariadb-server, they have neither a service nor a data
    // folder.
    packages: ['mariadb-server-core', 'mariadb-client-core'],
    version: async () => {
      const server = mariadbPrograms()?.server
      return server === undefined ? undefined : versionOf(server, ['--no-defaults', '--version'])
    },
    mention: new RegExp(`${servers.source}|startMariadb`),
    module: /^test\/support\/(?:databases\.ts|servers\/mariadb\.mjs)$/,
    database: 'mysql',
  },
  pdo_mysql: {
    name: 'PHP extension pdo_mysql',
    purpose: 'connects PHP to MariaDB',
    packages: ['php-mysql'],
    version: extension('pdo_mysql'),
    with: ['php', 'mariadb'],
    database: 'mysql',
  },
  phpunit: {
    name: 'PHPUnit',
    purpose: 'tests the runtime',
    packages: ['phpunit'],
    version: () => versionOf('phpunit'),
    mention: finds('phpunit'),
  },
  phpcs: {
    name: 'PHP_CodeSniffer',
    purpose: 'checks the style of PHP code',
    packages: ['php-codesniffer'],
    version: () => versionOf('phpcs'),
  },
  composer: {
    name: 'Composer',
    purpose: 'checks and installs the PHP package',
    packages: ['composer'],
    version: () => versionOf('composer'),
    mention: starts('composer'),
  },
  fpm: {
    name: 'php-fpm',
    purpose: 'serves the requests of a bench',
    packages: ['php-fpm'],
    version: () => versionOf(fpmProgram(), ['-v']),
  },
  cgi: {
    name: 'php-cgi',
    purpose: 'serves requests whose instructions a bench counts',
    packages: ['php-cgi'],
    version: () => versionOf('php-cgi', ['-v']),
  },
  fcgi: {
    name: 'cgi-fcgi',
    purpose: 'sends requests to php-fpm and php-cgi',
    packages: ['libfcgi-bin'],
    version: async () => (findProgram('cgi-fcgi') === undefined ? undefined : ''),
  },
  valgrind: {
    name: 'Valgrind',
    purpose: 'counts instructions',
    packages: ['valgrind'],
    version: () => versionOf('valgrind'),
  },
  validator: {
    name: 'Symfony Validator',
    purpose: 'the behavior validate uses',
    packages: ['php-symfony-validator'],
    version: () =>
      versionOf('php', ['-r', `exit((int) !stream_resolve_include_path('Symfony/Component/Validator/autoload.php'));`]),
    mention: /Symfony\/Component\/Validator/,
  },
  symfony: {
    name: 'Symfony',
    purpose: 'the bundle is tested with',
    // Only the packages that applications of the tests use, without php-symfony, which recommends all packages.
    packages: [
      'php-symfony-framework-bundle',
      'php-symfony-security-bundle',
      'php-symfony-twig-bundle',
      'php-symfony-web-profiler-bundle',
      'php-symfony-form',
      'php-symfony-messenger',
      'php-symfony-validator',
      'php-symfony-yaml',
      'php-symfony-browser-kit',
      'php-symfony-dotenv',
      'php-symfony-security-csrf',
    ],
    version: () =>
      versionOf('php', [
        '-r',
        `require 'Symfony/Bundle/FrameworkBundle/autoload.php';
        foreach (['Bundle/SecurityBundle', 'Bundle/WebProfilerBundle', 'Component/Form', 'Component/Messenger', 'Component/Dotenv', 'Component/Security/Csrf', 'Component/Yaml'] as $part) {
            stream_resolve_include_path("Symfony/$part/autoload.php") || exit(1);
        }
        echo Symfony\\Component\\HttpKernel\\Kernel::VERSION;`,
      ]),
    mention: /\bframeworks\/symfony\b|'symfony-app'/,
  },
  laravel: {
    name: 'Laravel',
    purpose: 'the Laravel package is tested with',
    packages: ['php-laravel-framework'],
    version: () =>
      versionOf('php', [
        '-r',
        `stream_resolve_include_path('Illuminate/autoload.php') || exit(1);
        require 'Illuminate/autoload.php';
        echo Illuminate\\Foundation\\Application::VERSION;`,
      ]),
    mention: /\bframeworks\/laravel\b|'laravel-app'/,
  },
  psr: {
    name: 'PSR interfaces, with Symfony Cache and Nyholm PSR-7',
    purpose: 'caches, containers and middleware of applications use',
    packages: [
      'php-psr-container',
      'php-psr-event-dispatcher',
      'php-psr-simple-cache',
      'php-symfony-cache',
      'php-nyholm-psr7',
    ],
    version: () =>
      versionOf('php', [
        '-r',
        `foreach (['Psr/Container', 'Psr/EventDispatcher', 'Psr/SimpleCache', 'Symfony/Component/Cache', 'Nyholm/Psr7'] as $part) {
            stream_resolve_include_path("$part/autoload.php") || exit(1);
        }`,
      ]),
    mention: /Nyholm\/Psr7/,
  },
  xmllint: {
    name: 'xmllint',
    purpose: 'checks schemas against orm.xsd',
    packages: ['libxml2-utils'],
    version: () => versionOf('xmllint'),
    mention: starts('xmllint'),
  },
  script: {
    name: 'script',
    purpose: 'runs commands on a terminal of their own',
    packages: ['bsdutils'],
    version: () => versionOf('script'),
    mention: starts('script'),
  },
  chromium: {
    name: 'Chromium',
    purpose: 'shows pages of examples and diagrams',
    packages: ['chromium-headless-shell'],
    version: async () => (await versionOf('chromium-headless-shell')) ?? versionOf('chromium'),
    module: /^test\/support\/chromium\.ts$/,
  },
  galera: {
    name: 'Galera',
    purpose: 'makes a cluster of MariaDB servers; mariadb-server has the scripts that copy data to a node',
    packages: ['galera-4', 'mariadb-server', 'rsync', 'socat'],
    version: async () =>
      existsSync(galeraLibrary) &&
      ['wsrep_sst_rsync', 'rsync', 'socat'].every((name) => findProgram(name) !== undefined)
        ? ''
        : undefined,
    module: /^test\/support\/servers\/galera\.mjs$/,
  },
  pgbouncer: {
    name: 'PgBouncer',
    purpose: 'shares connections to PostgreSQL',
    packages: ['pgbouncer'],
    version: () => versionOf(findProgram('pgbouncer', ['/usr/sbin']) ?? pgbouncerProgram),
    module: /^test\/support\/servers\/pgbouncer\.mjs$/,
  },
  haproxy: {
    name: 'HAProxy',
    purpose: 'leads connections to the primary of PostgreSQL',
    packages: ['haproxy'],
    version: () => versionOf(findProgram('haproxy', ['/usr/sbin']) ?? haproxyProgram, ['-v']),
    module: /^test\/support\/servers\/haproxy\.mjs$/,
  },
}

/** @typedef {keyof typeof table} ToolName */

/** @type {Readonly<Record<ToolName, Tool>>} */
export const tools = /** @type {any} */ (table)

/** @type {readonly ToolName[]} */
const toolNames = /** @type {any} */ (Object.keys(table))

/**
 * Returns the tools that test files need, according to the modules that they reach.
 *
 * @param {readonly string[]} files
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @param {readonly DatabaseName[]} databases  the databases to test
 * @returns {Set<ToolName>}
 */
export function toolsFor(files, graph, databases) {
  /** @type {Set<ToolName>} */
  const needed = new Set()
  const open = new Set(toolNames.filter((name) => isFor(name, databases)))
  for (const file of files) {
    if (open.size === 0) break
    const modules = [...graph.reach(file, runner)].filter((path) => path.startsWith('test/') && !runner.test(path))
    for (const name of open) if (uses(name, modules, graph)) needed.add(name)
    for (const name of needed) open.delete(name)
  }
  return withCompanions(needed, databases)
}

/**
 * @param {Iterable<ToolName>} names
 * @param {readonly DatabaseName[]} databases
 * @returns {Set<ToolName>} with PHP for tools written in PHP, and with the extensions that are used together with them
 */
export function withCompanions(names, databases) {
  const all = new Set(names)
  if ([...all].some((name) => /^(?:phpunit|phpcs|composer|validator|symfony|laravel|psr)$/.test(name))) all.add('php')
  for (const name of toolNames) {
    const { with: others } = tools[name]
    if (others?.every((other) => all.has(other)) && isFor(name, databases)) all.add(name)
  }
  return all
}

/**
 * @param {ToolName} name
 * @param {readonly DatabaseName[]} databases
 */
const isFor = (name, databases) => {
  const { database } = tools[name]
  return database === undefined || databases.includes(database)
}

/**
 * Returns whether modules use a tool.
 *
 * @param {ToolName} name
 * @param {readonly string[]} modules  that a test reaches, including the test itself
 * @param {import('./import-graph.mjs').ImportGraph} graph
 */
function uses(name, modules, graph) {
  // If no word of a module shows the use of a tool, a comment declares it.
  const comment = new RegExp(`^// .*\\bneeds: .*\\b${name}\\b`, 'm')
  if (modules.some((path) => comment.test(graph.textOf(path)))) return true
  const { mention, module } = tools[name]
  if (module !== undefined && !modules.some((path) => module.test(path))) return false
  // The helpers mention all databases, so only the other modules show whether a test uses one.
  const own = modules.filter((path) => module === undefined || !helpers.test(path))
  return mention === undefined ? module !== undefined : own.some((path) => mention.test(graph.textOf(path)))
}

/**
 * @param {string} program
 * @param {string[]} [args]
 * @returns {Promise<string | undefined>}
 */
async function versionOf(program, args = ['--version']) {
  const { code, stdout } = await run(program, args)
  return code === 0 ? (/\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? '') : undefined
}

async function phpVersion() {
  const version = await versionOf('php', ['-r', 'echo PHP_VERSION;'])
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  return major > 8 || (major === 8 && minor >= 1) ? version : undefined
}
