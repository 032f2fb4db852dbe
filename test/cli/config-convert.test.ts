import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { run } from 'orm-cli'
import { run as command } from '../support/command.mjs'
import { root } from '../support/root.mjs'

const script = join(root, 'packages', 'cli', 'bin', 'orm.js')

async function project(t: ExecutionContext, config: string) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-convert-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'orm.yaml'), config)
  return {
    folder,
    async orm(args: readonly string[], { env = {}, isTTY = false } = {}) {
      let [stdout, stderr] = ['', '']
      const code = await run(['config:convert', `--config-dir=${folder}`, ...args], {
        env,
        stdout: { write: (text) => (stdout += text), isTTY },
        stderr: { write: (text) => (stderr += text), isTTY },
      })
      return { code, stdout, stderr }
    },
  }
}

const shop = 'orm:\n  database:\n    connections:\n      shop:\n        adapter: sqlite\n        dsn: sqlite:x\n'

test('config:convert says what it did: wrote, no change, updated', async (t) => {
  const { folder, orm } = await project(t, shop)
  const output = join(folder, 'build')
  const args = [`--output-dir=${output}`, '--output-file=orm.php', `--loader-script-dir=${join(folder, 'loader')}`]
  const path = join(output, 'orm.php')
  t.deepEqual(await orm(args), { code: 0, stdout: `wrote ${path}\n`, stderr: '' })
  t.deepEqual(await orm(args), { code: 0, stdout: `no change required: ${path}\n`, stderr: '' })
  await writeFile(path, '')
  const refused = await orm(args)
  t.is(refused.code, 1)
  t.regex(refused.stderr, /^ORM-C207 \S+orm\.php was edited since Orm generated it; nothing was written/)
  t.is(await readFile(path, 'utf8'), '')
  t.deepEqual(await orm([...args, '--overwrite']), { code: 0, stdout: `updated ${path}\n`, stderr: '' })
  t.regex(await readFile(path, 'utf8'), /require_once __DIR__ \. '\/\.\.\/loader\/loadDatabase\.php';/)
  t.regex(await readFile(join(folder, 'loader', 'loadDatabase.php'), 'utf8'), /^<\?php/)
})

test('config:convert --keep-env writes no value of a variable', async (t) => {
  const { folder, orm } = await project(t, `${shop}        password: "%env.PW%"\n`)
  const args = [`--output-dir=${folder}`]
  const failed = await orm(args)
  t.is(failed.code, 1)
  t.regex(failed.stderr, /orm\.yaml:7:19 ORM-C106 environment variable PW is not set/)
  t.is((await orm([...args, '--keep-env'], { env: { PW: 'Geheim' } })).code, 0)
  t.notRegex(await readFile(join(folder, 'config.php'), 'utf8'), /Geheim/)
})

test('a code frame on a terminal shows no password', async (t) => {
  const lines = `${shop}        password: Geheim1\n        usr: "x"\n        options: { MYSQL_ATTR_SSL_KEY: Geheim1 }\n        opt: 1\n`
  const { orm } = await project(t, lines)
  const { code, stderr } = await orm([], { isTTY: true })
  t.is(code, 1)
  t.regex(stderr, /7 \| {9}password: …\n8 \| {9}usr: "x"\n/)
  t.notRegex(stderr, /Geheim1/)
})

test('exit codes: 3 where nothing can be read, 1 where something is wrong', async (t) => {
  const { folder, orm } = await project(t, 'orm: [')
  t.is((await orm([])).code, 3)
  await writeFile(join(folder, 'orm.json'), '{}')
  t.is((await orm([])).code, 3)
  await rm(join(folder, 'orm.json'))
  await rm(join(folder, 'orm.yaml'))
  t.is((await orm([])).code, 3)
  await writeFile(join(folder, 'orm.yaml'), 'orm: {}')
  t.is((await orm([])).code, 1)
})

test('a directory that cannot be written to is one sentence, and so is a file that cannot be read', async (t) => {
  const { folder, orm } = await project(t, shop)
  const unwritable = await orm([`--output-dir=${join(folder, 'orm.yaml', 'x')}`])
  t.is(unwritable.code, 1)
  t.regex(unwritable.stderr, /^ORM-C204 \S+config\.php cannot be written: ENOTDIR: not a directory\n/)
  await rm(join(folder, 'orm.yaml'))
  await mkdir(join(folder, 'orm.yaml'))
  const unreadable = await orm([])
  t.is(unreadable.code, 3)
  t.regex(unreadable.stderr, /^ORM-C011 \S+orm\.yaml cannot be read: EISDIR: /)
})

test('only the parser of the format at hand is loaded', async (t) => {
  const { folder } = await project(t, shop)
  // In a process of its own, where nothing else has loaded a parser before.
  const code = `
    import { run } from ${JSON.stringify(pathToFileURL(join(root, 'packages', 'cli', 'dist', 'index.js')).href)}
    const silent = { write() {} }
    await run(['config:convert', '--config-dir=${folder}', '--output-dir=${folder}'], { env: {}, stdout: silent, stderr: silent })
    const loaded = Object.keys((await import('node:module')).createRequire(${JSON.stringify(script)}).cache)
    const parsers = ['yaml', 'php-parser', 'pg', 'mysql2', '@inquirer/core']
    console.log(JSON.stringify(parsers.filter((name) => loaded.some((file) => file.includes('/node_modules/' + name + '/')))))`
  const { stdout, output } = await command(process.execPath, [
    '--conditions=orm-modules',
    '--input-type=module',
    '--eval',
    code,
  ])
  t.deepEqual(JSON.parse(stdout || '["nothing"]'), ['yaml'], output)
})
