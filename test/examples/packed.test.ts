import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { chromium } from 'playwright-core'
import { findProgram, run } from '../support/command.mjs'
import { installExample, packAll, remove } from '../support/packed.js'
import { root } from '../support/root.mjs'

const packed = await packAll()
test.after.always(() => remove(packed.folder))

/** Commands of a README, with what the last of them prints where the next block says so. */
interface Step {
  readonly commands: readonly string[]
  readonly output?: string
}

function stepsOf(readme: string): Step[] {
  const blocks = [...readme.matchAll(/```(sh|text)\n(.*?)```/gs)].map(([, kind, text = '']) => ({ kind, text }))
  return blocks.flatMap(({ kind, text }, index): Step[] => {
    if (kind !== 'sh' || text === 'npm install\n') return []
    const next = blocks[index + 1]
    return [{ commands: text.trim().split('\n'), ...(next?.kind === 'text' && { output: next.text }) }]
  })
}

for (const example of [
  'gulp-php-app',
  'grunt-php-app',
  'npm-scripts',
  'programmatic-streams',
  'typescript-types',
  'vite-php-app',
]) {
  test(`${example}: the commands of its README work with the packages that we would publish`, async (t) => {
    await followReadme(t, example)
  })
}

/** Does what the README of an example says, in a folder outside the workspace; gives the folder. */
async function followReadme(t: ExecutionContext, example: string): Promise<string> {
  const folder = await installExample(example, packed.tarballs)
  t.teardown(() => remove(folder))
  const steps = stepsOf(await readFile(join(folder, 'README.md'), 'utf8'))
  t.true(steps.length > 0)
  for (const { commands, output } of steps) {
    let last = ''
    for (const command of commands) {
      const outcome = await run('sh', ['-c', command], { cwd: folder })
      t.is(outcome.code, 0, `${command}\n${outcome.output}`)
      last = outcome.stdout
    }
    if (output !== undefined) t.is(last, output)
  }
  return folder
}

test('vite-php-app in a browser: add, drag, load again; a mistake in the schema is shown with its place', async (t) => {
  const folder = await followReadme(t, 'vite-php-app')
  const [api, dev] = [await freePort(), await freePort()]
  const start = (command: string, args: string[]) => {
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, API_PORT: String(api) }, stdio: 'ignore' })
    t.teardown(() => child.kill())
  }
  start('php', ['-S', `127.0.0.1:${api}`, 'server.php'])
  start(process.execPath, ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(dev)])
  await Promise.all([listening(api), listening(dev)])

  const executablePath = findProgram('chromium')
  if (!executablePath) return t.fail('chromium is not installed')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  const titles = () => page.locator('li').allTextContents()

  // What was built, from PHP's own server.
  await page.goto(`http://127.0.0.1:${api}/`)
  await page.getByLabel('title').fill('Buy bread')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.locator('li').first().waitFor()

  await page.goto(`http://127.0.0.1:${dev}/`)
  await page.getByText('Buy bread').waitFor()
  t.is(await page.getByLabel('title').getAttribute('maxlength'), '80')
  t.deepEqual(await page.locator('option').allTextContents(), ['low', 'normal', 'high'])
  for (const [title, priority] of [
    ['Water the plants', 'low'],
    ['Call Grace', 'high'],
  ] as const) {
    await page.getByLabel('title').fill(title)
    await page.getByLabel('priority').selectOption(priority)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText(title).waitFor()
  }
  t.deepEqual(await titles(), ['Buy bread', 'Water the plants', 'Call Grace'])
  const moved = page.waitForResponse((response) => /\/items\/\d+$/.test(response.url()))
  await page.getByText('Call Grace').dragTo(page.getByText('Buy bread'))
  await moved
  await page.reload()
  await page.getByText('Call Grace').waitFor()
  t.deepEqual(await titles(), ['Call Grace', 'Buy bread', 'Water the plants'])
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, 'list.png') })

  const schema = join(folder, 'schema.xml')
  const text = await readFile(schema, 'utf8')
  await writeFile(schema, text.replace('type="enum"', 'type="enmu"'))
  const overlay = page.locator('vite-error-overlay')
  await overlay
    .getByText(/schema\.xml:6:\d+ ORM-S302/)
    .first()
    .waitFor()
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, 'overlay.png') })
  await writeFile(schema, text.replace('size="80"', 'size="60"'))
  await page.locator('input[maxlength="60"]').waitFor()
  t.is(await overlay.count(), 0)
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

async function listening(port: number): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answers) return
    if (Date.now() > deadline) throw new Error(`nobody listens on port ${port}`)
    await sleep(100)
  }
}

test('the runtime: the lines of its README bring it into vendor/, as a copy, without a registry', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-composer-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const [lines = ''] = /(?<=```sh\n).*?(?=```)/s.exec(
    await readFile(join(root, 'packages/runtime/README.md'), 'utf8'),
  ) ?? ['']
  const commands = lines.trim().split('\n')
  t.is(commands.shift(), 'npm install orm-runtime')
  // What npm does, from what we would publish.
  await mkdir(join(folder, 'node_modules/orm-runtime'), { recursive: true })
  const unpack = ['-xzf', packed.tarballs.get('orm-runtime')!, '--strip-components=1', '-C', 'node_modules/orm-runtime']
  t.is((await run('tar', unpack, { cwd: folder })).code, 0)
  await writeFile(join(folder, 'composer.json'), '{}')
  const env = { ...process.env, COMPOSER_DISABLE_NETWORK: '1', COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: folder }
  for (const command of ['composer config repositories.packagist.org false', ...commands]) {
    const { code, output } = await run('sh', ['-c', `${command} --no-interaction`], { cwd: folder, env })
    t.is(code, 0, `${command}\n${output}`)
  }
  await rm(join(folder, 'node_modules'), { recursive: true })
  const code = 'require "vendor/autoload.php"; echo get_class(Orm\\Runtime\\Orm::getServiceContainer());'
  t.is(
    (await run('php', ['-r', code], { cwd: folder })).stdout,
    'Orm\\Runtime\\ServiceContainer\\StandardServiceContainer',
  )
})

const program = (name: string) => join(root, 'node_modules/.bin', name)

for (const [name, tarball] of packed.tarballs) {
  // It holds PHP, and no JavaScript to import.
  if (name === 'orm-runtime') continue
  test(`${name}: publint and attw find nothing`, async (t) => {
    const publint = await run(program('publint'), ['--strict', tarball], { cwd: packed.folder })
    t.is(publint.code, 0, publint.output)
    const attw = await run(program('attw'), ['--profile', 'esm-only', tarball], { cwd: packed.folder })
    t.is(attw.code, 0, attw.output)
  })
}
