import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { catalogue } from 'orm-core'
import { root } from '../../../support/root.mjs'
import { tableNames, withTables } from './reference-page.js'
import { languageXsd } from './xsd.js'

const update = process.env.UPDATE_GOLDEN && !process.env.CI

test('the shipped XSD is that of the table of the language', async (t) => {
  const file = join(root, 'packages/core/orm.xsd')
  if (update) await writeFile(file, languageXsd())
  t.is(await readFile(file, 'utf8'), languageXsd())
})

test('the tables of the reference page are those of the table of the language', async (t) => {
  const file = join(root, 'docs/schema.md')
  const page = await readFile(file, 'utf8')
  if (update) await writeFile(file, withTables(page))
  t.is(update ? withTables(page) : page, withTables(page))
  for (const name of tableNames) t.true(page.includes(`<!-- table: ${name} -->`), `the page has a table of ${name}`)
})

test('every code has a heading in docs/errors.md, and every heading is a code', async (t) => {
  const page = await readFile(join(root, 'docs/errors.md'), 'utf8')
  const headings = [...page.matchAll(/^#+ (ORM-[A-Z]\d{3}): (.*)$/gm)].map(([, code, title]) => `${code}: ${title}`)
  const codes = Object.entries(catalogue).map(([code, title]) => `${code}: ${title}`)
  t.deepEqual(headings.sort(), codes.sort())
})
