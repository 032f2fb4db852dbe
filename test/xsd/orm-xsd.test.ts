import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { run } from '../support/command.mjs'
import { root } from '../support/root.mjs'

const xsd = join(root, 'packages/core/orm.xsd')

/** What a validator says against files; nothing when they are valid. */
async function validate(files: readonly string[]): Promise<string> {
  const { code, output } = await run('xmllint', ['--noout', '--nonet', '--schema', xsd, ...files])
  return code === 0 ? '' : output
}

/** Every schema file of examples and golden cases. */
async function schemaFiles(): Promise<string[]> {
  const files: string[] = []
  for (const folder of ['examples', 'test/golden', 'test/core']) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && entry.name.endsWith('schema.xml') && !path.includes('node_modules')) files.push(path)
    }
  }
  return files
}

/** Mistakes in the structure of a file, which are what an XSD is about, and names that it cannot know in any case. */
const structural = /ORM-(?:S0|S1|W10[1567]|S302|S706)/

const isStructurallyWrong = async (file: string): Promise<boolean> => {
  const expected = join(file, '..', 'expected.txt')
  return structural.test(await readFile(expected, 'utf8').catch(() => ''))
}

test('every golden schema without a mistake in its structure is valid', async (t) => {
  const files = await schemaFiles()
  const wrong = await Promise.all(files.map(isStructurallyWrong))
  const right = files.filter((_, index) => !wrong[index])
  t.true(right.length > 80, `${right.length} files`)
  t.is(await validate(right), '')
})

const rejected: Record<string, string> = {
  'a misspelt attribute': '<database name="a"><table nmae="b"/></database>',
  'a misspelt element': '<database name="a"><tabel name="b"/></database>',
  'a missing name': '<database><table name="b"/></database>',
  'a type that does not exist': '<database name="a"><table name="b"><column name="c" type="text"/></table></database>',
  'a boolean that is none': '<database name="a" heavyIndexing="ture"/>',
  'a size that is no number':
    '<database name="a"><table name="b"><column name="c" type="char" size="x"/></table></database>',
  'a value outside an enumeration': '<database name="a" defaultIdMethod="natve"/>',
  'an element in the wrong place': '<database name="a"><column name="c" type="char"/></database>',
  text: '<database name="a">text</database>',
}

for (const [what, schema] of Object.entries(rejected)) {
  test(`rejects ${what}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-xsd-'))
    t.teardown(() => rm(folder, { recursive: true }))
    const file = join(folder, 'schema.xml')
    await writeFile(file, schema)
    t.regex(await validate([file]), /fails to validate/)
  })
}

test('X18: accepts the id of a behavior and lists of parameters', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-xsd-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'schema.xml')
  await writeFile(
    file,
    `<database name="a"><table name="b"><column name="c" type="CHAR"/>
      <behavior name="ruled" id="one">
        <parameter name="p" value="v"/>
        <parameter-list name="rules">
          <parameter-list-item><parameter name="column" value="c"/></parameter-list-item>
          <parameter-list-item><parameter name="column" value="d"/></parameter-list-item>
        </parameter-list>
      </behavior>
    </table></database>`,
  )
  t.is(await validate([file]), '')
})
