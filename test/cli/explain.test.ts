import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { run } from 'orm-cli'
import { catalogue } from 'orm-core'
import { pageOf } from 'orm-core/internal/errors'
import { explain } from 'orm-core/internal/explain'
import { anchorOf } from '../support/markdown.mjs'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

async function orm(args: readonly string[], env: Record<string, string> = {}, isTTY = false) {
  let [stdout, stderr] = ['', '']
  const code = await run(args, {
    env,
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text), isTTY },
  })
  return { code, stdout, stderr }
}

const codes = Object.keys(catalogue) as (keyof typeof catalogue)[]

test('every code has a cause, an example and a fix, which are those of docs/errors.md', async (t) => {
  const page = await readFile(join(root, 'docs/errors.md'), 'utf8')
  const words = (text: string): string => text.replace(/\s+/g, ' ')
  for (const code of codes) {
    const { cause, example, fix, title } = explain(code)
    const section = `${code}: ${title}\n\n${cause}\n\n`
    t.true(words(page).includes(words(section)), code)
    t.true(page.includes(`\n${example}\n\`\`\``), code)
    t.true(words(page).includes(words(`**Fix:** ${fix}`)), code)
  }
})

test('the page of every code is a heading of the manual, of the site and of the page in the package', async (t) => {
  const page = await readFile(join(root, 'docs/errors.md'), 'utf8')
  const installed = await readFile(fileURLToPath(import.meta.resolve('orm-core/errors.html')), 'utf8')
  const anchors = new Set([...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!)))
  for (const code of codes) {
    const anchor = pageOf(code).split('#')[1]!
    t.true(anchors.has(anchor), code)
    t.true(installed.includes(` id="${anchor}">`), code)
  }
})

test('orm explain prints cause, example and fix, for a code in any form', async (t) => {
  for (const name of ['ORM-S302', 's302', 'orm-s302']) {
    const { code, stdout } = await orm(['explain', name])
    t.is(code, 0)
    t.regex(
      stdout,
      /^ORM-S302: Unknown column type\n\nCause\n {2}\S[\s\S]+\n\nExample\n {2}<column [\s\S]+\n\nFix\n {2}\S[\s\S]+\n\nThis text is also in node_modules\/orm-core\/errors\.html#orm-s302-unknown-column-type\n$/,
    )
  }
})

test('orm explain takes several codes, lists all without one, and suggests one for a typing error', async (t) => {
  const two = await orm(['explain', 'ORM-S302', 'ORM-W406'])
  t.regex(two.stdout, /^ORM-S302: [\s\S]*\n\nORM-W406: No primary key\n/)
  const all = await orm(['explain'])
  t.is(all.stdout.trimEnd().split('\n').length, codes.length)
  const wrong = await orm(['explain', 'ORM-S32'])
  t.is(wrong.code, 2)
  t.regex(wrong.stderr, /^orm: there is no code "ORM-S32" \(did you mean "ORM-S\d{3}"\?\)\n$/)
})

test('orm explain --format=json gives the parts for editors', async (t) => {
  const { stdout } = await orm(['explain', 's302', '--format=json'])
  const [first] = JSON.parse(stdout).explanations
  t.like(first, { code: 'ORM-S302', title: 'Unknown column type', language: 'xml' })
  t.deepEqual(Object.keys(first).sort(), ['cause', 'code', 'example', 'fix', 'language', 'page', 'title'])
})

const wrong =
  '<database name="bookstore"><table name="a"><column name="b" typ="INTEGER"/></table><table name="c"/></database>'

test('a report ends with one line that says how its codes are explained', async (t) => {
  const project = await createProject(t, { schema: wrong, database: 'sqlite' })
  const { stderr } = await project.orm('build')
  t.is(
    stderr,
    `schema.xml:1:61 ORM-S102 <column> has no attribute "typ" (did you mean "type"?)
schema.xml:1:84 ORM-S205 table "c" has no columns (add a <column>)
run "orm explain ORM-S102 ORM-S205" for causes and fixes
`,
  )
  const quiet = await project.orm('build', '--quiet')
  t.notRegex(quiet.stderr, /orm explain/)
  const json = await project.orm('build', '--format=json')
  t.deepEqual(
    JSON.parse(json.stdout).diagnostics.map(({ page }: { page: string }) => page),
    ['errors.md#orm-s102-unknown-attribute', 'errors.md#orm-s205-table-without-columns'],
  )
})

const terminals: readonly (readonly [env: Record<string, string>, isTTY: boolean, hasLinks: boolean])[] = [
  [{ TERM: 'xterm-256color', VTE_VERSION: '7200' }, true, true],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' }, true, true],
  [{ TERM: 'xterm-kitty' }, true, true],
  [{ TERM: 'xterm-256color' }, true, false],
  [{ TERM: 'dumb', VTE_VERSION: '7200' }, true, false],
  [{ TERM: 'screen-256color', VTE_VERSION: '7200' }, true, false],
  [{ TERM: 'xterm-256color', VTE_VERSION: '4200' }, true, false],
  [{ TERM: 'xterm-256color', VTE_VERSION: '7200', NO_COLOR: '1' }, true, false],
  [{ TERM: 'xterm-256color', VTE_VERSION: '7200', CI: 'true' }, true, false],
  [{ VTE_VERSION: '7200' }, false, false],
  [{ FORCE_HYPERLINK: '1', FORCE_COLOR: '1' }, false, true],
  [{ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }, true, false],
]

for (const [env, isTTY, hasLinks] of terminals) {
  const what = `${Object.entries(env).join(' ')}${isTTY ? '' : ', no terminal'}`
  test(`a code is ${hasLinks ? 'a link to its explanation' : 'no link'}: ${what}`, async (t) => {
    const { stderr } = await orm(['build', '--config-dir=/nowhere-at-all'], env, isTTY)
    const [, address] = /\u001b\]8;;(file:\/\/\S+)\u001b\\ORM-C001\u001b\]8;;\u001b\\/.exec(stderr) ?? []
    t.is(address !== undefined, hasLinks, JSON.stringify(stderr))
    t.is(stderr.includes('\u001b]8'), hasLinks)
    if (address === undefined) return
    t.is(new URL(address).hash, '#orm-c001-no-configuration-file-found')
    t.regex(await readFile(fileURLToPath(new URL(address).href.split('#')[0]!), 'utf8'), /ORM-C001/)
  })
}
