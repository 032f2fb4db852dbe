import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from 'orm-cli'

const schema = (columns: string) => `
<database name="shop" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    ${columns}
  </table>
</database>`

async function project(t: ExecutionContext, config: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-migration-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const migrations = join(folder, 'migrations')
  const connection = { adapter: 'sqlite', dsn: 'sqlite::memory:' }
  const orm = {
    paths: { schemaDir: folder, migrationDir: migrations },
    database: { connections: { shop: connection } },
    ...config,
  }
  await writeFile(join(folder, 'orm.json'), JSON.stringify({ orm }))
  const sql = async () => {
    const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
    return readFile(join(migrations, files.at(-1)!), 'utf8')
  }
  const diff = async (columns: string, args: readonly string[] = [], answer?: string) => {
    await writeFile(join(folder, 'schema.xml'), schema(columns))
    let [stdout, stderr, asked] = ['', '', '']
    const code = await run(['migration:diff', `--config-dir=${folder}`, ...args], {
      env: {},
      stdout: { write: (text: string) => (stdout += text) },
      stderr: { write: (text: string) => (stderr += text) },
      ...(answer !== undefined && {
        ask: async (question: string) => {
          asked += question
          return answer
        },
      }),
    })
    return { code, stdout, stderr, asked }
  }
  const write = (file: string, text: string) => writeFile(join(migrations, file), text)
  return { diff, sql, write, files: () => readdir(migrations) }
}

const title = '<column name="title" type="VARCHAR" size="100"/>'
const name = '<column name="name" type="VARCHAR" size="100"/>'
const isbn = '<column name="isbn" type="VARCHAR" size="24"/>'

test('writes a migration and a snapshot, and nothing when the schema stays', async (t) => {
  const { diff, sql, files } = await project(t)
  t.is((await diff(title, ['first'])).code, 0)
  t.deepEqual((await files()).map((file) => file.replace(/^\d{14}/, 'N')).sort(), ['N_first.sql', 'schema.json'])
  const { stdout } = await diff(title + isbn, ['add_isbn'])
  t.regex(stdout, /^book: column isbn is added\n/)
  t.regex(
    await sql(),
    /-- orm: up\nALTER TABLE \[book\] ADD COLUMN \[isbn\] VARCHAR\(24\);\n\n-- orm: down\nALTER TABLE \[book\] DROP COLUMN \[isbn\]; -- the values of \[isbn\] are lost\n$/,
  )
  const count = (await files()).length
  const again = await diff(title + isbn)
  t.deepEqual([again.code, (await files()).length], [0, count])
  t.regex(again.stdout, /the schema has not changed/)
})

test('--check writes nothing and ends with 5 when something is to do', async (t) => {
  const { diff, files } = await project(t)
  await diff(title)
  const before = await files()
  t.is((await diff(title + isbn, ['--check'])).code, 5)
  t.is((await diff(title, ['--check'])).code, 0)
  t.deepEqual(await files(), before)
})

test('a rename is never guessed: a flag or an answer says so', async (t) => {
  for (const [args, answer, isRename] of [
    [[], undefined, false],
    [[], 'n', false],
    [[], 'y', true],
    [['--rename=book.title:name'], undefined, true],
  ] as const) {
    const { diff, sql } = await project(t)
    await diff(title)
    const { stderr, asked } = await diff(name, args, answer)
    t.is(/RENAME COLUMN \[title\] TO \[name\]/.test(await sql()), isRename, `${args} ${answer}`)
    t.is(stderr.includes('--rename=book.title:name'), !isRename)
    t.is(asked.includes('column "title" of table "book"'), answer !== undefined)
  }
})

test('a rename that fits nothing is an error', async (t) => {
  const { diff } = await project(t)
  await diff(title)
  const { code, stderr } = await diff(name, ['--rename=book.titel:name'])
  t.is(code, 1)
  t.regex(stderr, /ORM-M005/)
})

test('--check looks at every file since the snapshot, also at those that somebody wrote', async (t) => {
  const { diff, write } = await project(t)
  await diff(title, ['first'])
  await write('30000101000000_clear.sql', '-- orm: up\nDELETE FROM book;\nDROP TABLE book;\n-- orm: down\n')
  await write('30000102000000_more.sql', '-- orm: up\n-- orm: allow M101\nTRUNCATE a;\nTRUNCATE b;\n-- orm: down\n')
  await write('20000101000000_old.sql', '-- orm: up\nDROP TABLE c;\n-- orm: down\n')
  const { code, stderr } = await diff(title, ['--check'])
  t.is(code, 0)
  t.deepEqual(
    [...stderr.matchAll(/(\w+)\.sql:(\d+):\d+ (ORM-\w+)/g)].map((found) => found.slice(1).join(' ')),
    ['30000101000000_clear 3 ORM-M101', '30000101000000_clear 3 ORM-M402', '30000102000000_more 4 ORM-M101'],
  )
})

test('a rule of the lint that is an error writes no file, unless --allow names it, and one that is off is not heard', async (t) => {
  const { diff, sql } = await project(t, { migrations: { lint: { M102: 'error', M402: 'off' } } })
  await diff(title)
  const before = await sql()
  const refused = await diff('')
  t.is(refused.code, 1)
  t.regex(refused.stderr, /ORM-M102/)
  t.notRegex(refused.stderr, /ORM-M402/)
  t.is(await sql(), before)
  const unknown = await diff('', ['--allow=M999'])
  t.is(unknown.code, 1)
  t.regex(unknown.stderr, /"ORM-M999" is not a code of the lint/)
  const allowed = await diff('', ['--allow=M102'])
  t.is(allowed.code, 0, allowed.stderr)
  t.regex(await sql(), /^-- orm: allow M102\nALTER TABLE/m)
  t.is((await diff('', ['--check'])).stderr, '')
})

test('--strict refuses what the lint finds', async (t) => {
  const { diff } = await project(t)
  await diff(title)
  const { code, stderr } = await diff('', ['--strict'])
  t.is(code, 1)
  t.regex(stderr, /ORM-M102/)
  t.is((await diff('', ['--strict', '--allow=M102', '--allow=M402'])).code, 0)
})
