/**
 * `npm start`: builds Orm if needed, then makes and runs this example from a clean state.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from '../../test/support/command.mjs'
import { build, ensureDependencies } from '../../test/support/prepare.mjs'
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

await prepare()

console.log('\nThe quickstart example\n')
for (const { output } of commands) rmSync(join(folder, output), { recursive: true, force: true })
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

/** Runs the example's application where PHP can, and says how to get PHP where it cannot. */
async function runApplication() {
  const { code } = await run('php', ['-r', 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("pdo_sqlite") ? 0 : 1);'])
  if (code !== 0) {
    console.log(`
  The application itself needs PHP 8.1 or later with pdo_sqlite, which is not here.
  On Debian and Ubuntu: apt-get install php-cli php-sqlite3; on macOS: brew install php.
  Then run npm start again.`)
    return
  }
  const output = await step('php', ['app.php'], 'php app.php')
  console.log(`  ${'php app.php'.padEnd(19)} the application, on that database:\n`)
  console.log(output.trimEnd().replace(/^(?=.)/gm, '      '))
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
