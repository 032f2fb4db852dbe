import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.js'
import { run } from '../support/command.mjs'
import { installEditor, LanguageServer } from '../support/language-server.js'
import { ormScript } from '../support/orm-script.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'
import { StudioProcess } from '../support/studio.js'

// UPDATE_GOLDEN=1 draws the pictures of the manual again; otherwise the tests check that what they show is still true.

const schemes = { light: '', dark: '-dark' } as const

let folder: string
let browser: Browser

test.before('the bookstore is built', async (t) => {
  folder = await mkdtemp(join(tmpdir(), 'orm-pictures-'))
  await cp(join(root, 'test/site/bookstore'), folder, { recursive: true })
  await cp(join(root, 'packages/runtime/src'), join(folder, 'runtime'), { recursive: true })
  for (const command of ['model:build', 'schema:diagram']) {
    const { code, output } = await run(process.execPath, [ormScript, command], { cwd: folder })
    t.is(code, 0, output)
  }
  browser = await launchChromium('--allow-file-access-from-files')
})

test.after.always(async () => {
  await browser?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

for (const [colorScheme, suffix] of Object.entries(schemes) as ['light' | 'dark', string][]) {
  test.serial(`the diagram, ${colorScheme}`, async (t) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 640 }, colorScheme })
    await page.goto(pathToFileURL(join(folder, 'generated-diagram/bookstore.html')).href)
    t.is(await page.locator('svg:not([hidden]) .table').count(), 10)
    if (process.env.UPDATE_GOLDEN) await page.screenshot({ path: join(root, `docs/diagram${suffix}.png`) })
    await page.close()
  })
}

const rows = [
  "INSERT INTO author (name, born_on) VALUES ('Jane Austen', '1775-12-16'), ('Mary Shelley', '1797-08-30'), ('Emily Brontë', '1818-07-30')",
  "INSERT INTO publisher (name, country) VALUES ('Thomas Egerton', 'GB'), ('Lackington', 'GB')",
  `INSERT INTO book (title, isbn, price, author_id, publisher_id) VALUES ('Sense and Sensibility', '978-0-14-143966-2', 8.5, 1, 1),
   ('Pride and Prejudice', '978-0-14-143951-8', 7.99, 1, 1), ('Frankenstein', '978-0-14-143947-1', 9.25, 2, 2),
   ('Wuthering Heights', '978-0-14-143955-6', NULL, 3, NULL), ('Emma', '978-0-14-143958-7', 8.75, 1, NULL)`,
]

test.serial('the studio', async (t) => {
  const { code, output } = await run(process.execPath, [ormScript, 'sql:build'], { cwd: folder })
  t.is(code, 0, output)
  await run(process.execPath, [ormScript, 'sql:insert'], { cwd: folder })
  await query({ name: 'sqlite', dsn: `sqlite:${join(folder, 'bookstore.sqlite')}`, user: '', password: '' }, ...rows)
  const studio = await StudioProcess.start(folder)
  t.teardown(() => studio.stop())
  for (const [colorScheme, suffix] of Object.entries(schemes) as ['light' | 'dark', string][]) {
    const page = await browser.newPage({ viewport: { width: 1120, height: 460 }, colorScheme })
    await page.goto(studio.url)
    await page.getByRole('link', { name: 'book 5', exact: true }).click()
    await page.getByText('Pride and Prejudice').waitFor()
    await page.getByText('5 rows').waitFor()
    if (process.env.UPDATE_GOLDEN) await page.screenshot({ path: join(root, `docs/studio${suffix}.png`) })
    await page.close()
  }
})

const typed = `<?php

use Bookstore\\BookQuery;

$books = BookQuery::create()
    ->filterByPrice(['max' => 20])
    ->useAuthorQuery()
        ->filterByName('Mary%')
    ->endUse()
    ->orderBy`

test.serial('an editor that completes a chain', async (t) => {
  const storage = await mkdtemp(join(tmpdir(), 'orm-editor-storage-'))
  t.teardown(() => rm(storage, { recursive: true, force: true }))
  const language = await LanguageServer.start(folder, storage)
  t.teardown(() => language.stop())
  const offers = (await language.offers(join(folder, 'books.php'), typed)).filter(({ label }) => /^orderBy/.test(label))
  const names = offers.map(({ label }) => label)
  for (const column of ['Title', 'Isbn', 'Price', 'AuthorId', 'PublisherId']) t.true(names.includes(`orderBy${column}`))
  if (!process.env.UPDATE_GOLDEN) return
  const monaco = pathToFileURL(await installEditor()).href
  await writeFile(join(folder, 'editor.html'), await pageOf(monaco, offers))
  for (const [colorScheme, suffix] of Object.entries(schemes) as ['light' | 'dark', string][]) {
    const page = await browser.newPage({ viewport: { width: 860, height: 440 }, colorScheme, deviceScaleFactor: 1.5 })
    await page.goto(pathToFileURL(join(folder, 'editor.html')).href)
    await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor()
    await page.screenshot({ path: join(root, `docs/editor${suffix}.png`) })
    await page.close()
  }
})

/** A page with the editor of VS Code, the code, and what the language server offers behind it. */
const pageOf = async (monaco: string, offers: readonly object[]): Promise<string> => `<!doctype html>
<meta charset="utf-8">
<style>html, body, #code { height: 100%; margin: 0 }</style>
<link rel="stylesheet" href="${monaco}/min/vs/editor/editor.main.css">
<div id="code"></div>
<script>${await readFile(new URL(`${monaco}/min/vs/loader.js`), 'utf8')}</script>
<script>
  const offers = ${JSON.stringify(offers)}
  require.config({ paths: { vs: '${monaco}/min/vs' } })
  require(['vs/editor/editor.main'], () => {
    const editor = monaco.editor.create(document.getElementById('code'), {
      value: ${JSON.stringify(typed)},
      language: 'php',
      theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'vs-dark' : 'vs',
      fontSize: 15,
      lineHeight: 22,
      minimap: { enabled: false },
      overviewRulerLanes: 0,
      scrollBeyondLastLine: false,
      renderLineHighlight: 'none',
      wordBasedSuggestions: 'off',
      suggest: { showWords: false, preview: false },
      padding: { top: 12 },
    })
    monaco.languages.registerCompletionItemProvider('php', {
      provideCompletionItems(model, position) {
        const word = model.getWordUntilPosition(position)
        const range = { startLineNumber: position.lineNumber, endLineNumber: position.lineNumber, startColumn: word.startColumn, endColumn: word.endColumn }
        return { suggestions: offers.map(({ label, detail }) => ({
          label, detail, range, insertText: label, kind: monaco.languages.CompletionItemKind.Method })) }
      },
    })
    editor.setPosition({ lineNumber: 10, column: 14 })
    editor.focus()
    // As VS Code shows it after Ctrl-Space.
    editor.trigger('', 'editor.action.triggerSuggest', {})
  })
</script>
`
