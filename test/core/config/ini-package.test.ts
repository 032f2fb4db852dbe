import test from 'ava'
import ini from 'ini'
import { loadConfig } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'

// Why orm.ini is not read and written by the package `ini`, although a scan beside it could find positions and could escape
// what an unquoted DSN has behind a semicolon: each case is a line that docs/configuration.md describes, with the semicolons
// escaped, and what the package makes of it. A test that fails here is a reason to look at the package again.

const connection = 'database.connections.shop.adapter = sqlite\ndatabase.connections.shop.dsn = sqlite:x\n'

async function projectOf(line: string): Promise<unknown> {
  const files = memoryFiles({ 'orm.ini': `[orm]\n${connection}general.project = ${line}\n` })
  return (await loadConfig({ files })).project
}

const read: readonly (readonly [what: string, value: string, ours: string, theirs: unknown])[] = [
  ['a path with backslashes in quotes keeps the quotes', '"C:\\work"', 'C:\\work', '"C:\\work"'],
  ['\\n in quotes, the start of a name, becomes a line break', '"App\\new"', 'App\\new', 'App\new'],
  ['a text over two lines is cut', '"a\nb"', 'a\nb', '"a'],
  ['a backslash before a backslash is lost', '\\\\server', '\\\\server', '\\server'],
  ['a text in single quotes becomes a number', "'123'", '123', 123],
  ['a "#" that is no comment cuts the value', 'C#1', 'C#1', 'C'],
]

for (const [what, value, ours, theirs] of read) {
  test(`the package "ini" reads another value: ${what}`, async (t) => {
    t.is(await projectOf(value), ours)
    t.is(ini.parse(`project = ${value}`).project, theirs)
  })
}

test('the package "ini" takes mistakes without a word: a key twice, a line without "=", a comment behind a section', (t) => {
  t.deepEqual({ ...ini.parse('a = 1\na = 2') }, { a: '2' })
  t.deepEqual({ ...ini.parse('adapter mysql') }, { 'adapter mysql': true })
  t.deepEqual(Object.keys(ini.parse('[orm] ; shared\na = 1')), ['[orm]', 'a'])
})

test('the package "ini" writes what it does not read again', (t) => {
  t.is(ini.parse(ini.stringify({ dir: '\\\\server\\share' })).dir, '\\server\\share')
  t.is(ini.parse(ini.stringify({ password: 'true' })).password, true)
  t.deepEqual(
    ini.parse(ini.stringify({ queries: [['a']] })),
    Object.assign(Object.create(null), { queries: ['["a"]'] }),
  )
})
