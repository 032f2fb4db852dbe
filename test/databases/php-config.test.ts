import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { end } from '../support/command.mjs'
import { until } from '../support/patience.mjs'
import { root } from '../support/root.mjs'

// To run a configuration, the script needs: php

const orm = join(root, 'packages/cli/bin/orm.js')
const schema =
  '<database name="shop"><table name="t"><column name="id" type="INTEGER" primaryKey="true"/></table></database>'

async function folderWith(t: ExecutionContext, php: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-php-config-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'schema.xml'), schema)
  await writeFile(join(folder, 'orm.php'), php)
  return folder
}

const build = (folder: string, env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env } }
    execFile(process.execPath, [orm, 'sql:build'], options, (error, _, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stderr }),
    )
  })

const settings =
  "['orm' => ['database' => ['connections' => ['shop' => ['adapter' => 'sqlite', 'dsn' => 'sqlite:x']]]]]"

test('a configuration that PHP has to run is read, whatever it prints', async (t) => {
  const folder = await folderWith(
    t,
    `<?php register_shutdown_function(static function () { echo 'bye'; }); echo 'noise'; return (function () { return ${settings}; })();`,
  )
  t.deepEqual(await build(folder), { code: 0, stderr: '' })
})

for (const [what, code] of [
  ['computes', 'for (;;) {}'],
  ['waits', 'for (;;) { sleep(1); }'],
] as const) {
  test(`a configuration that ${what} for ever is ended after ORM_PHP_TIMEOUT, and its process with it`, async (t) => {
    const folder = await folderWith(t, `<?php file_put_contents(__DIR__ . '/pid', getmypid()); ${code}`)
    // On a busy machine PHP may be ended before it runs the file.
    for (let seconds = 2; (await pidOf(folder)) === 0; seconds *= 2) {
      const { code: exit, stderr } = await build(folder, { ORM_PHP_TIMEOUT: String(seconds) })
      t.is(exit, 3)
      t.true(seconds < 200, 'PHP runs the file')
      t.regex(stderr, new RegExp(`orm\\.php:1:\\d+ ORM-C007 .*it has not ended after ${seconds} seconds`))
    }
    await isGone(folder)
  })
}

test('a configuration that ends PHP is a problem with a place', async (t) => {
  const folder = await folderWith(t, "<?php echo 'noise'; exit;")
  const { code, stderr } = await build(folder)
  t.is(code, 3)
  t.regex(stderr, /orm\.php:1:\d+ ORM-C007 .*it exits instead of returning an array/)
})

test('PHP ends with the process that runs it, however that ends', async (t) => {
  const folder = await folderWith(t, "<?php file_put_contents(__DIR__ . '/pid', getmypid()); for (;;) { sleep(1); }")
  const child = spawn(process.execPath, [orm, 'sql:build'], { cwd: folder, stdio: 'ignore' })
  await until(async () => (await pidOf(folder)) > 0, { hopeless: () => child.exitCode !== null })
  await end(child, 'SIGKILL')
  await t.notThrowsAsync(isGone(folder))
})

async function pidOf(folder: string): Promise<number> {
  return Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'))
}

/** Waits until the PHP process has ended. */
async function isGone(folder: string): Promise<void> {
  const pid = await pidOf(folder)
  await until(async () => {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    // One that has ended and was not waited for is still in the list.
    return /^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))
  })
}
