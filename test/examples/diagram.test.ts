import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.js'
import { createProject } from '../support/project.js'

let browser: Browser
test.before(async () => {
  browser = await launchChromium()
})
test.after.always(() => browser?.close())

const column = (name: string, more = '') => `<column name="${name}" type="integer" ${more}/>`
const reference = (table: string, name: string, at: number) =>
  `<foreign-key foreignTable="${table}" phpName="To${name}" refPhpName="From${at}${name}"><reference local="${name}" foreign="id"/></foreign-key>`

/** A shop of modules: every table refers to its neighbour in the module, many to the first table of all. */
function shop(tables: number): string {
  const nameOf = (at: number) => `module${Math.floor(at / 12)}_table${at}`
  const texts = Array.from({ length: tables }, (_, at) => {
    const isFirst = at % 12 === 0
    const keys = [
      ...(isFirst ? [] : [reference(nameOf(at - 1 - ((at * 7) % (at % 12))), 'near_id', at)]),
      ...(at > 0 && at % 3 === 0 ? [reference(nameOf(0), 'user_id', at)] : []),
    ]
    const columns = ['id', 'near_id', 'user_id', 'quantity'].map((name) =>
      column(name, name === 'id' ? 'primaryKey="true"' : ''),
    )
    return `<table name="${nameOf(at)}" description="Table &lt;${at}&gt;">${columns.join('')}${keys.join('')}</table>`
  })
  return `<database name="shop" namespace="Shop">${texts.join('\n')}</database>`
}

async function open(t: ExecutionContext, tables: number, viewport: { width: number; height: number }): Promise<Page> {
  const project = await createProject(t, { schema: shop(tables), database: 'sqlite' })
  const { code, stderr } = await project.orm('schema:diagram')
  t.is(code, 0, stderr)
  const page = await browser.newPage({ viewport })
  t.teardown(() => page.close())
  page.on('pageerror', (error) => t.fail(String(error)))
  page.on('console', (message) => message.type() === 'error' && t.fail(message.text()))
  await page.goto(pathToFileURL(join(project.folder, 'generated-diagram', 'shop.html')).href)
  if (process.env.SCREENSHOTS) {
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `diagram-${tables}-${viewport.width}.png`) })
  }
  return page
}

/** The places of the tables that are shown, on the screen. */
const places = (page: Page) =>
  page.$$eval('svg:not([hidden]) .table', (tables) =>
    tables.map((table) => {
      const { x, y, width, height } = table.querySelector('.body')!.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )

for (const { tables, width, height } of [
  { tables: 60, width: 390, height: 800 },
  { tables: 300, width: 1600, height: 1000 },
]) {
  test(`the page of ${tables} tables shows all of them, none above another, on a screen of ${width} pixels`, async (t) => {
    const page = await open(t, tables, { width, height })
    const found = await places(page)
    t.is(found.length, tables)
    for (const [at, a] of found.entries()) {
      t.true(
        a.x >= 0 && a.y >= 0 && a.x + a.width <= width + 1 && a.y + a.height <= height + 1,
        `table ${at} is outside`,
      )
      const covered = found.findIndex(
        (b, other) =>
          other > at && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      )
      t.is(covered, -1, `tables ${at} and ${covered} cover each other`)
    }
    // Too far away for names of tables, one reads those of their groups.
    const titles = await page.$$eval('svg:not([hidden]) .title', (texts) =>
      texts.map((text) => ({ text: text.textContent, height: text.getBoundingClientRect().height })),
    )
    t.deepEqual(
      titles
        .filter(({ text }) => /^module\d+$/.test(text))
        .map(({ text }) => text)
        .sort(),
      Array.from({ length: tables / 12 }, (_, at) => `module${at}`).sort(),
    )
    t.true(Math.min(...titles.filter(({ text }) => !text.includes('_')).map(({ height }) => height)) >= 8)
    // The table of that name, not one whose name goes on.
    await page.fill('#search', 'table27')
    await page.keyboard.press('Enter')
    t.is(await page.textContent('section:not([hidden]) h2'), 'module2_table27')
  })
}

test('search finds tables and columns, and shows a table with what belongs to it', async (t) => {
  const page = await open(t, 60, { width: 1200, height: 800 })
  await page.fill('#search', 'table27')
  await page.keyboard.press('Enter')
  t.is(await page.textContent('section:not([hidden]) h2'), 'module2_table27')
  t.is(await page.textContent('section:not([hidden]) p >> nth=1'), 'Table <27>')
  await page.locator('svg:not([hidden]) .selected[data-table=module2_table27]').waitFor()
  t.is(new URL(page.url()).hash, '#module2_table27')
  // The lines to the table that all others refer to are there only for the table that is looked at.
  t.is(await page.locator('svg:not([hidden]) .hub:visible').count(), 1)
  await page.click('section:not([hidden]) li a >> nth=0')
  // The address changes first, then the page.
  await page.locator('section:not([hidden]) h2').filter({ hasNotText: 'module2_table27' }).waitFor()
  await page.fill('#search', 'quantity')
  t.is((await page.$$('#found li')).length, 40)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.locator('#details').waitFor({ state: 'hidden' })
})

test('the wheel zooms, dragging moves, and the fingers of a phone do both', async (t) => {
  const page = await open(t, 60, { width: 1200, height: 800 })
  const [before] = await places(page)
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -400)
  const [zoomed] = await places(page)
  t.true(zoomed!.width > before!.width * 1.5)
  await page.mouse.down()
  await page.mouse.move(650, 420, { steps: 5 })
  await page.mouse.up()
  const [moved] = await places(page)
  t.is(Math.round(moved!.x - zoomed!.x), 50)
  t.true(await page.isHidden('#details'), 'a drag is not a click')
  await page.click('#fit')
  await page.uncheck('#keys-only')
  await page.locator('svg[data-view=all]').waitFor()
  t.true(await page.isHidden('svg[data-view=keys]'))
})
