import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { RecordingReader } from 'orm-project/internal/writer'

const refused = (code: string) => Object.assign(new Error(code), { code })

/** A disk whose files are bytes, missing, or an error; so are its directories. */
function diskOf(
  files: Record<string, string | Error | undefined>,
  directories: Record<string, readonly string[] | Error> = {},
) {
  const asked: string[] = []
  return {
    files,
    directories,
    asked,
    reader: new RecordingReader({
      async read(path) {
        asked.push(path)
        await turn()
        const found = files[path]
        if (found instanceof Error) throw found
        return found === undefined ? undefined : Buffer.from(found)
      },
      async list(path) {
        asked.push(path)
        await turn()
        const found = directories[path] ?? []
        if (found instanceof Error) throw found
        return found
      },
    }),
  }
}

const isSchema = (name: string) => name.endsWith('.xml')

test('what was read is known, also what is missing or could not be read', async (t) => {
  const { reader } = diskOf({ a: 'text', locked: refused('EACCES') }, { dir: ['a.xml'] })
  t.false(reader.hasFailed)
  t.is(String(await reader.read('a')), 'text')
  t.is(await reader.read('gone'), undefined)
  t.deepEqual(await reader.list('dir'), ['a.xml'])
  t.false(reader.hasFailed)
  await t.throwsAsync(reader.read('locked'), { message: 'EACCES' })
  t.true(reader.hasFailed)
  t.deepEqual(reader.files, ['a', 'gone', 'locked'])
  t.deepEqual(reader.directories, ['dir'])
  t.deepEqual(
    reader.contents.map(([path, contents]) => [path, contents && String(contents)]),
    [
      ['a', 'text'],
      ['gone', undefined],
      ['locked', undefined],
    ],
  )
})

test('a directory that cannot be listed is a failure too', async (t) => {
  const { reader } = diskOf({}, { dir: refused('EACCES') })
  await t.throwsAsync(reader.list('dir'), { message: 'EACCES' })
  t.true(reader.hasFailed)
  t.deepEqual(reader.directories, ['dir'])
})

test('a path is resolved by the reader below, or left as it is', async (t) => {
  const nothing = { read: async () => undefined, list: async () => [] }
  t.is(await new RecordingReader(nothing).realPath('a'), 'a')
  t.is(await new RecordingReader({ ...nothing, realPath: async (path) => `/real/${path}` }).realPath('a'), '/real/a')
})

const changes: Readonly<
  Record<string, [before: string | Error | undefined, after: string | Error | undefined, isSame: boolean]>
> = {
  'nothing changed': ['text', 'text', true],
  'other text': ['text', 'test', false],
  'more text': ['text', 'text!', false],
  'less text': ['text', 'tex', false],
  'an empty file stays empty': ['', '', true],
  'a file appears': [undefined, 'text', false],
  'an empty file appears': [undefined, '', false],
  'a file disappears': ['text', undefined, false],
  'an empty file disappears': ['', undefined, false],
  'a file stays missing': [undefined, undefined, true],
  'a file becomes unreadable': ['text', refused('EACCES'), false],
  'a missing file becomes unreadable': [undefined, refused('EACCES'), false],
  'a file becomes readable': [refused('EACCES'), 'text', false],
  'an unreadable file disappears': [refused('EACCES'), undefined, false],
  'a file stays unreadable': [refused('EACCES'), refused('EACCES'), true],
  'a file is unreadable for another reason': [refused('EACCES'), refused('EISDIR'), false],
  'a reason without a code counts by its message': [new Error('one'), new Error('one'), true],
  'another reason without a code': [new Error('one'), new Error('two'), false],
}

for (const [title, [before, after, isSame]] of Object.entries(changes)) {
  test(`whether files are current: ${title}`, async (t) => {
    const { reader, files } = diskOf({ first: 'x', a: before })
    await reader.read('first')
    await reader.read('a').catch(() => undefined)
    files.a = after
    t.is(await reader.isCurrent(isSchema), isSame)
  })
}

const listings: Readonly<Record<string, [readonly string[] | Error, readonly string[] | Error, boolean]>> = {
  'the same names': [['a.xml', 'b.txt'], ['a.xml', 'b.txt'], true],
  'names that do not matter': [['a.xml', 'b.txt'], ['a.xml', 'c.txt', 'd.txt'], true],
  'a name more': [['a.xml'], ['a.xml', 'b.xml'], false],
  'a name less': [['a.xml', 'b.xml'], ['a.xml'], false],
  'another name': [['a.xml'], ['b.xml'], false],
  'two names become one': [['a.xml', 'b.xml'], ['a.xmlb.xml'], false],
  'a directory becomes unreadable': [['a.xml'], refused('EACCES'), false],
  'an empty directory becomes unreadable': [[], refused('EACCES'), false],
  'a directory becomes readable': [refused('EACCES'), [], false],
  'a directory stays unreadable': [refused('EACCES'), refused('EACCES'), true],
}

for (const [title, [before, after, isSame]] of Object.entries(listings)) {
  test(`whether directories are current: ${title}`, async (t) => {
    const { reader, directories } = diskOf({}, { dir: before })
    await reader.list('dir').catch(() => undefined)
    directories.dir = after
    t.is(await reader.isCurrent(isSchema), isSame)
  })
}

test('what another reader has read is read, unless it was, even if it cannot be', async (t) => {
  const other = diskOf({ a: 'a', b: 'b', locked: refused('EACCES') }, { dir: [], more: refused('EACCES') })
  for (const path of ['a', 'b', 'locked']) await other.reader.read(path).catch(() => undefined)
  for (const path of ['dir', 'more']) await other.reader.list(path).catch(() => undefined)
  const { reader, asked } = diskOf({ a: 'a', b: 'b', locked: refused('EACCES') }, { more: refused('EACCES') })
  await reader.read('a')
  await reader.list('dir')
  asked.length = 0
  await reader.readAgain(other.reader)
  t.deepEqual(asked, ['b', 'locked', 'more'])
  t.deepEqual(reader.files, ['a', 'b', 'locked'])
  t.deepEqual(reader.directories, ['dir', 'more'])
})
