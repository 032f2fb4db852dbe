import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type BuiltFile, OrmError } from 'orm-core'
import { writeFiles } from 'orm-project'

async function folder(t: ExecutionContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'orm-write-'))
  t.teardown(() => rm(path, { recursive: true, force: true }))
  return path
}

const base: BuiltFile = { path: 'a/Base/Book.php', contents: '<?php // base', kind: 'base', keepExisting: false }
const stub: BuiltFile = { path: 'a/Book.php', contents: '<?php // stub', kind: 'stub', keepExisting: true }

test('creates what is missing and leaves no temporary file', async (t) => {
  const directory = await folder(t)
  const results = await writeFiles([base, stub], directory)
  t.deepEqual(
    results.map(({ outcome }) => outcome),
    ['created', 'created'],
  )
  t.deepEqual((await readdir(directory, { recursive: true })).sort(), [
    '.orm-manifest.json',
    'a',
    'a/Base',
    'a/Base/Book.php',
    'a/Book.php',
  ])
})

test('an unchanged file keeps its modification time', async (t) => {
  const directory = await folder(t)
  await writeFiles([base], directory)
  const before = await stat(join(directory, base.path), { bigint: true })
  t.is((await writeFiles([base], directory))[0]!.outcome, 'unchanged')
  const after = await stat(join(directory, base.path), { bigint: true })
  t.is(after.mtimeNs, before.mtimeNs)
  t.is(after.ino, before.ino)
})

test("a user's file is kept, a generated one is replaced", async (t) => {
  const directory = await folder(t)
  await mkdir(join(directory, 'a/Base'), { recursive: true })
  await writeFiles([{ ...base, contents: 'old' }], directory)
  await writeFile(join(directory, stub.path), 'mine')
  const results = await writeFiles([base, stub], directory)
  t.deepEqual(
    results.map(({ outcome }) => outcome),
    ['updated', 'kept'],
  )
  t.is(await readFile(join(directory, stub.path), 'utf8'), 'mine')
  t.is(await readFile(join(directory, base.path), 'utf8'), base.contents)
})

function* failing(...files: BuiltFile[]): Generator<BuiltFile> {
  yield* files
  throw new Error('a class that cannot be made')
}

test('nothing is changed when a file cannot be made, not even a directory', async (t) => {
  const directory = await folder(t)
  const output = join(directory, 'new', 'php')
  await t.throwsAsync(writeFiles(failing(base, stub), output), { message: 'a class that cannot be made' })
  t.deepEqual(await readdir(directory), [])
  await writeFiles([base], directory)
  await t.throwsAsync(writeFiles(failing({ ...base, contents: 'new' }, stub), directory))
  t.is(await readFile(join(directory, base.path), 'utf8'), base.contents)
  t.deepEqual((await readdir(directory, { recursive: true })).sort(), [
    '.orm-manifest.json',
    'a',
    'a/Base',
    'a/Base/Book.php',
  ])
})

test('nor when a place is taken by a directory, which is what the message names', async (t) => {
  const directory = await folder(t)
  await mkdir(join(directory, stub.path), { recursive: true })
  const updated = { ...stub, keepExisting: false }
  const error = await t.throwsAsync(writeFiles([base, updated], directory), { instanceOf: OrmError })
  t.true(error.message.includes(join(directory, stub.path)), error.message)
  t.deepEqual((await readdir(directory, { recursive: true })).sort(), ['a', 'a/Book.php'])
})

test('what a killed build left is removed after a while', async (t) => {
  const directory = await folder(t)
  await mkdir(join(directory, '.orm-stage-old'))
  await mkdir(join(directory, '.orm-stage-new'))
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(join(directory, '.orm-stage-old'), yesterday, yesterday)
  await writeFiles([base], directory)
  t.deepEqual((await readdir(directory)).sort(), ['.orm-manifest.json', '.orm-stage-new', 'a'])
})

test('nothing is replaced when a directory cannot be made', async (t) => {
  const directory = await folder(t)
  await symlink(join(directory, 'nowhere'), join(directory, 'a'))
  const first = { ...base, path: 'First.php' }
  await t.throwsAsync(writeFiles([first, base], directory), { instanceOf: OrmError, message: /a\/Base\/Book\.php/ })
  t.deepEqual(await readdir(directory), ['a'])
})

test('an output directory that is a dangling link is named as one', async (t) => {
  const directory = join(await folder(t), 'out')
  await symlink(`${directory}-gone`, directory)
  await t.throwsAsync(writeFiles([base], directory), {
    instanceOf: OrmError,
    message: /a\/Base\/Book\.php cannot be written: .*\/out is a link to a path that does not exist/,
  })
})

test('a folder that is not there is moved with its files, one that is there gets them one by one', async (t) => {
  const directory = await folder(t)
  const files = ['a/One.php', 'a/Base/One.php', 'a/Base/deep/er/One.php', 'b/One.php', 'One.php'].map((path) => ({
    ...base,
    path,
    contents: path,
  }))
  await mkdir(join(directory, 'b'))
  await writeFile(join(directory, 'b', 'Mine.php'), 'mine')
  const inode = (await stat(join(directory, 'b'))).ino
  await writeFiles(files, directory)
  const found = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.php'))
  t.deepEqual(found.sort(), [...files.map(({ path }) => path), 'b/Mine.php'].sort())
  for (const { path } of files) t.is(await readFile(join(directory, path), 'utf8'), path)
  t.is((await stat(join(directory, 'b'))).ino, inode)
})

test("a file that the user saves while the build goes on is the user's", async (t) => {
  const directory = await folder(t)
  const path = join(directory, stub.path)
  function* slow(): Generator<BuiltFile> {
    yield stub
    mkdirSync(join(directory, 'a'))
    writeFileSync(path, 'mine')
  }
  t.deepEqual(await writeFiles(slow(), directory), [{ path, outcome: 'kept' }])
  t.is(await readFile(path, 'utf8'), 'mine')
})

test('what somebody else cannot read is not told as a file that cannot be written', async (t) => {
  const directory = await folder(t)
  function* reading(): Generator<BuiltFile> {
    yield base
    readFileSync(join(directory, 'template'))
  }
  await t.throwsAsync(writeFiles(reading(), directory), { code: 'ENOENT', message: /template/ })
})

test('builds into one directory do not disturb each other', async (t) => {
  const directory = await folder(t)
  await symlink(join(directory, 'gone'), join(directory, '.orm-stage-gone'))
  await t.notThrowsAsync(writeFiles([base], directory))
})

test('builds that write the same files at once all succeed', async (t) => {
  const directory = await folder(t)
  const files = (size: number): BuiltFile[] =>
    Array.from({ length: size }, (_, i) => ({ ...base, path: `Base/${i}.php`, contents: `<?php // ${i} of ${size}` }))
  await Promise.all([3, 5, 4].map((size) => writeFiles(files(size), directory)))
  const texts = [0, 1, 2].map((i) => readFileSync(join(directory, `Base/${i}.php`), 'utf8'))
  const [size] = /\d$/.exec(texts[0]!)!
  t.deepEqual(
    texts,
    [0, 1, 2].map((i) => `<?php // ${i} of ${size}`),
    'each build is whole',
  )
  t.deepEqual(await readdir(directory), ['.orm-manifest.json', 'Base'])
})
