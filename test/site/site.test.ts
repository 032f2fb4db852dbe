import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.js'
import { runNpm } from '../support/command.mjs'
import { stateOfDependencies } from '../support/prepare.mjs'
import { root } from '../support/root.mjs'

const site = join(root, 'site/.vitepress/dist')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

let server: Server
let address: string
let browser: Browser
const missing: string[] = []

/** Milliseconds that every script takes to arrive. */
let delay = 0

test.before(async (t) => {
  // What `npm run docs` does; npm takes longer than a build to install what is there already.
  const commands = [...(stateOfDependencies(join(root, 'site')) === 'right' ? [] : [['ci']]), ['run', 'build']]
  for (const command of commands) {
    const { code, output } = await runNpm([...command, '--prefix', join(root, 'site')], { cwd: root })
    t.is(code, 0, output)
  }
  server = createServer(async (request, response) => {
    const path = new URL(request.url!, 'http://site').pathname
    const file = join(site, path.endsWith('/') ? `${path}index.html` : extname(path) === '' ? `${path}.html` : path)
    if (!existsSync(file)) {
      missing.push(path)
      response.writeHead(404).end()
      return
    }
    if (extname(file) === '.js' && delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(await readFile(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launchChromium()
})

test.after.always(async () => {
  await browser?.close()
  server?.close()
})

async function open(t: ExecutionContext, path: string, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.on('pageerror', (error) => t.fail(String(error)))
  await page.goto(address + path)
  return page
}

async function screenshot(page: Page, name: string) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) })
}

/** Waits for the results of a search, and returns what the field contains and how many there are. */
async function found(page: Page) {
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  return {
    text: await page.inputValue('.search-input'),
    results: await page.locator('.VPLocalSearchBox .result').count(),
  }
}

const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'Ctrl-K': (page) => page.keyboard.press('Control+k'),
  'the slash key': (page) => page.keyboard.press('/'),
  'a click': (page) => page.click('#local-search button'),
}

for (const [way, press] of Object.entries(ways)) {
  test.serial(`the first search after a page load, by ${way}, has results, also if the scripts are slow`, async (t) => {
    for (const [path, milliseconds] of [
      ['/', 0],
      ['/tutorial', 0],
      ['/', 400],
    ] as const) {
      delay = milliseconds
      const page = await open(t, path)
      await press(page)
      // Nobody waits for the box to appear.
      await page.keyboard.type('sortabel')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      await page.keyboard.type('le')
      t.deepEqual(await found(page), { text: 'sortable', results: 16 }, `${path}, ${milliseconds} ms`)
      delay = 0
    }
  })
}

test.serial('a search that waits for its index says so', async (t) => {
  const page = await open(t, '/')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.context().route('**/*localSearchIndexroot*', async (route) => {
    await asked
    await route.continue()
  })
  await page.reload()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sortable')
  await page.locator('.search-input').waitFor()
  await page.waitForFunction(
    `getComputedStyle(document.querySelector('.results'), '::before').content === '"Searching…"'`,
  )
  answer()
  t.is((await found(page)).results, 16)
})

test.serial('a result leads to its heading', async (t) => {
  const page = await open(t, '/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ORM-S501')
  await found(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/errors(?:\.html)?#orm-s501/)
  await page.locator('[id^="orm-s501"]').waitFor()
  t.pass()
})

const isDark = (color: string): boolean => {
  const [red = 255, green = 255, blue = 255] = (color.match(/\d+/g) ?? []).map(Number)
  return (red + green + blue) / 3 < 100
}

for (const width of [390, 1400]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.serial(
      `${colorScheme}, ${width} pixels: pages fit, pictures have the page's colors, and search works`,
      async (t) => {
        for (const path of ['/', '/queries', '/diagrams', '/editors']) {
          const page = await open(t, path, { viewport: { width, height: 900 }, colorScheme })
          await page.waitForLoadState('networkidle')
          await screenshot(page, `site${path.replace('/', '-')}-${width}-${colorScheme}`)
          t.is(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, `${path} scrolls sideways`)
          const cut = await page.$$eval('.vp-doc .language-sh pre', (blocks) =>
            blocks.filter((block) => block.scrollWidth > block.clientWidth + 1).map((block) => block.textContent),
          )
          t.deepEqual(cut, [], `${path}: commands are cut off`)
          const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
          t.is(isDark(background), colorScheme === 'dark', path)
          t.deepEqual(await wrongPictures(page, colorScheme), [], path)
        }
        const page = await open(t, '/', { viewport: { width, height: 900 }, colorScheme })
        await page.click('#local-search button')
        await page.keyboard.type('migrate')
        t.is((await found(page)).results, 16)
        await screenshot(page, `site-search-${width}-${colorScheme}`)
      },
    )
  }
}

/** The pictures that are much brighter or darker than a page of the given colors. */
const wrongPictures = (page: Page, colors: 'light' | 'dark') =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('.vp-doc img')].filter((image) => {
      if (image.offsetParent === null) return false
      const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0, 1, 1)
      const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 3 < 128 !== ${colors === 'dark'}
    }).map(({ src }) => src)`)

test.serial('blocks of Mermaid are drawn', async (t) => {
  for (const path of ['/architecture', '/diagrams']) {
    const page = await open(t, path)
    const drawn = page.locator('.diagram svg')
    await Promise.race([drawn.first().waitFor(), page.waitForEvent('pageerror')])
    t.true((await drawn.count()) > 0, path)
  }
})

test.serial('the switch of the site changes its pictures, too', async (t) => {
  const page = await open(t, '/', { viewport: { width: 1400, height: 900 }, colorScheme: 'light' })
  await page.click('.VPNavBarAppearance button')
  await page.locator('html.dark').waitFor()
  t.true((await page.$$('.vp-doc img')).length > 0)
  t.deepEqual(await wrongPictures(page, 'dark'), [])
})

test.serial('every page of the menu exists, and the site has an icon', async (t) => {
  const page = await open(t, '/')
  const icon = await page.getAttribute('link[rel="icon"]', 'href')
  t.is((await fetch(address + icon)).headers.get('content-type'), 'image/svg+xml')
  const links = await page.$$eval('.VPSidebar a, .VPNavBar a', (all) => all.map((link) => link.getAttribute('href')!))
  t.true(links.length > 30)
  for (const link of links.filter((link) => link.startsWith('/'))) {
    const { status } = await fetch(address + link)
    t.is(status, 200, link)
  }
  t.deepEqual(missing, [])
})
