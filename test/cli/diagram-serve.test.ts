import { type ChildProcess, spawn } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.js'
import { end } from '../support/command.mjs'
import { ormScript } from '../support/orm-script.js'
import { until } from '../support/patience.mjs'
import { createProject, type Project, type ProjectOptions } from '../support/project.js'

const book = `<table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR"/>
  </table>`
const author = `<table name="author"><column name="id" type="INTEGER" primaryKey="true"/></table>`
const schemaOf = (...tables: string[]): string => `<database name="default">
  ${tables.join('\n  ')}
</database>
`

let browser: Browser
test.before(async () => {
  browser = await launchChromium()
})
test.after.always(() => browser?.close())

interface Served {
  readonly project: Project
  readonly url: string
  readonly process: ChildProcess
  output(): string
}

async function serve(t: ExecutionContext, schema: ProjectOptions['schema'], ...flags: string[]): Promise<Served> {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const child = spawn(process.execPath, [ormScript, 'schema:diagram', '--serve', ...flags], { cwd: project.folder })
  t.teardown(() => end(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const address = () => /http:\/\/127\.0\.0\.1:\d+\/[\w-]+\//.exec(output)?.[0]
  await until(address, { otherwise: () => output, hopeless: () => child.exitCode !== null })
  return { project, url: address()!, process: child, output: () => output }
}

async function open(t: ExecutionContext, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  t.teardown(() => page.close())
  page.on('pageerror', (error) => t.fail(String(error)))
  await page.goto(url)
  return page
}

const tables = (page: Page) =>
  page.$$eval('svg:not([hidden]) .table', (all) => all.map((each) => each.getAttribute('data-table')))
const zoom = (page: Page) => page.getAttribute('svg:not([hidden]) .scene', 'transform')

test.serial('the page follows the schema, and keeps its place', async (t) => {
  const { project, url } = await serve(t, schemaOf(book))
  const page = await open(t, url)
  await page.waitForSelector('.table')
  t.deepEqual(await tables(page), ['book'])
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -300)
  await page.fill('#search', 'titl')
  const before = await zoom(page)
  await project.write('schema.xml', schemaOf(book, author))
  await page.waitForSelector('svg:not([hidden]) [data-table=author]')
  t.deepEqual(await tables(page), ['book', 'author'])
  t.is(await zoom(page), before)
  t.is(await page.inputValue('#search'), 'titl')
  await project.write('schema.xml', schemaOf(book, author.replace('INTEGER', 'INTEGR')))
  await page.waitForSelector('#problems:not([hidden])')
  t.regex((await page.textContent('#problems'))!, /schema\.xml:6:\d+ ORM-S\d+ .*INTEGR/)
  t.deepEqual(await tables(page), ['book', 'author'])
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, 'diagram-serve.png') })
  await project.write('schema.xml', schemaOf(author))
  await page.waitForSelector('[data-table=book]', { state: 'detached' })
  t.deepEqual(await tables(page), ['author'])
  t.true(await page.isHidden('#problems'))
})

test.serial('a schema that is wrong from the start shows its problems until it is right', async (t) => {
  const { project, url } = await serve(t, schemaOf('<table/>'))
  const page = await open(t, url)
  await page.waitForSelector('#problems:not([hidden])')
  t.regex((await page.textContent('#problems'))!, /ORM-S\d+/)
  await project.write('schema.xml', schemaOf(book))
  await page.waitForSelector('svg:not([hidden]) [data-table=book]')
  t.true(await page.isHidden('#problems'))
})

test.serial('a click on a table goes to its line in the editor, dragging does not', async (t) => {
  const { project, url } = await serve(t, schemaOf(author, book))
  const page = await open(t, url)
  const session = await page.context().newCDPSession(page)
  const asked: string[] = []
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', (event) => asked.push(event.url))
  const box = (await (await page.waitForSelector('svg:not([hidden]) [data-table=book] .body')).boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 40, { steps: 4 })
  await page.mouse.up()
  t.deepEqual(asked, [])
  await page.click('#fit')
  await page.click('svg:not([hidden]) [data-table=book] .body')
  await until(() => asked.length > 0)
  t.deepEqual(asked, [`vscode://file${project.folder}/schema.xml:3:3`])
  t.is(await page.textContent('section:not([hidden]) a'), 'schema.xml:3')
  t.deepEqual(await tables(page), ['author', 'book'])
})

const answerOf = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url)
    const path = url.slice(url.indexOf(pathname.slice(0, 5)))
    const request = get({ hostname, port, path, headers, method }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => resolve([response.statusCode!, text]))
    })
    request.on('error', reject)
  })

test.serial('only the printed address is answered', async (t) => {
  const { url } = await serve(t, schemaOf(book))
  const { port, pathname } = new URL(url)
  await until(async () => (await answerOf(url))[0] === 302)
  const page = `${url}d/default`
  t.is((await answerOf(page))[0], 200)
  t.is((await answerOf(page, { host: `localhost:${port}` }))[0], 200)
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    `127.0.0.1:${port}.evil.example`,
    `[::1]:${port}`,
  ]) {
    t.is((await answerOf(page, { host }))[0], 403, host)
  }
  const wrong = pathname.replace(/.\/$/, (end) => (end === 'A/' ? 'B/' : 'A/'))
  for (const path of [
    '/',
    '/d/default',
    `${wrong}d/default`,
    `${pathname.slice(0, -2)}/d/default`,
    `/${pathname}d/default`,
  ]) {
    const [code, text] = await answerOf(`http://127.0.0.1:${port}${path}`)
    t.is(code, 403, path)
    t.false(text.includes('book'))
  }
  for (const path of ['d/', 'd/other', 'd/%', 'd/..%2f..%2form.yaml', 'orm.yaml', 'd/default/x', 'd/__proto__']) {
    t.is((await answerOf(url + path))[0], 404, path)
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) t.is((await answerOf(page, {}, method))[0], 405, method)
})

test.serial('names and descriptions cannot become markup', async (t) => {
  const hostile = '&lt;/script>&lt;img src=x onerror=alert(1)>"&apos;'
  const table = book.replace('name="book"', `name="book" description="${hostile.replace('"', '&quot;')}"`)
  const { url } = await serve(t, schemaOf(table), '--editor=x-test://open?{path}')
  const page = await open(t, url)
  await page.waitForSelector('.table')
  t.is(await page.locator('img').count(), 0)
  await page.click('svg:not([hidden]) [data-table=book] .body')
  t.true((await page.textContent('section:not([hidden])'))!.includes('<img src=x onerror=alert(1)>'))
})

test.serial('several databases have a list; one that is gone leads back to it', async (t) => {
  const { project, url } = await serve(t, {
    'a.schema.xml': schemaOf(book),
    'b.schema.xml': schemaOf(author).replace('default', 'other#1'),
  })
  await until(async () => (await answerOf(url))[1].includes('Diagrams'))
  const page = await open(t, url)
  await page.click('text=other#1')
  await page.waitForSelector('svg:not([hidden]) [data-table=author]')
  await project.write('b.schema.xml', schemaOf(author).replace('author', 'writer'))
  await page.waitForSelector('svg:not([hidden]) [data-table=book]')
  t.deepEqual((await tables(page)).sort(), ['book', 'writer'])
})

test.serial('the command ends when it is asked to, and says so in the page', async (t) => {
  const { url, process: child } = await serve(t, schemaOf(book))
  const page = await open(t, url)
  await page.waitForSelector('.table')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  t.is(await ended, 130)
  await page.waitForSelector('#problems:not([hidden])')
  t.regex((await page.textContent('#problems'))!, /has ended/)
})

test.serial('options that do not fit are refused', async (t) => {
  const project = await createProject(t, { schema: schemaOf(book), database: 'sqlite' })
  const refusal = async (...flags: string[]) => {
    const { code, stderr } = await project.orm('schema:diagram', ...flags)
    t.is(code, 2, flags.join(' '))
    return stderr.trim()
  }
  t.is(await refusal('--port=4000'), 'orm: --port works only with --serve')
  t.is(await refusal('--editor=zed'), 'orm: --editor works only with --serve')
  for (const flag of ['check', 'dry-run', 'watch']) {
    t.is(await refusal('--serve', `--${flag}`), `orm: --${flag} has no meaning with --serve, which writes no files`)
  }
  t.regex(await refusal('--serve', '--port=70000'), /--port must be a number from 0 to 65535, got "70000"/)
  t.regex(await refusal('--serve', '--editor=javascript:alert(1)//{path}'), /--editor must be one of vscode, /)
  t.regex(await refusal('--serve', '--editor=vim'), /--editor must be one of vscode, /)
  t.regex(await refusal('--serve', '--editor=x://open'), /--editor must have \{path\}/)
})

test.serial('links have the whole path of the file, and the form of the editor', async (t) => {
  const files = { 'my shöp#1.schema.xml': schemaOf(book) }
  const forms = {
    phpstorm: 'phpstorm://open?file=FOLDER/my%20sh%C3%B6p%231.schema.xml&line=2&column=3',
    'x-my+ed:{path}|{line}': 'x-my+ed:FOLDER/my%20sh%C3%B6p%231.schema.xml|2',
  }
  for (const [editor, form] of Object.entries(forms)) {
    const { project, url } = await serve(t, files, `--editor=${editor}`)
    await until(async () => (await answerOf(url))[0] === 302)
    const [, text] = await answerOf(`${url}d/default`)
    t.is(/data-link="([^"]*)"/.exec(text)?.[1], form.replace('FOLDER', project.folder).replaceAll('&', '&#38;'))
  }
  const { url } = await serve(t, files, '--editor=none')
  await until(async () => (await answerOf(url))[0] === 302)
  t.false((await answerOf(`${url}d/default`))[1].includes('data-link='))
})
