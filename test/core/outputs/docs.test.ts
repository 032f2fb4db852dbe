import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'ava'
import { ormInProcess } from '../../support/orm-in-process.js'
import { root } from '../../support/root.mjs'

const schema = `<database name="bookstore">
  <table name="author"><column name="id" type="integer" primaryKey="true"/></table>
  <table name="book"><column name="id" type="integer" primaryKey="true"/><column name="title" type="varchar"/></table>
</database>`

// What the pages leave out.
const around = { orm: { database: { connections: { bookstore: { adapter: 'sqlite' } } } } }

interface Section {
  readonly title: string
  /** Files that the page shows, and what it says that a build writes. */
  readonly files: ReadonlyMap<string, string>
  readonly results: ReadonlyMap<string, string>
}

const blocks = (text: string, word: string): Map<string, string> =>
  new Map(
    Array.from(
      text.matchAll(new RegExp(`^\`\`\`\\w+ ${word}=(\\S+)\\n([\\s\\S]*?)^\`\`\`$`, 'gm')),
      ([, path, code]) => [path!, code!],
    ),
  )

/** The sections of the pages that name outputs or templates; files of earlier sections are there too. */
const sections: Section[] = []
const known = new Map<string, string>()
for (const page of ['api.md', 'configuration.md']) {
  const text = await readFile(join(root, 'docs', page), 'utf8')
  for (const section of text.split(/^## /m).slice(1)) {
    const files = blocks(section, 'file')
    for (const [path, code] of files) known.set(path, code)
    const title = `docs/${page}: ${section.slice(0, section.indexOf('\n'))}`
    if (files.has('orm.yaml')) sections.push({ title, files: new Map(known), results: blocks(section, 'result') })
  }
}

test('the pages have examples of outputs and templates, and none that is not run', async (t) => {
  t.deepEqual(
    sections.map(({ title }) => title),
    [
      'docs/api.md: Outputs',
      'docs/api.md: Templates',
      'docs/configuration.md: Outputs, templates, databases and behaviors of the project',
    ],
  )
  for (const page of ['api.md', 'configuration.md']) {
    const text = await readFile(join(root, 'docs', page), 'utf8')
    t.notRegex(text, /^```\w+\n(?:(?!```)[\s\S])*?(?:defineOutput\(|^ +(?:outputs|templates):)/m, page)
  }
})

for (const { title, files, results } of sections) {
  test.serial(`${title}: the build of the page writes what the page shows`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-docs-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'node_modules'))
    await symlink(join(root, 'packages', 'core'), join(folder, 'node_modules', 'orm-core'))
    const all = new Map([...files, ['schema.xml', schema], ['orm.yaml.dist', JSON.stringify(around)]])
    for (const [path, code] of all) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), code)
    }
    const { code, output } = await ormInProcess(folder, ['build', '--strict'])
    t.is(code, 0, output)
    t.true(results.size > 0)
    for (const [path, expected] of results) t.is(await readFile(join(folder, path), 'utf8'), expected, path)
  })
}
