import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type Diagnostic, disk, type FileReader, findSchemas, OrmError } from 'orm-core'

async function folder(t: ExecutionContext, ...names: string[]): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'orm-find-'))
  t.teardown(() => rm(path, { recursive: true, force: true }))
  for (const name of names) {
    await mkdir(join(path, name, '..'), { recursive: true })
    await writeFile(join(path, name), name)
  }
  return path
}

const found = async (path: string, files?: FileReader) =>
  (await findSchemas(path, files, { recursive: true })).map((input) => input.path.slice(path.length + 1)).sort()

test('a search through all directories leaves those of others out', async (t) => {
  const others = ['.git/schema.xml', 'vendor/a/schema.xml', 'db/node_modules/b/schema.xml', '.cache/schema.xml']
  const path = await folder(t, 'schema.xml', 'db/shop.schema.xml', 'db/deep/er/schema.xml', ...others)
  t.deepEqual(await found(path), ['db/deep/er/schema.xml', 'db/shop.schema.xml', 'schema.xml'])
})

test('symbolic links are followed, to each directory once', async (t) => {
  const path = await folder(t, 'db/schema.xml', 'a/b/c.txt')
  const elsewhere = await folder(t, 'linked.schema.xml')
  await symlink('..', join(path, 'a/up'))
  await symlink('.', join(path, 'db/self'))
  await symlink(elsewhere, join(path, 'a/b/away'))
  await symlink('nowhere', join(path, 'a/dangling'))
  await symlink('loop', join(path, 'a/loop'))
  await symlink(join(path, 'db'), join(path, 'zz'))
  t.deepEqual(await found(path), ['a/b/away/linked.schema.xml', 'db/schema.xml'])
})

test('a directory below that cannot be read is a warning, and an error where nobody listens', async (t) => {
  const path = await folder(t, 'schema.xml', 'closed/schema.xml')
  const files: FileReader = {
    ...disk,
    list: (directory) =>
      directory.endsWith('closed') ? Promise.reject(new Error('EACCES: permission denied')) : disk.list(directory),
  }
  const warnings: Diagnostic[] = []
  const options = { recursive: true, onWarning: (warning: Diagnostic) => warnings.push(warning) }
  t.is((await findSchemas(path, files, options)).length, 1)
  t.deepEqual(
    warnings.map(({ code, severity }) => [code, severity]),
    [['ORM-W001', 'warning']],
  )
  await t.throwsAsync(found(path, files), { instanceOf: OrmError, message: /ORM-S002 .*closed.*EACCES/ })
  await t.throwsAsync(found(join(path, 'closed'), files), { instanceOf: OrmError, message: /ORM-S002/ })
})

test('a schema that is a link to nothing is an error, and hidden files are no schemas', async (t) => {
  const path = await folder(t, 'schema.xml', '._schema.xml')
  await symlink('me@host.1234', join(path, '.#schema.xml'))
  t.deepEqual(await found(path), ['schema.xml'])
  await symlink('nowhere', join(path, 'shop.schema.xml'))
  await t.throwsAsync(found(path), { instanceOf: OrmError, message: /ORM-S002 .*shop\.schema\.xml: the symbolic link/ })
})
