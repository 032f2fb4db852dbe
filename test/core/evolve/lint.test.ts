import test from 'ava'
import { catalogue, type DialectName, formatDiagnostic, loadConfig } from 'orm-core'
import { planMigrations } from 'orm-core/internal'
import { memoryFiles } from '../../support/memory-files.js'

async function planOf(
  vendor: DialectName,
  before: string,
  after: string,
  renames: readonly string[] = [],
  online = false,
) {
  const connections = { shop: { adapter: vendor, dsn: `${vendor}:x` } }
  const orm = JSON.stringify({ orm: { database: { connections } } })
  const config = await loadConfig({ files: memoryFiles({ 'orm.json': orm }) })
  const inputs = (tables: string) => [
    { path: 'schema.xml', contents: `<database name="shop" defaultIdMethod="native">${tables}</database>` },
  ]
  const first = await planMigrations(inputs(before), { config, files: memoryFiles({}) })
  const snapshot = first[0]!.files.find(({ path }) => path === 'schema.json')!.contents
  const files = memoryFiles({ 'generated-migrations/schema.json': snapshot })
  const [plan] = await planMigrations(inputs(after), { config, files, renames, online })
  return plan!
}

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const table = (columns: string, name = 'book', attributes = '') =>
  `<table name="${name}" ${attributes}>${id}${columns}</table>`
const column = (type: string, more = '', name = 'title') => `<column name="${name}" type="${type}" ${more}/>`
const unique = '<unique name="u"><unique-column name="title"/></unique>'
const index = '<index name="i"><index-column name="title"/></index>'
const key = '<foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>'
const authorId = column('INTEGER', '', 'author_id')
const charset = (name: string) => `<vendor type="mysql"><parameter name="Charset" value="${name}"/></vendor>`
const values = (list: string) => column('ENUM', `valueSet="${list}"`)

interface Case {
  readonly vendor: DialectName
  readonly before: string
  readonly after: string
  readonly renames?: readonly string[]
  /** A change of the same kind that is harmless. */
  readonly harmless: string
}

const cases: Readonly<Record<string, Case>> = {
  M101: {
    vendor: 'sqlite',
    before: table('') + table('', 'author'),
    after: table(''),
    harmless: table('') + table('', 'author') + table('', 'tag'),
  },
  M102: {
    vendor: 'sqlite',
    before: table(column('DATE')),
    after: table(''),
    harmless: table(column('DATE') + column('DATE', '', 'born')),
  },
  M103: {
    vendor: 'pgsql',
    before: table(column('VARCHAR', 'size="50"')),
    after: table(column('VARCHAR', 'size="20"')),
    harmless: table(column('VARCHAR', 'size="90"')),
  },
  M104: {
    vendor: 'mysql',
    before: table(values('a, b, c')),
    after: table(values('a, b')),
    harmless: table(values('a, b, c, d')),
  },
  M105: {
    vendor: 'mysql',
    before: table(column('INTEGER')),
    after: table(column('INTEGER', 'required="true"')),
    harmless: table(column('INTEGER', 'defaultValue="1"')),
  },
  M106: {
    vendor: 'sqlite',
    before: table(column('INTEGER')),
    after: table(column('INTEGER') + unique),
    harmless: table(column('INTEGER') + index),
  },
  M107: {
    vendor: 'pgsql',
    before: table(''),
    after: table(column('INTEGER', 'required="true"')),
    harmless: table(column('INTEGER', 'required="true" defaultValue="1"')),
  },
  M108: {
    vendor: 'pgsql',
    before: table(column('INTEGER')),
    after: table(`${column('INTEGER')}<check expression="title &gt; 0"/>`),
    harmless: table(
      `${column('INTEGER')}<column name="rank" type="INTEGER"><check expression="rank &gt; 0"/></column>`,
    ),
  },
  M201: {
    vendor: 'pgsql',
    before: table(values('a, b')),
    after: table(values('x, a, b')),
    harmless: table(values('a, b, x')),
  },
  M202: {
    vendor: 'oracle',
    before: table(column('INTEGER')),
    after: table(column('INTEGER', '', 'name')),
    harmless: table(column('INTEGER') + column('INTEGER', '', 'name')),
  },
  M203: {
    vendor: 'mysql',
    before: table(charset('latin1')),
    after: table(charset('utf8mb4')),
    harmless: table(charset('latin1') + column('INTEGER')),
  },
  M301: {
    vendor: 'pgsql',
    before: table(column('INTEGER')),
    after: table(column('BIGINT')),
    harmless: table(column('INTEGER', 'defaultValue="2"')),
  },
  M302: {
    vendor: 'pgsql',
    before: table(column('INTEGER')),
    after: table(column('INTEGER') + index),
    harmless: table(column('INTEGER') + column('DATE', '', 'born')),
  },
  M303: {
    vendor: 'pgsql',
    before: table('', 'author') + table(authorId),
    after: table('', 'author') + table(authorId + key),
    harmless: table('', 'author') + table(authorId) + table(authorId + key, 'review'),
  },
  M304: {
    vendor: 'pgsql',
    before: table(''),
    after: table(column('UUID', 'defaultExpr="gen_random_uuid()"')),
    harmless: table(column('TIMESTAMP', 'defaultExpr="CURRENT_TIMESTAMP"')),
  },
  M401: {
    vendor: 'mssql',
    before: table(column('INTEGER')),
    after: table(column('INTEGER', '', 'name')),
    renames: ['book.title:name'],
    harmless: table(column('INTEGER')),
  },
  M402: { vendor: 'sqlite', before: table(column('DATE')), after: table(''), harmless: table(column('DATE')) },
}

test('every code of the lint has a case', (t) => {
  const codes = Object.keys(catalogue).flatMap((code) => /^ORM-(M[1-4]\d\d)$/.exec(code)?.[1] ?? [])
  t.deepEqual(codes, Object.keys(cases))
})

for (const [code, { vendor, before, after, renames, harmless }] of Object.entries(cases)) {
  test(`${code}: ${catalogue[`ORM-${code}` as keyof typeof catalogue]}`, async (t) => {
    const { lint } = await planOf(vendor, before, after, renames)
    const found = lint.filter((each) => each.code === `ORM-${code}`)
    t.is(found.length, 1, lint.map(formatDiagnostic).join('\n'))
    t.is(found[0]!.severity, 'warning')
    t.truthy(found[0]!.hint, 'it says what to do')
    t.regex(found[0]!.message, /"(?:book|author)"/, 'it names the table')
    const none = (await planOf(vendor, before, harmless)).lint.filter((each) => each.code === `ORM-${code}`)
    t.deepEqual(none.map(formatDiagnostic), [])
  })
}

test('M106 is said of a new column whose default all rows get', async (t) => {
  const after = table(column('INTEGER', 'defaultValue="1"') + unique)
  const { lint, files } = await planOf('pgsql', table(''), after)
  t.true(lint.some(({ code }) => code === 'ORM-M106'))
  t.false(files[0]!.contents.includes('stop this'), 'nobody can ask for it before')
})

test('the file has the queries that find rows which stop it', async (t) => {
  const { files } = await planOf(
    'pgsql',
    table(column('INTEGER')),
    table(column('INTEGER', 'required="true"') + unique),
  )
  const { contents } = files.find(({ path }) => path.endsWith('.sql'))!
  t.true(contents.includes('-- rows without a value stop this: SELECT * FROM "book" WHERE "title" IS NULL\n'))
  t.true(contents.includes('SELECT "title", COUNT(*) FROM "book" GROUP BY "title" HAVING COUNT(*) > 1\n'))
})

test('--online writes the form that lets others work, and says nothing then', async (t) => {
  const before = table('', 'author') + table(authorId + column('INTEGER'))
  const after =
    table('', 'author') +
    table(authorId + column('INTEGER', 'required="true"') + index + unique.replace('u', 'u') + key)
  const { lint, files } = await planOf('pgsql', before, after, [], true)
  t.deepEqual(
    lint.map(({ code }) => code).filter((code) => /M30[23]/.test(code)),
    [],
  )
  const { contents } = files.find(({ path }) => path.endsWith('.sql'))!
  const up = contents.slice(0, contents.indexOf('-- orm: down'))
  t.regex(up, /^-- orm: no-transaction$/m)
  t.regex(up, /CREATE INDEX CONCURRENTLY "i"/)
  t.regex(up, /CREATE UNIQUE INDEX CONCURRENTLY "u".*\n.*UNIQUE USING INDEX "u"/)
  t.regex(up, /NOT VALID;\n.*VALIDATE CONSTRAINT "book_fk_/)
  t.regex(up, /CHECK \("title" IS NOT NULL\) NOT VALID;\n.*VALIDATE.*\n.*SET NOT NULL;\n.*DROP CONSTRAINT/)
  const mysql = await planOf('mysql', before, after, [], true)
  t.regex(mysql.files[0]!.contents, /ALGORITHM=INPLACE,\n {4}LOCK=NONE;/)
})
