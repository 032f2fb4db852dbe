import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../../../support/root.mjs'
import { capabilities, capabilityTable } from './capabilities.js'

const path = join(root, 'docs', 'databases.md')

test('docs/databases.md says what sql:build accepts for each database', async (t) => {
  const page = readFileSync(path, 'utf8')
  const table = await capabilityTable(capabilities)
  const expected = page.replace(/(<!-- table: capabilities -->\n)[\s\S]*?(<!-- end -->)/, (_, start, end) => {
    return `${start}\n${table}\n\n${end}`
  })
  if (process.env.UPDATE_GOLDEN) writeFileSync(path, expected)
  t.is(readFileSync(path, 'utf8'), expected)
})
