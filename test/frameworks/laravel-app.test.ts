import test from 'ava'
import { editBooks, sortBooks, startApplication, useCommands } from '../support/example-application.js'

// The example needs: php, pdo_sqlite

const application = await startApplication('laravel-app')

test.serial('a list is sorted by mouse and by keys, and keeps its order', (t) => sortBooks(t, application))

test.serial('a form has the lengths and choices of the schema, and shows what is wrong', (t) =>
  editBooks(t, application, 'This value is not an ISBN-13 with hyphens.'),
)

test.serial('a form with lists instead of values is refused', async (t) => {
  const page = await application.open(t, 'books/1')
  for (const label of ['Title', 'Author'])
    await page.getByLabel(label).evaluate((field) => field.setAttribute('name', `${field.getAttribute('name')}[]`))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('A title is a text.').waitFor()
  t.deepEqual(await page.locator('form li').allTextContents(), ['A title is a text.', 'Choose an author.'])
})

test.serial('a panel shows the queries of a page, and which of them are N+1', async (t) => {
  const page = await application.open(t, 'authors')
  const panel = page.locator('.queries')
  t.regex((await panel.locator('summary').textContent())!, /^7 queries in \d+\.\d\d ms, N\+1: 5$/)
  await panel.locator('summary').click()
  await panel.getByRole('listitem').first().waitFor()
  const [first = '', second = ''] = await panel.getByRole('listitem').allTextContents()
  t.regex(first, /SELECT author\.id.*BookController\.php:\d+/s)
  t.regex(second, /\{":p1":\d\}.*N\+1: sent 6 times from one line/s)

  // A page that joins sends one query.
  t.regex((await (await application.open(t)).locator('.queries summary').textContent())!, /^1 queries in .* N\+1: 0$/)
})

test.serial('artisan knows the commands', (t) => useCommands(t, application, 'artisan'))
