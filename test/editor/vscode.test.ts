import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.js'
import { type CodeServer, startCodeServer } from '../support/code-server.js'
import { run } from '../support/command.mjs'
import { ormScript } from '../support/orm-script.js'
import { until } from '../support/patience.mjs'
import { root } from '../support/root.mjs'

// The extension as a user has it: packed, installed in VS Code, and used by mouse and keyboard.

const config = `orm:
  database:
    connections:
      default:
        adapter: sqlite
        dsn: 'sqlite:book.sq3'
`

const schema = `<?xml version="1.0" encoding="UTF-8"?>
<database name="default" namespace="Bookstore">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" required="true"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="authr">
      <reference local="author_id" foreign="id"/>
    </foreign-key>
    <index>
      <index-column name="author_id"/>
    </index>
  </table>
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR"/>
  </table>
</database>
`

const php = `<?php

use Bookstore\\BookQuery;

$books = BookQuery::create()->filterByAuthorId(1)->find();
`

/** Milliseconds after which something does not happen any more, however busy the machine is. */
const patience = 300_000

let folder: string
let project: string
let server: CodeServer
let browser: Browser
let page: Page

test.before('VS Code has the extension, and a project is open in it', async (t) => {
  folder = mkdtempSync(join(tmpdir(), 'orm-vscode-'))
  const extension = join(folder, 'extension')
  const source = join(root, 'editors/vscode')
  cpSync(source, extension, {
    recursive: true,
    filter: (path) => !/node_modules|dist/.test(path.slice(source.length)),
  })
  symlinkSync(join(root, 'node_modules'), join(extension, 'node_modules'))
  for (const script of ['bundle.mjs', 'package.mjs']) {
    const { code, output } = await run(process.execPath, [script], { cwd: extension })
    t.is(code, 0, output)
  }
  project = join(folder, 'bookstore')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  symlinkSync(join(root, 'packages/language-server'), join(project, 'node_modules/orm-language-server'))
  for (const [name, text] of Object.entries({ 'orm.yaml': config, 'schema.xml': schema, 'list.php': php })) {
    writeFileSync(join(project, name), text)
  }
  server = await startCodeServer(join(folder, 'code'), join(extension, 'orm-vscode-0.1.0.vsix'), {
    'orm.command': `${process.execPath} ${ormScript}`,
  })
  browser = await launchChromium()
  page = await browser.newPage({ viewport: { width: 1280, height: 760 } })
  page.setDefaultTimeout(patience)
  await page.goto(server.url(project))
  await page.getByRole('treeitem', { name: 'schema.xml' }).dblclick()
  await page.getByRole('code').first().waitFor()
})

test.afterEach.always(async (t) => {
  if (!t.passed) t.log(server?.log().slice(-4000))
})

test.after.always(async () => {
  await browser?.close()
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const keep = async (name: string): Promise<void> => {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) })
}

/** A piece of the text in the editor. */
const word = (text: string) => page.locator('.view-line span', { hasText: text }).last()

/** The schema on the disk, once it is saved with what is expected in it. */
async function saved(expected: string): Promise<string> {
  const read = () => readFileSync(join(project, 'schema.xml'), 'utf8')
  await page.keyboard.press('Control+s')
  await until(() => read().includes(expected), { otherwise: () => `${expected} in\n${read()}` })
  return read()
}

test.serial('a problem is underlined and listed', async (t) => {
  await page.locator('.squiggly-error').waitFor()
  await page.keyboard.press('Control+Shift+m')
  const problem = page.getByRole('treeitem', { name: /foreign key to unknown table "authr"/ })
  await problem.waitFor()
  t.regex((await problem.innerText()).replaceAll('\u00a0', ' '), /ORM-S501/)
  await keep('problem')
})

test.serial('a quick fix mends it', async (t) => {
  await word('authr').click()
  await page.keyboard.press('Control+.')
  await page.getByText('Change to "author"').waitFor()
  await keep('quick-fix')
  await page.keyboard.press('Enter')
  await page.locator('.squiggly-error').waitFor({ state: 'detached' })
  t.is(await saved('foreignTable="author"'), schema.replace('authr', 'author'))
})

test.serial('a column is renamed, with the references to it and the option for the migration', async (t) => {
  await word('author_id').click()
  await page.keyboard.press('F2')
  await page.locator('.rename-box input').fill('writer_id')
  await page.keyboard.press('Enter')
  await page.getByText('orm migration:diff --rename=book.author_id:writer_id').first().waitFor()
  await page.getByText('list.php:5 filterByAuthorId').first().waitFor()
  await keep('rename')
  t.is(await saved('writer_id'), schema.replace('authr', 'author').replaceAll('author_id', 'writer_id'))
})

test.serial('the diagram is beside the schema, follows the cursor and leads to the tables', async (t) => {
  // Without the list of problems there is room for it.
  await page.keyboard.press('Control+j')
  await page.getByRole('button', { name: 'Show the Diagram Beside the Schema' }).click()
  const diagram: FrameLocator = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  const table = (name: string) => diagram.locator(`svg:not([hidden]) .table[data-table="${name}"]`)
  await table('book').waitFor()
  t.is(await diagram.locator('svg:not([hidden]) .table').count(), 2)
  const details = (name: string) => diagram.locator('#details').getByRole('heading', { name, exact: true })
  await details('book').waitFor()
  await keep('diagram')
  await diagram.getByRole('button', { name: 'Close' }).click()
  await diagram.getByRole('button', { name: 'Fit' }).click()
  await table('author').click()
  await page.getByRole('button', { name: /Ln 14, Col/ }).waitFor()
  await word('index-column').click()
  await details('book').waitFor()
})

test.serial('lenses above the schema lead to the next migration, which cannot be edited', async (t) => {
  const lens = (title: string) => page.locator('.codelens-decoration').getByText(title, { exact: true })
  await page.getByRole('tab', { name: /^schema\.xml/ }).click()
  await page.keyboard.press('Control+Home')
  await lens('rows not known').first().waitFor()
  for (const title of ['Build', 'Diagram']) t.is(await lens(title).count(), 1)
  await keep('lenses')
  await lens('Preview migration').click()
  await page.getByRole('tab', { name: /^next-migration\.sql/ }).waitFor()
  await word('Preview of the next migration').waitFor()
  await word('writer_id').waitFor()
  await keep('preview')
  await word('Preview of the next migration').click()
  await page.keyboard.type('x')
  await page.getByText('Cannot edit in read-only editor').first().waitFor()
})
