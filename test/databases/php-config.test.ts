import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { root } from '../support/root.mjs'

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

const build = (folder: string) =>
  new Promise<{ code: number; stderr: string }>((resolve) => {
    execFile(process.execPath, [orm, 'sql:build'], { cwd: folder }, (error, _, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stderr }),
    )
  })

const settings =
  "['orm' => ['database' => ['connections' => ['shop' => ['adapter' => 'sqlite', 'dsn' => 'sqlite:x']]]]]"

test('a configuration that PHP has to run is read, whatever it prints', async (t) => {
  const folder = await folderWith(t, `<?php echo 'noise'; return (function () { return ${settings}; })();`)
  t.deepEqual(await build(folder), { code: 0, stderr: '' })
})

for (const [what, code] of [
  ['computes', 'for (;;) {}'],
  ['waits', 'for (;;) { sleep(1); }'],
] as const) {
  test(`a configuration that ${what} for ever is ended, and its process with it`, async (t) => {
    const folder = await folderWith(t, `<?php file_put_contents(__DIR__ . '/pid', getmypid()); ${code}`)
    const started = Date.now()
    const { code: exit, stderr } = await build(folder)
    t.is(exit, 3)
    t.regex(stderr, /orm\.php:1:\d+ ORM-C007 .*it has not ended after 5 seconds/)
    t.true(Date.now() - started < 20_000)
    t.true(await isGone(folder))
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
  while ((await pidOf(folder)) === 0) await sleep(50)
  child.kill('SIGKILL')
  t.true(await isGone(folder))
})

async function pidOf(folder: string): Promise<number> {
  return Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'))
}

/** Whether the PHP process has ended, or does so within two seconds. */
async function isGone(folder: string): Promise<boolean> {
  const pid = await pidOf(folder)
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    // One that has ended and was not waited for is still in the list.
    if (/^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))) return true
    await sleep(50)
  }
  return false
}
