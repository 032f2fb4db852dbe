import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type BuiltFile, writeFiles } from 'orm-core'

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
  t.deepEqual((await readdir(directory, { recursive: true })).sort(), ['a', 'a/Base', 'a/Base/Book.php', 'a/Book.php'])
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
  await writeFile(join(directory, stub.path), 'mine')
  await writeFile(join(directory, base.path), 'old')
  const results = await writeFiles([base, stub], directory)
  t.deepEqual(
    results.map(({ outcome }) => outcome),
    ['updated', 'kept'],
  )
  t.is(await readFile(join(directory, stub.path), 'utf8'), 'mine')
  t.is(await readFile(join(directory, base.path), 'utf8'), base.contents)
})
