import test from 'ava'
import { editBooks, sortBooks, startApplication, useCommands } from '../support/example-application.js'

// The example needs: php, pdo_sqlite

const application = await startApplication('symfony-app')

test.serial('a list is sorted by mouse and by keys, and keeps its order', (t) => sortBooks(t, application))

test.serial('a form has the fields of the schema, and shows what is wrong', (t) =>
  editBooks(t, application, 'This value is neither a valid ISBN-10 nor a valid ISBN-13.'),
)

test.serial('the profiler shows queries with time, parameters, N+1, callers and plans', async (t) => {
  const page = await application.open(t, 'authors')
  const toolbar = page.locator('.sf-toolbar-block-orm')
  await toolbar.waitFor()
  t.regex((await toolbar.textContent())!, /^\s*7\s+in\s+\d/)
  await toolbar.locator('a').first().click()
  const rows = page.locator('.orm-query > tbody > tr')
  await rows.first().waitFor()
  // The profiler's page ends below the queries.
  await page.waitForLoadState()
  t.is(await rows.count(), 7)
  t.regex((await page.locator('.metrics').textContent())!, /7\s+Queries.*0\s+Duplicates\s+5\s+N\+1\s+0\s+Failed/s)
  const [first = '', second = ''] = await rows.allTextContents()
  t.regex(first, /SELECT author\.id.*BookController\.php:\d+.*EXPLAIN.*SCAN author/s)
  t.regex(second, /N\+1: sent 6 times from one line.*\{":p1":\d\}.*Connection\s+default/s)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/symfony.png`, fullPage: true })

  // A page that joins sends one query.
  t.regex((await (await application.open(t)).locator('.sf-toolbar-block-orm').textContent())!, /^\s*1\s+in/)
})

test.serial('the console of the application knows the commands', (t) => useCommands(t, application, 'bin/console'))
