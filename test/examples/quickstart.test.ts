import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { findProgram } from '../support/command.mjs'
import { runPhp } from '../support/php.js'
import { root } from '../support/root.mjs'
import { usableLibraries } from '../support/sqlite-libraries.js'

const example = join(root, 'examples', 'quickstart')

/** What `npm start` runs. */
const start = (env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(example, 'start.mjs')],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })

const tablesOf = (file: string) =>
  runPhp(
    `$tables = (new PDO('sqlite:' . $argv[1]))->query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name");
    echo implode(' ', $tables->fetchAll(PDO::FETCH_COLUMN));`,
    { args: [file] },
  )

test.serial('npm start makes the example and runs its application', async (t) => {
  const { code, output } = await start()
  t.is(code, 0, output)
  t.is(await tablesOf(join(example, 'var', 'bookstore.sq3')), 'author book orm_migration')
  for (const file of [
    'generated-sql/bookstore.sql',
    'generated-classes/Bookstore/Book.php',
    'generated-conf/config.php',
  ]) {
    t.true(existsSync(join(example, file)), file)
  }
  t.regex(output, /php app\.php .*:\n\n {6}\S/)
  t.regex(output, /deleted {2}the author; 2 books are left/)
  t.regex(output, /npx orm studio .*\s*$/)
})

test.serial(
  'npm start on a machine without PHP, apt-get and better-sqlite3 runs the application with PHP from npm',
  async (t) => {
    const programs = await mkdtemp(join(tmpdir(), 'orm-path-'))
    t.teardown(() => rm(programs, { recursive: true }))
    await symlink(findProgram('sh') ?? '', join(programs, 'sh'))
    // Orm was built by the test above.
    const npm = `#!/bin/sh\ncase "$*" in 'run --silent build') ;; *) exec '${findProgram('npm')}' "$@" ;; esac\n`
    await writeFile(join(programs, 'npm'), npm, { mode: 0o755 })
    await symlink(process.execPath, join(programs, 'node'))
    const { nodeArguments } = usableLibraries.find(({ name }) => name === 'libsql')!
    const { code, output } = await start({ PATH: programs, NODE_OPTIONS: nodeArguments.join(' ') })
    t.is(code, 0, output)
    t.is(await tablesOf(join(example, 'var', 'bookstore.sq3')), 'author book orm_migration')
    t.regex(output, /with PHP 8\.4 from npm:\n\n {6}\S/)
  },
)
