import { join } from 'node:path'
import test from 'ava'
import { run } from '../support/command.mjs'
import { root } from '../support/root.mjs'

test('orm.schema.json and docs/configuration.md say what the table of keys says', async (t) => {
  const { code, output } = await run(process.execPath, [
    join(root, 'packages', 'core', 'describe-config.mjs'),
    '--check',
  ])
  t.is(code, 0, output)
})
