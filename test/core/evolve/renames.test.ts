import test from 'ava'
import { loadConfig, type OrmError } from 'orm-core'
import { planMigrations } from 'orm-core/internal'
import { memoryFiles } from '../../support/memory-files.js'

const column = (name: string) => `<column name="${name}" type="VARCHAR" size="20"/>`
const table = (name: string, columns: string, ...behaviors: string[]) =>
  `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${columns}${behaviors.join('')}</table>`
const database = (tables: string, name = 'shop') => `<database name="${name}">${tables}</database>`
const versions = '<behavior name="versionable"/>'
const archive = '<behavior name="archivable"/>'
const translations = '<behavior name="i18n"><parameter name="i18n_columns" value="text"/></behavior>'

async function plansOf(before: readonly string[], after: readonly string[], renames: readonly string[] = []) {
  const names = before.map((text) => /database name="(\w+)"/.exec(text)![1]!)
  const connections = Object.fromEntries(names.map((name) => [name, { adapter: 'pgsql', dsn: 'pgsql:x' }]))
  const config = await loadConfig({
    files: memoryFiles({ 'orm.json': JSON.stringify({ orm: { database: { connections } } }) }),
  })
  const inputs = (schemas: readonly string[]) =>
    schemas.map((contents, index) => ({ path: `${index}.schema.xml`, contents }))
  const first = await planMigrations(inputs(before), { config, files: memoryFiles({}) })
  const snapshots = first.flatMap(({ files }) => files).filter(({ path }) => path.endsWith('schema.json'))
  const files = memoryFiles(
    Object.fromEntries(snapshots.map(({ path, contents }) => [`generated-migrations/${path}`, contents])),
  )
  return planMigrations(inputs(after), { config, files, renames })
}

async function changesOf(before: readonly string[], after: readonly string[], renames: readonly string[]) {
  const plans = await plansOf(before, after, renames)
  return plans.map(({ changes }) => changes.filter((change) => !/: (?:index|unique|foreign)/.test(change)))
}

test('tables that behaviors add follow the table and its columns', async (t) => {
  const before = database(
    table('book', column('title') + column('text'), archive, translations) + table('essay', column('title'), versions),
  )
  const after = database(
    table('volume', column('name') + column('words'), archive, translations) + table('paper', column('name'), versions),
  ).replace('value="text"', 'value="words"')
  const renames = ['book:volume', 'book.title:name', 'book.text:words', 'essay:paper', 'essay.title:name']
  t.deepEqual(await changesOf([before], [after], renames), [
    [
      'table book is renamed to volume',
      'volume: column title is renamed to name',
      'table book_archive is renamed to volume_archive',
      'volume_archive: column title is renamed to name',
      'table book_i18n is renamed to volume_i18n',
      'volume_i18n: column text is renamed to words',
      'table essay is renamed to paper',
      'paper: column title is renamed to name',
      'table essay_version is renamed to paper_version',
      'paper_version: column title is renamed to name',
    ],
  ])
})

test('the behavior of a whole database: each table has its own', async (t) => {
  const tables = (name: string) => table('a', column('x')) + table('a_b', column(name))
  const [changes] = await changesOf(
    [database(`${versions}${tables('x')}`)],
    [database(`${versions}${tables('y')}`)],
    ['a_b.x:y'],
  )
  t.deepEqual(changes, ['a_b: column x is renamed to y', 'a_b_version: column x is renamed to y'])
})

test('what is said of an added table counts', async (t) => {
  const before = database(table('book', column('title'), versions))
  const after = database(table('book', column('name'), versions))
  const renames = ['book.title:name', 'book_version.title:name']
  t.deepEqual(await changesOf([before], [after], renames), [
    ['book: column title is renamed to name', 'book_version: column title is renamed to name'],
  ])
})

test('with several connections, a rename is of the one that has the table', async (t) => {
  const shop = (name: string) => database(table('book', column(name)))
  const log = database(table('entry', column('text')), 'log')
  const changed = log.replace('text', 'words')
  t.deepEqual(await changesOf([shop('title'), log], [shop('name'), changed], ['book.title:name', 'entry.text:words']), [
    ['book: column title is renamed to name'],
    ['entry: column text is renamed to words'],
  ])
  const error = (await t.throwsAsync(
    changesOf([shop('title'), log], [shop('name'), log], ['book.title:name', 'entry.x:y']),
  )) as OrmError
  t.deepEqual(
    error.diagnostics.map(({ code, message }) => `${code} ${message}`),
    ['ORM-M005 rename "entry.x:y": the old name must be in the snapshot and the new one in the schema'],
  )
})

test('a rename of a table without its SQL schema says how to write it', async (t) => {
  const shop = (name: string) => database(table('book', column(name)).replace('<table ', '<table schema="app" '))
  const renamed = (rename: string) => changesOf([shop('title')], [shop('name')], [rename])
  t.deepEqual(await renamed('app.book.title:name'), [['app.book: column title is renamed to name']])
  const error = (await t.throwsAsync(renamed('book.title:name'))) as OrmError
  t.is(error.diagnostics[0]!.hint, 'write tables with their SQL schemas, such as app.book')
})

test('columns that a behavior names after a column or after a table follow', async (t) => {
  const library = (book: string, key: string) =>
    database(
      table('author', column('name'), versions) +
        table(
          book,
          `<column name="${key}" type="INTEGER"/><foreign-key foreignTable="author"><reference local="${key}" foreign="id"/></foreign-key>`,
          versions,
        ),
    )
  t.deepEqual(
    await changesOf([library('book', 'author_id')], [library('volume', 'by')], ['book:volume', 'book.author_id:by']),
    [
      [
        'author_version: column book_ids is renamed to volume_ids',
        'author_version: column book_versions is renamed to volume_versions',
        'table book is renamed to volume',
        'volume: column author_id is renamed to by',
        'table book_version is renamed to volume_version',
        'volume_version: column author_id is renamed to by',
        'volume_version: column author_id_version is renamed to by_version',
      ],
    ],
  )
})

test('what may have a new name is asked for, unless two could be meant; without an answer it is dropped', async (t) => {
  const shop = (...[book, title, state, ...others]: string[]) =>
    database(
      table(book!, column('isbn')) +
        table('shelf', `${column(title!)}<column name="state" type="ENUM" native="true" valueSet="${state}"/>`) +
        others.map((name) => table(name, column('text'))).join(''),
    )
  const before = [shop('book', 'title', 'new, old', 'note', 'remark')]
  const after = [shop('volume', 'name', 'new, used', 'word', 'line')]
  const [plan] = await plansOf(before, after)
  t.deepEqual(
    plan!.lookAlikes.map(({ kind, table, before, after, rename }) => [kind, table.name, before, after, rename]),
    [
      ['table', 'book', 'book', 'volume', 'book:volume'],
      ['value', 'shelf', 'old', 'used', 'shelf.state.old:used'],
      ['column', 'shelf', 'title', 'name', 'shelf.title:name'],
    ],
  )
  t.deepEqual(plan!.changes, [
    'table remark is dropped, with its rows',
    'table note is dropped, with its rows',
    'table book is dropped, with its rows',
    'table line is created',
    'table volume is created',
    'table word is created',
    'shelf: column name is added',
    'shelf: column title is dropped, with its values',
    'shelf: column state changes its list of values, type',
  ])
})

test('what is renamed twice is refused', async (t) => {
  const shop = (...names: string[]) => database(table('book', names.map(column).join('')))
  const error = (await t.throwsAsync(
    changesOf([shop('title')], [shop('name', 'label')], ['book.title:name', 'book.title:label']),
  )) as OrmError
  t.deepEqual(
    error.diagnostics.map(({ code, message }) => `${code} ${message}`),
    ['ORM-M005 rename "book.title:label": the old name is already renamed'],
  )
})

test('a snapshot that is missing beside migrations that were written with it is an error', async (t) => {
  const connections = { shop: { adapter: 'pgsql', dsn: 'pgsql:x' } }
  const orm = JSON.stringify({ orm: { database: { connections } } })
  const config = await loadConfig({ files: memoryFiles({ 'orm.json': orm }) })
  const inputs = [{ path: 'schema.xml', contents: database(table('book', '')) }]
  const planned = (migration: string) => {
    const files = memoryFiles({ 'generated-migrations/20260101000000_first.sql': migration })
    return planMigrations(inputs, { config, files })
  }
  const [first] = await planMigrations(inputs, { config, files: memoryFiles({}) })
  const written = first!.files.find(({ path }) => path.endsWith('.sql'))!.contents
  for (const text of [written, '-- the tables of connection "shop" when migrations began\n-- orm: up\n']) {
    const { message } = (await t.throwsAsync<OrmError>(planned(text)))!
    t.is(
      message,
      'ORM-M004 generated-migrations/schema.json is missing, and 20260101000000_first.sql was written with it (restore it from version control, or run "orm migration:diff --rebase", which makes it from the migrations)',
    )
  }
  t.is((await planned('-- orm: up\nCREATE EXTENSION citext;\n')).length, 1)
})
