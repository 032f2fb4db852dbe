import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

const read = (page: string) => readFileSync(join(root, page), 'utf8')

/** The commands for starting and continuing a project: the same on all pages. */
const story = ['init', 'build', 'sql:insert', 'build', 'migration:diff', 'migrate']

/** The pages, with the text before each command. */
const pages = {
  'README.md': '\nnpx ',
  'docs/getting-started.md': '\nnpx ',
  'docs/tutorial.md': '\nnpx ',
  'docs/migrations.md': '\n$ ',
  'examples/quickstart/start.mjs': '\n  npx ',
  'packages/cli/README.md': '\nnpx ',
}

for (const [page, prompt] of Object.entries(pages)) {
  test(`${page} tells the one story, in its order`, (t) => {
    const text = read(page)
    let at = 0
    for (const command of story) {
      at = text.indexOf(`${prompt}orm ${command}`, at) + 1
      t.true(at > 0, command)
    }
    t.notRegex(text, /composer update\b/)
  })
}

test('what starts in an empty folder installs from a clone, and runs Composer after init', (t) => {
  for (const page of ['README.md', 'docs/getting-started.md', 'docs/tutorial.md', 'examples/quickstart/start.mjs']) {
    const text = read(page)
    let at = 0
    for (const command of ['npm run install-into -- ../', 'npx orm init', 'composer install']) {
      at = text.indexOf(command, at) + 1
      t.true(at > 0, `${page}: ${command}`)
    }
  }
})

test('a page that installs a plugin installs orm-cli too: npx would run another package named orm', (t) => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const blocks = pages.flatMap((page) =>
    [...read(page).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => `${page}: ${block}`),
  )
  const installing = blocks.filter((block) => /npm install .*(?:gulp-orm|grunt-orm|rollup-plugin-orm)/.test(block))
  t.is(installing.length, 3)
  t.deepEqual(
    installing.filter((block) => !block.includes('orm-cli')),
    [],
  )
})
