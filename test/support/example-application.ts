import { spawn } from 'node:child_process'
import { once } from 'node:events'
import test, { type ExecutionContext } from 'ava'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from './chromium.js'
import { run } from './command.mjs'
import { installExample, packAll, remove } from './packed.js'
import { freePort, untilListening } from './ports.js'

interface Application {
  readonly folder: string
  readonly address: string
  readonly open: (t: ExecutionContext, path?: string) => Promise<Page>
}

/** Installs an example with a bookstore, starts it with its own script, and opens its pages in a browser. */
export async function startApplication(example: string): Promise<Application> {
  const folder = await installExample(example, await packAll())
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
    browser = await launchChromium()
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
    page.on('pageerror', (error) => t.fail(String(error)))
    await page.goto(address + path)
    return page
  }

  return { folder, address, open }
}

const titlesOf = (page: Page) => page.locator('.sortable a').allTextContents()

async function submit(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Save' }).click()
}

export async function sortBooks(t: ExecutionContext, { open }: Application): Promise<void> {
  const page = await open(t)
  t.deepEqual(await titlesOf(page), ['Emma', 'Poems', 'Frankenstein'])
  const entry = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await entry('Frankenstein').dragTo(entry('Emma'), { targetPosition: { x: 20, y: 2 } })
  await page.getByText('Frankenstein is now number 1.').waitFor()
  await entry('Emma').press('ArrowDown')
  await page.getByText('Emma is now number 3.').waitFor()
  await page.reload()
  t.deepEqual(await titlesOf(page), ['Frankenstein', 'Poems', 'Emma'])
}

/** @param wrongIsbn the form's message for an invalid ISBN */
export async function editBooks(t: ExecutionContext, { open, address }: Application, wrongIsbn: string): Promise<void> {
  const page = await open(t, 'books/new')
  t.is(await page.getByLabel('Title').getAttribute('maxlength'), '80')
  t.is(await page.getByLabel('Published on').getAttribute('type'), 'date')
  t.deepEqual(await page.getByLabel('Kind').locator('option').allTextContents(), ['novel', 'poems', 'letters'])
  t.is(await page.getByLabel('Author').locator('option').count(), 6)
  await page.getByLabel('Title').fill('Persuasion')
  t.is(await page.locator('output').textContent(), '70 characters left')

  await submit(page, { Title: '', Isbn: '978-0-14-143958-7' })
  await page.getByText('A book has a title.').waitFor()
  t.deepEqual(await page.locator('form li').allTextContents(), ['A book has a title.', 'Another book has this number.'])
  await submit(page, { Title: 'Persuasion', Isbn: '1' })
  await page.getByText(wrongIsbn).waitFor()
  t.deepEqual(await page.locator('form li').allTextContents(), [wrongIsbn])
  await submit(page, { Isbn: '978-0-14-143968-6', 'Published on': '1817-12-20' })
  await page.getByText('Persuasion is saved.').waitFor()
  t.is((await titlesOf(page)).at(-1), 'Persuasion')

  // Saving an unchanged book must not create another one.
  await page.getByRole('link', { name: 'Persuasion' }).click()
  t.is(await page.getByLabel('Published on').inputValue(), '1817-12-20')
  await submit(page, {})
  await page.getByText('Persuasion is saved.').waitFor()
  t.is((await fetch(`${address}books/77`)).status, 404)
}

/** @param script the script that runs the framework's commands */
export async function useCommands(t: ExecutionContext, { folder }: Application, script: string): Promise<void> {
  const migrate = await run('php', [script, 'orm:migrate', '--status'], { cwd: folder })
  t.regex(migrate.stdout, /^default: \d+_baseline +applied/, migrate.output)
  const build = await run('php', [script, 'orm:build', '--', '--check'], { cwd: folder })
  t.is(build.code, 0, build.output)
}
