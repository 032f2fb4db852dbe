import { spawn } from 'node:child_process'
import { once } from 'node:events'
import test, { type ExecutionContext } from 'ava'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findProgram, run } from '../support/command.mjs'
import { installExample, packAll, remove } from '../support/packed.js'
import { freePort, untilListening } from '../support/ports.js'

// The example needs: php, pdo_sqlite

const folder = await installExample('symfony-app', await packAll())
const port = await freePort()
const address = `http://127.0.0.1:${port}/`
let browser: Browser
let stop: () => Promise<unknown>

test.before(async () => {
  const server = spawn(process.execPath, ['start.mjs'], { cwd: folder, env: { ...process.env, PORT: String(port) } })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(server, 'exit')
  stop = () => {
    server.kill()
    return ended
  }
  await Promise.race([untilListening(port), ended.then(() => Promise.reject(new Error(output)))])
  browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
})

test.after.always(async () => {
  await browser?.close()
  await stop?.()
  await remove(folder)
})

async function open(t: ExecutionContext, path = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(0)
  page.on('pageerror', (error) => t.fail(String(error)))
  await page.goto(address + path)
  return page
}

const titlesOf = (page: Page) => page.locator('.sortable a').allTextContents()

async function submit(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Save' }).click()
}

test.serial('a list is sorted by mouse and by keys, and keeps its order', async (t) => {
  const page = await open(t)
  t.deepEqual(await titlesOf(page), ['Emma', 'Poems', 'Frankenstein'])
  const entry = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await entry('Frankenstein').dragTo(entry('Emma'), { targetPosition: { x: 20, y: 2 } })
  await page.getByText('Frankenstein is now number 1.').waitFor()
  await entry('Emma').press('ArrowDown')
  await page.getByText('Emma is now number 3.').waitFor()
  await page.reload()
  t.deepEqual(await titlesOf(page), ['Frankenstein', 'Poems', 'Emma'])
})

test.serial('a form has the fields of the schema, and shows what is wrong', async (t) => {
  const page = await open(t, 'books/new')
  t.is(await page.getByLabel('Title').getAttribute('maxlength'), '80')
  t.is(await page.getByLabel('Published on').getAttribute('type'), 'date')
  t.deepEqual(await page.getByLabel('Kind').locator('option').allTextContents(), ['novel', 'poems', 'letters'])
  t.is(await page.getByLabel('Author').locator('option').count(), 6)
  await page.getByLabel('Title').fill('Persuasion')
  t.is(await page.locator('output').textContent(), '70 characters left')

  await submit(page, { Title: '', Isbn: '978-0-14-143958-7' })
  t.deepEqual(await page.locator('form li').allTextContents(), ['A book has a title.', 'Another book has this number.'])
  await submit(page, { Title: 'Persuasion', Isbn: '1' })
  t.deepEqual(await page.locator('form li').allTextContents(), [
    'This value is neither a valid ISBN-10 nor a valid ISBN-13.',
  ])
  await submit(page, { Isbn: '978-0-14-143968-6', 'Published on': '1817-12-20' })
  await page.getByText('Persuasion is saved.').waitFor()
  t.is((await titlesOf(page)).at(-1), 'Persuasion')

  // An unchanged book is no other book.
  await page.getByRole('link', { name: 'Persuasion' }).click()
  t.is(await page.getByLabel('Published on').inputValue(), '1817-12-20')
  await submit(page, {})
  await page.getByText('Persuasion is saved.').waitFor()
  t.is((await fetch(`${address}books/77`)).status, 404)
})

test.serial('the profiler shows queries with time, parameters, N+1, callers and plans', async (t) => {
  const page = await open(t, 'authors')
  const toolbar = page.locator('.sf-toolbar-block-orm')
  await toolbar.waitFor()
  t.regex((await toolbar.textContent())!, /^\s*7\s+in\s+\d/)
  await toolbar.locator('a').first().click()
  const rows = page.locator('.orm-query > tbody > tr')
  t.is(await rows.count(), 7)
  t.regex((await page.locator('.metrics').textContent())!, /7\s+Queries.*0\s+Duplicates\s+5\s+N\+1\s+0\s+Failed/s)
  const [first = '', second = ''] = await rows.allTextContents()
  t.regex(first, /SELECT author\.id.*BookController\.php:\d+.*EXPLAIN.*SCAN author/s)
  t.regex(second, /N\+1: sent 6 times from one line.*\{":p1":\d\}.*Connection\s+default/s)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/symfony.png`, fullPage: true })

  // A page that joins sends one query.
  t.regex((await (await open(t)).locator('.sf-toolbar-block-orm').textContent())!, /^\s*1\s+in/)
})

test.serial('the console of the application knows the commands', async (t) => {
  const migrate = await run('php', ['bin/console', 'orm:migrate', '--status'], { cwd: folder })
  t.regex(migrate.stdout, /^default: \d+_baseline +applied/, migrate.output)
  const build = await run('php', ['bin/console', 'orm:build', '--', '--check'], { cwd: folder })
  t.is(build.code, 0, build.output)
})
