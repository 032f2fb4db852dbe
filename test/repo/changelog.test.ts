import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

test('a version has at most ten lines in CHANGELOG.md; the details are on its page', (t) => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  for (const section of changelog.split(/^## /m).slice(1)) {
    const [version = ''] = section.split(' ')
    t.true(section.match(/^- /gm)!.length <= 10, version)
    t.true(section.includes(`(docs/changes-${version}.md)`), version)
  }
})
