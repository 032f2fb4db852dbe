import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.js'
import { end, run } from '../support/command.mjs'
import { installExample, packAll, remove } from '../support/packed.js'
import { until } from '../support/patience.mjs'
import { freePort, untilListening } from '../support/ports.js'

// The example needs: php

const folder = await installExample('vite-php-app', await packAll())
let browser: Browser
/** The application as PHP serves it when it is built, for all tests. */
let address: string
const servers: (() => Promise<unknown>)[] = []

test.before(async (t) => {
  for (const script of ['build', 'insert']) {
    const { code, output } = await run('npm', ['run', script], { cwd: folder })
    t.is(code, 0, output)
  }
  address = (await serveApplication()).address
  browser = await launchChromium()
})

test.after.always(async () => {
  await browser?.close()
  for (const stop of servers) await stop()
  await remove(folder)
})

/** Starts a program in the folder of the example and waits until it listens. */
async function serve(port: number, command: string, args: string[], api = port) {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, API_PORT: String(api) }, stdio: 'ignore' })
  const stop = () => end(child)
  servers.push(stop)
  await untilListening(port)
  return { address: `http://127.0.0.1:${port}/`, stop }
}

async function serveApplication() {
  const port = await freePort()
  return serve(port, 'php', ['-S', `127.0.0.1:${port}`, 'server.php'])
}

/** The page with the items of the given titles, and no others. */
async function open(t: ExecutionContext, address: string, titles: readonly string[], options?: BrowserContextOptions) {
  const context = await browser.newContext(options)
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.on('pageerror', (error) => t.fail(String(error)))
  for (const { id } of (await (await fetch(`${address}items`)).json()) as { id: number }[]) {
    t.is((await fetch(`${address}items/${id}`, { method: 'DELETE' })).status, 200)
  }
  for (const title of titles) {
    const body = JSON.stringify({ title })
    t.is((await fetch(`${address}items`, { method: 'POST', body })).status, 200)
  }
  await page.goto(address)
  await page.getByText(titles.length === 1 ? '1 item' : `${titles.length} items`).waitFor()
  return page
}

const titlesOf = (page: Page) => page.locator('li .title').allTextContents()
const entry = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const hasFocus = async (page: Page, locator: Locator) => (await locator.and(page.locator(':focus')).count()) === 1
const handle = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}` })
const says = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })

async function screenshot(page: Page, name: string) {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true })
}

/** Where an entry stands, when those that slide to their new places have arrived there. */
async function middleOf(locator: Locator) {
  await locator.page().evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))')
  const box = (await locator.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height }
}

const chores = ['Buy bread', 'Water the plants', 'Call Grace']

test.serial('the first items are those of seeds/items.php; a second "npm run seed" changes nothing', async (t) => {
  const items = async () => (await fetch(`${address}items`)).json() as Promise<{ title: string; priority: string }[]>
  t.deepEqual(await items(), [])
  for (let round = 1; round <= 2; round++) {
    const { code, output } = await run('npm', ['run', 'seed'], { cwd: folder })
    t.is(code, 0, output)
    const described = (await items()).map(({ title, priority }) => `${title}: ${priority}`)
    t.deepEqual(described, ['Buy bread: normal', 'Water the plants: low', 'Call Grace: high'])
  }
})

test.serial('the form and its rules are those of schema.xml', async (t) => {
  const page = await open(t, address, [])
  t.true(await page.getByText('Nothing to do.').isVisible())
  const title = page.getByLabel('title')
  t.is(await title.getAttribute('maxlength'), '80')
  t.is(await title.getAttribute('placeholder'), 'What is to be done')
  t.deepEqual(await page.locator('option').allTextContents(), ['low', 'normal', 'high'])
  t.is(await page.getByLabel('priority').inputValue(), 'normal')
  t.regex((await page.locator('dl').textContent())!, /title.*required; at most 80 characters.*one of low, normal, high/)
  t.is(await page.locator('details code').textContent(), await readFile(join(folder, 'schema.xml'), 'utf8'))

  // The browser refuses an empty title; nothing is sent.
  await page.getByRole('button', { name: 'Add' }).click()
  await page.locator('input:invalid:focus').waitFor()
  t.deepEqual(await titlesOf(page), [])
  await title.fill('Call Grace')
  await page.getByLabel('priority').selectOption('high')
  await page.keyboard.press('Enter')
  await says(page, 'Call Grace is added.')
  t.deepEqual(await titlesOf(page), ['Call Grace'])
  t.is(await entry(page, 'Call Grace').getAttribute('data-priority'), 'high')
  // Ready for the next one.
  t.is(await title.inputValue(), '')
  t.true(await hasFocus(page, title))
})

test.serial('a mouse drags an entry; a line shows where it would come to stand', async (t) => {
  const page = await open(t, address, chores, { viewport: { width: 1280, height: 800 } })
  const [from, to] = [await middleOf(entry(page, 'Call Grace')), await middleOf(entry(page, 'Buy bread'))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y - 20, { steps: 4 })
  await page.mouse.move(to.x, to.y - 4, { steps: 8 })
  await page.locator('li.drop-before', { hasText: 'Buy bread' }).waitFor()
  await screenshot(page, 'example-drag-1280')
  t.deepEqual(await titlesOf(page), chores)
  await page.mouse.up()
  await says(page, 'Call Grace is now 1 of 3.')
  t.deepEqual(await titlesOf(page), ['Call Grace', 'Buy bread', 'Water the plants'])
  t.is(await page.locator('.drop-before, .drop-after, .dragged').count(), 0)

  // To the end, where the line is below the last entry.
  const last = await middleOf(entry(page, 'Water the plants'))
  await page.mouse.move(to.x, to.y)
  await page.mouse.down()
  await page.mouse.move(last.x, last.y + last.height, { steps: 8 })
  await page.locator('li.drop-after', { hasText: 'Water the plants' }).waitFor()
  await page.mouse.up()
  await says(page, 'Call Grace is now 3 of 3.')
  await page.reload()
  await page.getByText('Call Grace').waitFor()
  t.deepEqual(await titlesOf(page), chores)
})

test.serial('Escape takes a drag back, and a click moves nothing', async (t) => {
  const page = await open(t, address, chores)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.method()))
  const [from, to] = [await middleOf(entry(page, 'Call Grace')), await middleOf(entry(page, 'Buy bread'))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y - 4, { steps: 8 })
  await page.locator('.drop-before').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await entry(page, 'Buy bread').click()
  await until(async () => (await page.locator('.drop-before, .drop-after, .dragged').count()) === 0)
  t.deepEqual(await titlesOf(page), chores)
  t.deepEqual(requests, [])
})

test.serial('a finger on the handle drags; beside it, it scrolls', async (t) => {
  const options = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true }
  const page = await open(t, address, chores, options)
  t.is(await page.evaluate('document.documentElement.scrollWidth'), 390, 'nothing is wider than the screen')
  const touch = await page.context().newCDPSession(page)
  const swipe = async (x: number, from: number, to: number) => {
    const at = (y: number) => ({ touchPoints: [{ x, y }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) })
    for (let step = 1; step <= 10; step++) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(from + ((to - from) * step) / 10) })
    }
    await screenshot(page, `example-touch-390-${Math.round(x)}`)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const top = await middleOf(handle(page, 'Buy bread'))
  const bottom = await middleOf(handle(page, 'Call Grace'))
  await swipe(bottom.x, bottom.y, top.y - 4)
  await says(page, 'Call Grace is now 1 of 3.')
  t.deepEqual(await titlesOf(page), ['Call Grace', 'Buy bread', 'Water the plants'])
  t.is(await page.evaluate('scrollY'), 0)

  await swipe(bottom.x + 150, bottom.y, bottom.y - 200)
  await page.waitForFunction('scrollY > 50')
  t.deepEqual(await titlesOf(page), ['Call Grace', 'Buy bread', 'Water the plants'])
})

test.serial('keys move an entry, which keeps the focus; every move is announced', async (t) => {
  const page = await open(t, address, chores)
  const grace = handle(page, 'Call Grace')
  await grace.focus()
  for (const [key, place, titles] of [
    ['ArrowUp', 2, ['Buy bread', 'Call Grace', 'Water the plants']],
    ['ArrowUp', 1, ['Call Grace', 'Buy bread', 'Water the plants']],
    ['ArrowDown', 2, ['Buy bread', 'Call Grace', 'Water the plants']],
    ['End', 3, chores],
    ['Home', 1, ['Call Grace', 'Buy bread', 'Water the plants']],
  ] as const) {
    await page.keyboard.press(key)
    await says(page, `Call Grace is now ${place} of 3.`)
    t.deepEqual(await titlesOf(page), titles)
    t.true(await hasFocus(page, grace), key)
    t.is(await grace.getAttribute('aria-label'), `Move Call Grace, ${place} of 3`)
  }
  t.is(await grace.getAttribute('aria-describedby'), 'how-to-move')
  t.regex((await page.locator('#how-to-move').textContent())!, /With the keyboard/)
})

test.serial('an entry is deleted, and the focus goes to what took its place', async (t) => {
  const page = await open(t, address, chores)
  const remover = (title: string) => page.getByRole('button', { name: `Delete ${title}` })
  await remover('Water the plants').click()
  await says(page, 'Water the plants is deleted.')
  t.deepEqual(await titlesOf(page), ['Buy bread', 'Call Grace'])
  t.true(await hasFocus(page, remover('Call Grace')))
  await page.keyboard.press('Enter')
  await says(page, 'Call Grace is deleted.')
  t.true(await hasFocus(page, remover('Buy bread')))
  await page.keyboard.press('Enter')
  await page.getByText('Nothing to do.').waitFor()
  t.true(await hasFocus(page, page.getByLabel('title')))
})

test.serial('what fails is said, and nothing that was typed is lost', async (t) => {
  const { address, stop } = await serveApplication()
  const page = await open(t, address, chores, { viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
  const alert = page.getByRole('alert')

  // Somebody else has deleted it meanwhile.
  const id = await entry(page, 'Call Grace').getAttribute('data-id')
  await fetch(`${address}items/${id}`, { method: 'DELETE' })
  await handle(page, 'Call Grace').press('Home')
  await alert.filter({ hasText: 'This item is gone.' }).waitFor()
  await entry(page, 'Call Grace').waitFor({ state: 'detached' })
  t.is(await page.locator('#count').textContent(), '2 items')

  // A form that was changed by hand does not get around the rules of the schema.
  const title = page.getByLabel('title')
  await title.evaluate((field) => field.removeAttribute('maxlength'))
  await title.fill('x'.repeat(81))
  await page.keyboard.press('Enter')
  await alert.filter({ hasText: 'title has more than 80 characters.' }).waitFor()
  const refused = await fetch(`${address}items`, { method: 'POST', body: '{"title": "x", "priority": "urgent"}' })
  t.is(refused.status, 422)

  await stop()
  await title.fill('Feed the cat')
  await page.keyboard.press('Enter')
  await alert.filter({ hasText: 'The server does not answer.' }).waitFor()
  t.is(await title.inputValue(), 'Feed the cat')
  t.deepEqual(await titlesOf(page), ['Buy bread', 'Water the plants'])
  await screenshot(page, 'example-error-dark-390')
})

test.serial('under Vite, a mistake in the schema is shown with its place, and a change reaches the form', async (t) => {
  const dev = await freePort()
  const vite = ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(dev)]
  const served = await serve(dev, process.execPath, vite, Number(new URL(address).port))
  const page = await open(t, served.address, chores)
  await page.locator('input[maxlength="80"]').waitFor()

  const schema = join(folder, 'schema.xml')
  const text = await readFile(schema, 'utf8')
  t.teardown(() => writeFile(schema, text))
  await writeFile(schema, text.replace('type="enum"', 'type="enmu"'))
  const overlay = page.locator('vite-error-overlay')
  await overlay
    .getByText(/ORM-S302/)
    .first()
    .waitFor()
  await overlay
    .getByText(/schema\.xml:6:\d+/)
    .first()
    .waitFor()
  await screenshot(page, 'example-overlay')
  await writeFile(schema, text.replace('size="80"', 'size="60"'))
  await page.locator('input[maxlength="60"]').waitFor()
  await t.notThrowsAsync(until(async () => (await overlay.count()) === 0))
})
