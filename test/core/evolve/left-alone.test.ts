import test from 'ava'
import { loadConfig } from 'orm-core'
import { type MigrationPlan, planMigrations } from 'orm-core/internal'
import { memoryFiles } from '../../support/memory-files.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="40"/>'
const book = (attributes = '', columns = title) => `<table name="book" ${attributes}>${id}${columns}</table>`
const author = `<table name="author">${id}</table>`
const authors = `<table name="author">${id}${title}</table>`

interface Step {
  readonly tables: string
  readonly exclude?: readonly string[]
  readonly others?: Readonly<Record<string, string>>
}

const vendors = ['sqlite', 'pgsql', 'mysql', 'mssql', 'oracle'] as const

/** Schemas one after the other, each with the snapshot that the one before has left. */
function history(vendor: (typeof vendors)[number] = 'pgsql') {
  let snapshot: string | undefined
  let version = 0
  return async ({ tables, exclude = [], others = {} }: Step) => {
    const connections = { shop: { adapter: vendor, dsn: `${vendor}:x` } }
    const orm = { orm: { exclude_tables: exclude, database: { connections } } }
    const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify(orm) }) })
    const contents = `<database name="shop" defaultIdMethod="native">${tables}</database>`
    const files = memoryFiles({
      ...others,
      ...(snapshot !== undefined && { 'generated-migrations/schema.json': snapshot }),
    })
    version++
    const [plan] = await planMigrations([{ path: 'schema.xml', contents }], {
      config,
      files,
      now: new Date(Date.UTC(2026, 0, version)),
    })
    snapshot = plan!.files.find(({ path }) => path === 'schema.json')?.contents ?? snapshot
    return { ...plan!, sql: sqlOf(plan!), snapshot: snapshot! }
  }
}

const sqlOf = ({ files }: MigrationPlan): string => files.find(({ path }) => path.endsWith('.sql'))?.contents ?? ''
const namesIn = (snapshot: string): string[] => JSON.parse(snapshot).tables.map(({ name }: { name: string }) => name)

/** Each way in which a table is part of the schema while no SQL is written for it. */
const ways: Readonly<Record<string, Step>> = {
  skipSql: { tables: book('skipSql="true"') },
  'skipSql and readOnly': { tables: book('skipSql="true" readOnly="true"') },
  'skipSql and isCrossRef': { tables: book('skipSql="true" isCrossRef="true"') },
  'skipSql with other columns': { tables: book('skipSql="true"', '<column name="name" type="CLOB"/>') },
  alias: { tables: book('alias="App\\Book"') },
  exclude_tables: { tables: book(), exclude: ['book'] },
  'a pattern of exclude_tables': { tables: book(), exclude: ['b*k'] },
  'exclude_tables, for a table that the schema does not have any more': { tables: '', exclude: ['b*'] },
  'a reference-only schema': {
    tables: '<external-schema filename="other.xml" referenceOnly="true"/>',
    others: { 'other.xml': `<database name="shop">${book()}</database>` },
  },
}

for (const [way, { tables, exclude = [], others = {} }] of Object.entries(ways)) {
  test(`${way}: a table that exists is neither dropped nor changed, and stays in the snapshot`, async (t) => {
    for (const vendor of vendors) {
      const diff = history(vendor)
      await diff({ tables: book() + author })
      const left = await diff({ tables: tables + author, exclude, others })
      t.is(left.sql, '', vendor)
      t.deepEqual(left.changes, ['table book is left alone from now on: migrations neither change nor drop it'])
      t.deepEqual(namesIn(left.snapshot), ['author', 'book'])
      // The next change of another table does not touch it either, up or down.
      const other = await diff({ tables: tables + authors, exclude, others })
      t.deepEqual(other.changes, ['author: column title is added'], vendor)
      t.notRegex(other.sql, /book/i)
      t.deepEqual(namesIn(other.snapshot), ['author', 'book'])
      t.deepEqual((await diff({ tables: tables + authors, exclude, others })).files, [])
      // Back in SQL it is what it was.
      const back = await diff({ tables: book() + authors })
      t.is(back.sql, '', vendor)
      t.deepEqual(back.changes, ['table book is part of migrations again, as it was when they left it alone'])
      t.deepEqual((await diff({ tables: book() + authors })).changes, [])
    }
  })

  test(`${way}: a table that was left alone is not dropped when it leaves the schema`, async (t) => {
    const diff = history()
    await diff({ tables: book() + author })
    await diff({ tables: tables + author, exclude, others })
    const gone = await diff({ tables: author })
    t.is(gone.sql, '')
    t.deepEqual(gone.changes, ['table book leaves the snapshot; the database keeps it, as migrations left it alone'])
    t.deepEqual(namesIn(gone.snapshot), ['author'])
    t.deepEqual((await diff({ tables: author })).changes, [])
  })
}

test('a table that comes back into SQL with other columns is changed, not created', async (t) => {
  const diff = history()
  await diff({ tables: book() })
  await diff({ tables: book('skipSql="true"') })
  await diff({ tables: book('skipSql="true"', '') })
  const { sql } = await diff({ tables: book('', title + title.replace('title', 'isbn')) })
  const [up, down] = sql.split('-- orm: down')
  t.regex(up!, /ALTER TABLE "book"\s+ADD COLUMN "isbn"/)
  t.regex(down!, /ALTER TABLE "book"\s+DROP COLUMN "isbn"/)
  t.notRegex(sql, /CREATE TABLE|DROP TABLE/)
})

test('a table that was left alone from the start is created when SQL is written for it', async (t) => {
  const diff = history()
  await diff({ tables: book('skipSql="true"') + author })
  const { sql, changes } = await diff({ tables: book() + author })
  t.regex(sql, /CREATE TABLE "book"/)
  t.deepEqual(changes, ['table book is created'])
})

test('a view or foreign table that joins the schema is noted in the snapshot, and is no change', async (t) => {
  const diff = history()
  await diff({ tables: author })
  const { changes, files, snapshot } = await diff({ tables: author + book('skipSql="true" readOnly="true"') })
  t.deepEqual(changes, [])
  t.deepEqual(
    files.map(({ path }) => path),
    ['schema.json'],
  )
  t.deepEqual(JSON.parse(snapshot).tables[1], { name: 'book', managed: false })
  t.regex(snapshot, /"migration": "20260101000000_diff"/)
})

test('a table that leaves the schema without having been left alone is dropped', async (t) => {
  const diff = history()
  await diff({ tables: book() + author })
  t.regex((await diff({ tables: author })).sql, /DROP TABLE/)
})

test('foreign keys to a table that is left alone stay', async (t) => {
  const key = `<column name="book_id" type="INTEGER"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>`
  const loan = `<table name="loan">${id}${key}</table>`
  for (const vendor of vendors) {
    const diff = history(vendor)
    await diff({ tables: book() + loan })
    t.is((await diff({ tables: book('skipSql="true"') + loan })).sql, '', vendor)
    t.is((await diff({ tables: book() + loan, exclude: ['loan'] })).sql, '', vendor)
  }
})

test('a sequence that a table left alone uses is not dropped with another table', async (t) => {
  const own = (name: string, attributes = '') =>
    `<table name="${name}" ${attributes}>${id}<id-method-parameter value="numbers"/></table>`
  const diff = history()
  await diff({ tables: own('book') + own('loan') })
  const { sql } = await diff({ tables: own('book', 'skipSql="true"') })
  t.regex(sql, /DROP TABLE (IF EXISTS )?"loan"/)
  t.notRegex(sql, /SEQUENCE/)
})

test('tables of behaviors are left alone with the table they belong to', async (t) => {
  const behaviors: Readonly<Record<string, string>> = {
    archivable: 'book_archive',
    versionable: 'book_version',
    synced_table: 'book_synced',
    i18n: 'book_i18n',
  }
  for (const [behavior, companion] of Object.entries(behaviors)) {
    const parameter = behavior === 'i18n' ? '<parameter name="i18n_columns" value="title"/>' : ''
    const used = (attributes = '') => book(attributes, `${title}<behavior name="${behavior}">${parameter}</behavior>`)
    const diff = history()
    t.true((await diff({ tables: used() })).changes.includes(`table ${companion} is created`), behavior)
    const left = await diff({ tables: used('skipSql="true"') })
    t.is(left.sql, '', behavior)
    t.true(namesIn(left.snapshot).includes(companion))
    t.is((await diff({ tables: used() })).sql, '', behavior)
    const elsewhere = await diff({
      tables: '<external-schema filename="other.xml" referenceOnly="true"/>',
      others: { 'other.xml': `<database name="shop">${used()}</database>` },
    })
    t.is(elsewhere.sql, '', behavior)
    t.is((await diff({ tables: used('alias="App\\Book"') })).sql, '', behavior)
  }
})
