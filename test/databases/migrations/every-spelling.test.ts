import test, { type ExecutionContext } from 'ava'
import { loadConfig, migrationStatements, OrmError, planMigrations } from 'orm-core/internal'
import { close, connect } from '#database/connect/connect.js'
import { columnKinds, extensionStatements } from '../../support/column-kinds.js'
import { type DatabaseName, databases } from '../../support/databases.js'
import { isFuzz } from '../../support/fuzz.js'
import { createProject, type Project } from '../../support/project.js'
import { query } from '../../support/query.js'
import { defaultSpellings, typeSpellings } from '../../support/spellings.js'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const attribute = (name: string, value: string | undefined) =>
  value === undefined ? '' : ` ${name}="${escaped(value)}"`
const key = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const one = (attributes: string, inside = '') => `${key}<column name="c"${attributes}>${inside}</column>`
const vendor = (database: DatabaseName, parameters: Readonly<Record<string, string>>) =>
  `<vendor type="${database}">${Object.entries(parameters)
    .map(([name, value]) => `<parameter${attribute('name', name)}${attribute('value', value)}/>`)
    .join('')}</vendor>`

const sizes: Readonly<Record<string, readonly Record<string, string>[]>> = {
  ...Object.fromEntries(
    ['TIME', 'DATETIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'INTERVAL'].map((type) => [
      type,
      ['0', '3', '6'].map((size) => ({ size })),
    ]),
  ),
  ...Object.fromEntries(
    ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'].map((type) => [
      type,
      ['1', '3', '11', '20'].map((size) => ({ size })),
    ]),
  ),
  ...Object.fromEntries(
    ['REAL', 'FLOAT', 'DOUBLE', 'DECIMAL', 'NUMERIC'].map((type) => [
      type,
      [{ size: '7' }, { size: '24' }, { size: '53' }, { size: '7', scale: '3' }, { size: '10', scale: '0' }],
    ]),
  ),
  CHAR: ['1', '255'].map((size) => ({ size })),
  VARCHAR: ['1', '255', '5000'].map((size) => ({ size })),
  LONGVARCHAR: ['100', '70000'].map((size) => ({ size })),
  BINARY: ['1', '255'].map((size) => ({ size })),
}

/** What the schema language can say of a column. */
const columns = Object.entries(columnKinds).flatMap(([type, { attributes = [{}], defaults, expressions = [] }]) =>
  [{}, ...attributes, ...(sizes[type] ?? [])].flatMap((size) => {
    const start = Object.entries({ type, ...size })
      .map(([name, value]) => attribute(name, value))
      .join('')
    const numbers = /INT|REAL|FLOAT|DOUBLE|DECIMAL|NUMERIC/.test(type) ? ['1e3', '007', '1.50', '-0.125'] : []
    const given = [
      '',
      ...[...defaults, ...numbers].map((value) => attribute('defaultValue', value)),
      ...expressions.map((value) => attribute('defaultExpr', value)),
    ]
    return given.flatMap((value) =>
      ['', ' required="true"', ' description="it\'s &quot;so&quot; \\"'].map((more) => one(`${start}${value}${more}`)),
    )
  }),
)

const text = ' type="VARCHAR" size="20"'
const index = (kind: string, more = '', inside = '') =>
  `${one(text)}<${kind}><${kind}-column name="c"${more}/>${inside}</${kind}>`
const reference = (attributes: string, inside = '') =>
  `${one(' type="INTEGER"')}<foreign-key foreignTable="t"${attributes}><reference local="c" foreign="id"/>${inside}</foreign-key>`
const actions = ['cascade', 'setnull', 'restrict', 'none', 'set default']

const everywhere = [
  index('index'),
  index('unique'),
  ...actions.flatMap((action) => [reference(` onDelete="${action}"`), reference(` onUpdate="${action}"`)]),
  `<column name="a" type="INTEGER" primaryKey="true"/><column name="b" type="VARCHAR" size="9" primaryKey="true"/>`,
  `<column name="a" type="INTEGER" primaryKey="true" autoIncrement="true"/><column name="b" type="INTEGER" primaryKey="true"/>`,
  `${one(text)}<unique><unique-column name="c"/></unique><index><index-column name="c"/></index><unique><unique-column name="id"/><unique-column name="c"/></unique>`,
  `${key}<column name="c" type="INTEGER"/><foreign-key foreignTable="t"><reference local="c" foreign="id"/></foreign-key><foreign-key foreignTable="t2"><reference local="c" foreign="id"/></foreign-key>`,
  `${key}<column name="c" type="INTEGER"/><foreign-key foreignTable="t"><reference local="c" foreign="id"/></foreign-key><index><index-column name="c"/></index>`,
]

/** Options of vendors. */
const options: Readonly<Record<DatabaseName, readonly string[]>> = {
  mysql: [
    ...Object.entries({
      Engine: ['InnoDB', 'innodb', 'MyISAM', 'MEMORY', 'Aria'],
      Charset: ['utf8mb4', 'UTF8MB4', 'utf8', 'latin1', 'ascii', 'binary', 'utf8mb3'],
      Collate: ['utf8mb4_bin', 'UTF8MB4_general_ci', 'latin1_swedish_ci', 'utf8_bin', 'utf8mb4_unicode_ci'],
      AutoIncrement: ['100'],
      AvgRowLength: ['50'],
      Checksum: ['1', '0'],
      DelayKeyWrite: ['1'],
      KeyBlockSize: ['1', '8', '0'],
      MaxRows: ['1000'],
      MinRows: ['10'],
      PackKeys: ['1', 'DEFAULT'],
      RowFormat: ['Dynamic', 'COMPACT', 'redundant', 'Compressed', 'DEFAULT'],
      ROW_FORMAT: ['COMPACT'],
      'CHARACTER SET': ['latin1'],
    }).flatMap(([name, values]) => values.map((value) => `${one(text)}${vendor('mysql', { [name]: value })}`)),
    `${one(text)}${vendor('mysql', { Charset: 'latin1', Collate: 'latin1_bin', RowFormat: 'COMPACT', MaxRows: '7' })}`,
    `${one(text)}${vendor('mysql', { Engine: 'MyISAM', RowFormat: 'FIXED', PackKeys: '1', Checksum: '1' })}`,
    ...['utf8mb4', 'LATIN1', 'utf8', 'binary', 'ucs2'].map((value) => one(text, vendor('mysql', { Charset: value }))),
    ...['utf8mb4_bin', 'latin1_bin', 'UTF8MB4_UNICODE_CI'].flatMap((value) => [
      one(text, vendor('mysql', { Collate: value })),
      one(text, vendor('mysql', { Collation: value })),
      one(' type="LONGVARCHAR"', vendor('mysql', { Collation: value })),
    ]),
    one(text, vendor('mysql', { Charset: 'latin1', Collate: 'latin1_bin' })),
    `${one(text, vendor('mysql', { Charset: 'latin1' }))}${vendor('mysql', { Charset: 'latin1' })}`,
    ...['TINYINT', 'INTEGER', 'BIGINT', 'DECIMAL', 'FLOAT', 'DOUBLE'].flatMap((type) => [
      one(` type="${type}"`, vendor('mysql', { Unsigned: 'true' })),
      one(` type="${type}" size="5" defaultValue="1"`, vendor('mysql', { Unsigned: 'true' })),
    ]),
    ...['FULLTEXT', 'BTREE', 'HASH', 'fulltext'].map((type) =>
      index('index', '', vendor('mysql', { Index_type: type })),
    ),
    `${one(' type="LONGVARCHAR"')}<index><index-column name="c" size="10"/></index><unique><unique-column name="c" size="20"/></unique>`,
    `${one(' type="GEOMETRY" required="true"')}<index><index-column name="c"/>${vendor('mysql', { Index_type: 'SPATIAL' })}</index>`,
    '<column name="id" type="INTEGER" primaryKey="true"/><column name="c" type="INTEGER" required="true" autoIncrement="true"/><unique><unique-column name="c"/></unique>',
    '<column name="id" type="INTEGER" primaryKey="true"/><column name="c" type="INTEGER" required="true" autoIncrement="true"/><index><index-column name="c"/></index>',
    one(' type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP"'),
    one(' type="DATETIME" size="3" defaultExpr="CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP"'),
    one(' type="TIMESTAMP" required="true" defaultExpr="CURRENT_TIMESTAMP"'),
    index('index', ' size="5"'),
  ],
  pgsql: [
    reference('', vendor('pgsql', { deferrable: 'true' })),
    reference('', vendor('pgsql', { deferrable: 'true', initiallyDeferred: 'true' })),
    '<column name="id" type="INTEGER" primaryKey="true"/><column name="c" type="INTEGER" required="true" autoIncrement="true"/><unique><unique-column name="c"/></unique>',
    `${key}<id-method-parameter value="numbers_of_somebody"/>`,
    ...['TINYINT', 'SMALLINT', 'BIGINT', 'DECIMAL', 'NUMERIC'].map(
      (type) => `<column name="id" type="${type}" primaryKey="true" autoIncrement="true"/>`,
    ),
  ],
  sqlite: [],
}

/** What there is before, which types of the list are made of. */
const before: Readonly<Record<DatabaseName, readonly string[]>> = {
  mysql: [],
  pgsql: [
    ...extensionStatements,
    'CREATE SCHEMA feelings',
    "CREATE TYPE mood AS ENUM ('sad', 'glad')",
    "CREATE TYPE feelings.mood AS ENUM ('low', 'high')",
    'CREATE DOMAIN posint AS integer DEFAULT 7 CHECK (VALUE > 0)',
    'CREATE TYPE pair AS (a integer, b text)',
  ],
  sqlite: [],
}

const tablesOf = (database: DatabaseName): string[] => {
  const typed = typeSpellings[database].flatMap((sqlType) => {
    const start = `${attribute('type', 'VARCHAR')}${attribute('sqlType', sqlType)}`
    return [
      one(start),
      one(`${start} required="true"`),
      ...defaultSpellings.map((value) => one(`${start}${attribute('defaultExpr', value)}`)),
    ]
  })
  const isPlain = (table: string): boolean => !/ (?:defaultExpr|required)=/.test(table)
  // All types and options in every run; of their defaults, a few.
  const few = (tables: readonly string[], each: number) => tables.filter((_, at) => isFuzz || at % each === 0)
  return [
    ...typed.filter(isPlain),
    ...everywhere,
    ...options[database],
    ...few(
      typed.filter((table) => !isPlain(table)),
      97,
    ),
    ...few(columns, 29),
  ]
}

const schemaOf = (tables: ReadonlyMap<string, string>): string =>
  [
    '<database name="shop">',
    `<table name="t">${key}</table>`,
    `<table name="t2">${key}</table>`,
    ...[...tables].map(([name, inside]) => `<table name="${name}">${inside}</table>`),
    '</database>',
  ].join('\n')

/** The tables that Orm takes: those on whose line there is no error. */
async function accepted(project: Project, tables: Map<string, string>): Promise<string[]> {
  const config = await loadConfig({ configDir: project.folder, env: {} })
  for (;;) {
    const contents = schemaOf(tables)
    try {
      const [plan] = await planMigrations([{ path: 'schema.xml', contents }], { config, outputDir: 'none' })
      return migrationStatements(plan!.diff).map((statement) => statement.text)
    } catch (error) {
      if (!(error instanceof OrmError)) throw error
      const lines = contents.split('\n')
      const names = error.diagnostics.flatMap(
        ({ place }) => /<table name="(\w+)"/.exec(lines[(place?.line ?? 0) - 1] ?? '')?.[1] ?? [],
      )
      if (names.length === 0) throw error
      for (const name of names) tables.delete(name)
    }
  }
}

/** What drift and the difference from the database say of these tables, and how many of them the server takes. */
async function differences(t: ExecutionContext, database: DatabaseName, list: readonly string[]) {
  const project = await createProject(t, { schema: '<database name="shop"/>', database })
  await query(project.database, ...before[database])
  const tables = new Map(list.map((inside, at) => [`t_${at}`, inside]))
  const { name: adapter, dsn, user, password } = project.database
  const { session } = await connect('shop', { adapter, classname: '', dsn, user, password }, { create: true })
  for (const statement of await accepted(project, tables)) {
    // What the server refuses is not a table that anybody has.
    await session.execute(statement).catch(() => tables.delete(/\bt_\d+\b/.exec(statement)?.[0] ?? ''))
  }
  await close(session)
  await project.write('schema.xml', schemaOf(tables))
  const first = await project.orm('migration:diff', 'first')
  t.is(first.code, 0, first.stderr)
  const told = [
    await project.orm('migration:drift', '--format=json'),
    await project.orm('migration:diff', '--from=database', '--check'),
  ]
  const words = told.flatMap(({ stdout }) => stdout.split(/\n|"/))
  const lines = new Set(words.filter((word) => /^t_\d+: |^table |spellings/.test(word)))
  const found = [...lines].map((line) => `${line}  ${tables.get(line.split(':')[0]!) ?? ''}`)
  if (lines.size === 0)
    t.deepEqual(
      told.map(({ code }) => code),
      [0, 0],
      told.map(({ stderr }) => stderr).join('\n'),
    )
  return { found, taken: tables.size }
}

for (const database of databases) {
  test(`${database}: every type, size, default and option is the same in the database as in the schema`, async (t) => {
    const all = tablesOf(database)
    let count = 0
    for (let start = 0; start < all.length; start += 400) {
      const { found, taken } = await differences(t, database, all.slice(start, start + 400))
      t.deepEqual(found, [])
      count += taken
      if (isFuzz)
        process.stderr.write(`${database}: ${count} tables, of ${Math.min(start + 400, all.length)} that were tried\n`)
    }
    t.true(count > 150, String(count))
  })
}
