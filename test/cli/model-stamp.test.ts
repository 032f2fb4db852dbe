import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { createProject, ormScript } from '../support/project.js'
import { root } from '../support/root.mjs'

/** The path of the only stamp below a directory. */
async function stampIn(folder: string): Promise<string> {
  const [name] = (await readdir(folder)).filter((file) => file.startsWith('model-build-'))
  return join(folder, name!)
}

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

test('model:build that finds its stamp still repairs, follows sources and leaves stubs alone', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const path = (name: string) => join(project.folder, name)
  const built = async () => (await project.orm('model:build')).stdout.split('\n')[0]
  await mkdir(path('node_modules'))
  await project.orm('model:build')
  const stampPath = await stampIn(path('node_modules/.cache/orm'))
  const stamp = JSON.parse(await readFile(stampPath, 'utf8'))
  // The stamp also knows the manifest.
  const count = stamp.files.length - 1
  const upToDate = `${count} of ${count} files were up to date`
  t.is(await built(), upToDate)

  const base = stamp.files.find(([file, size]: [string, number]) => size >= 0 && file.includes('/Base/'))[0]
  const contents = await readFile(path(base), 'utf8')
  await writeFile(path(base), contents.replace('<?php', '<?PHP'))
  t.regex((await project.orm('model:build')).stderr, /^ORM-C207 \S+ was edited since Orm generated it/)
  t.is((await project.orm('model:build', '--overwrite')).stdout.split('\n')[0], `updated ${base}`)
  t.is(await readFile(path(base), 'utf8'), contents)
  await rm(path(base))
  t.is(await built(), `created ${base}`)

  const stub = stamp.files.find(([, size]: [string, number]) => size < 0)[0]
  await writeFile(path(stub), '<?php // mine')
  t.is(await built(), upToDate)
  t.is(await readFile(path(stub), 'utf8'), '<?php // mine')
  await rm(path(stub))
  await mkdir(path(stub))
  t.regex((await project.orm('model:build')).stderr, /ORM-C204 .* a directory of that name is there/)
  await rm(path(stub), { recursive: true })
  t.is(await built(), `created ${stub}`)

  await writeFile(
    path('schema.xml'),
    schema.replace(/<column name="title"/, '<column name="subtitle" type="VARCHAR"/>$&'),
  )
  t.regex((await built()) ?? '', /^updated /)
  await writeFile(stampPath, '{"key":')
  t.is(await built(), upToDate)
})

test('the stamp knows of classes that come back, and of behaviors in every encoding', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const path = (name: string) => join(project.folder, name)
  await mkdir(path('node_modules'))
  const [first, second] = [schema.replace(/<table name="author"/, '<table name="writer" phpName="Writer"'), schema].map(
    (text) => text.replaceAll('foreignTable="author"', `foreignTable="${text === schema ? 'author' : 'writer'}"`),
  )
  await writeFile(path('schema.xml'), first!)
  await project.orm('model:build')
  const stale = path('generated-classes/Bookstore/Base/Writer.php')
  const contents = await readFile(stale, 'utf8')
  await writeFile(path('schema.xml'), second!)
  await project.orm('model:build')
  await writeFile(path('generated-classes/Bookstore/Helper.php'), '<?php // mine')
  await project.orm('model:build')
  t.regex((await project.orm('model:build')).stdout, /^(\d+) of \1 files were up to date$/m)
  await writeFile(stale, contents)
  t.regex((await project.orm('model:build')).stdout, /^removed .*Base\/Writer\.php$/m)

  const adds = (column: string) =>
    `module.exports = { name: 'adds', api: 1, modifyTable: ({ table }) => table.ensureColumn({ name: '${column}', type: 'INTEGER' }) }`
  await writeFile(path('adds.cjs'), adds('one'))
  const used = schema.replace('</table>', '<behavior name="./adds.cjs"/></table>')
  await writeFile(path('schema.xml'), Buffer.from(`\uFEFF${used}`, 'utf16le'))
  t.regex((await project.orm('model:build')).stdout, /^updated /m)
  await writeFile(path('adds.cjs'), adds('two'))
  t.regex((await project.orm('model:build')).stdout, /^updated /m)
})

test('a build is remembered with node_modules in a directory above, and without any', async (t) => {
  for (const where of ['above', 'nowhere'] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'orm-stamp-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const [project, temporary] = [join(folder, 'packages/shop'), join(folder, 'tmp')]
    for (const name of [project, temporary]) await mkdir(name, { recursive: true })
    if (where === 'above') await mkdir(join(folder, 'node_modules'))
    await writeFile(join(project, 'schema.xml'), schema)
    await writeFile(join(project, 'orm.yaml'), 'orm: {database: {connections: {bookstore: {adapter: sqlite}}}}')
    const build = () =>
      promisify(execFile)(process.execPath, [ormScript, 'model:build'], {
        cwd: project,
        env: { ...process.env, TMPDIR: temporary },
      })
    await build()
    const [own = ''] = await readdir(temporary)
    const kept = where === 'above' ? join(folder, 'node_modules/.cache/orm') : join(temporary, own)
    const stamp = await stampIn(kept)
    await writeFile(stamp, (await readFile(stamp, 'utf8')).replace(/^\{/, '{"marked":1,'))
    t.regex((await build()).stdout, /^(\d+) of \1 files were up to date/)
    t.regex(await readFile(stamp, 'utf8'), /marked/, 'the second build has read the stamp, and wrote none')
    if (where === 'above') continue

    t.is((await stat(kept)).mode & 0o077, 0)
    // A directory that somebody else has made is not written to.
    await rm(kept, { recursive: true })
    await mkdir(join(folder, 'theirs'))
    await symlink(join(folder, 'theirs'), kept)
    await build()
    t.deepEqual(await readdir(join(folder, 'theirs')), [])
  }
})

test('orm build that finds its stamp follows whatever its files depend on', async (t) => {
  const text = `<database name="bookstore" namespace="Bookstore">
  <table name="book"><column name="id" type="INTEGER" primaryKey="true"/><behavior name="timestampable"/></table>
</database>`
  const project = await createProject(t, { schema: text, database: 'sqlite' })
  const path = (name: string) => join(project.folder, name)
  const build = async (...flags: string[]) => (await project.orm('build', ...flags)).stdout.trim().split('\n')
  await mkdir(path('node_modules'))
  await build()
  const stampPath = join(path('node_modules/.cache/orm'), (await readdir(path('node_modules/.cache/orm')))[0]!)
  const mark = async () => writeFile(stampPath, (await readFile(stampPath, 'utf8')).replace(/^\{/, '{"marked":1,'))
  /** What a build prints, and whether it has ended at the stamp. */
  const marked = async (...flags: string[]) => {
    await mark()
    const [line] = await build(...flags)
    return [line, (await readFile(stampPath, 'utf8')).includes('"marked"')]
  }
  const upToDate = '9 of 9 files were up to date'
  t.deepEqual(await marked(), [upToDate, true])

  const sql = 'generated-sql/bookstore.sql'
  const contents = await readFile(path(sql), 'utf8')
  await rm(path(sql))
  t.deepEqual(await marked(), [`created ${sql}`, false])
  await writeFile(path(sql), contents.replace('book', 'BOOK'))
  t.regex((await project.orm('build')).stderr, /ORM-C207/)
  await writeFile(path(sql), contents)
  await build()
  const map = await readFile(path('generated-sql/sqldb.map'), 'utf8')
  await writeFile(path('generated-sql/sqldb.map'), 'other.sql=other\n')
  t.is((await marked())[0], 'updated generated-sql/sqldb.map')
  // A notice is repeated.
  const own = 'sqldb.map has lines of your own, which were kept; --overwrite replaces them'
  await writeFile(path('generated-sql/sqldb.map'), 'bookstore.sql=bookstore\n')
  for (let time = 0; time < 2; time++) t.deepEqual(await build(), [upToDate, own])
  await writeFile(path('generated-sql/sqldb.map'), map)
  await build()

  // A file beside them may be of a database that is gone.
  await writeFile(path('generated-sql/mine.sql'), 'SELECT 1;')
  t.deepEqual(await marked(), [upToDate, false])
  t.deepEqual(await marked(), [upToDate, true])
  await rm(path('generated-sql/mine.sql'))
  t.deepEqual(await marked(), [upToDate, false])

  // Modes of files with a password are mended.
  const mode = async () => (await stat(path('generated-conf/config.php'))).mode
  const before = await mode()
  await chmod(path('generated-conf/config.php'), 0o777)
  t.deepEqual((await marked())[1], false)
  await chmod(path('generated-conf/config.php'), before)
  await build()

  // Other requests are other builds.
  for (const flags of [['--strict'], ['--keep-env'], ['--no-plugins']]) {
    t.deepEqual(await marked(...flags), [upToDate, false], flags.join())
  }
  await build()
  for (const flags of [['--check'], ['--dry-run'], ['--overwrite']]) {
    const [line] = await build(...flags)
    t.is(line, upToDate, flags.join())
  }

  // It is not known what code of the project reads.
  await writeFile(path('words.txt'), 'one')
  await writeFile(
    path('adds.cjs'),
    `module.exports = { name: 'adds', api: 1, modifyTable: ({ table }) =>
      table.ensureColumn({ name: require('node:fs').readFileSync('${path('words.txt')}', 'utf8'), type: 'INTEGER' }) }`,
  )
  await writeFile(path('schema.xml'), text.replace('timestampable', './adds.cjs'))
  await build()
  await writeFile(path('words.txt'), 'two')
  t.regex((await build()).join('\n'), /^updated generated-sql\/bookstore\.sql$/m)
})
