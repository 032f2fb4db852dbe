import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../../support/databases.js'
import { createProject, type Project } from '../../support/project.js'
import { query } from '../../support/query.js'

const key = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const column = (attributes: string, inside = '') => `${key}<column name="c" ${attributes}>${inside}</column>`
const vendor = (parameters: Readonly<Record<string, string>>) =>
  `<vendor type="mysql">${Object.entries(parameters)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('')}</vendor>`
const typed = (sqlType: string, more = '') => column(`type="VARCHAR" sqlType="${sqlType}" ${more}`)

const parents = `<table name="parent_a">${key}</table><table name="parent_b">${key}</table>`
const reference = (target: string) =>
  `<foreign-key foreignTable="${target}"><reference local="c" foreign="id"/></foreign-key>`

/** What servers keep otherwise than they were told, by the name of a table. */
const everywhere: Readonly<Record<string, string>> = {
  function_default: column(`type="VARCHAR" size="9" defaultExpr="upper('a')"`),
  exponent: column('type="REAL" defaultValue="1e3"'),
  two_keys: `${column('type="INTEGER"')}${reference('parent_a')}${reference('parent_b')}`,
  unique_like_key: `${key}<unique><unique-column name="id"/></unique>`,
}

const own: Readonly<Record<DatabaseName, Readonly<Record<string, string>>>> = {
  mysql: {
    charset_of_database: `${key}${vendor({ Charset: 'utf8mb4' })}`,
    latin1: `${column('type="VARCHAR" size="9"')}${vendor({ Charset: 'latin1' })}`,
    collate_alone: `${column('type="VARCHAR" size="9"')}${vendor({ Collate: 'utf8mb4_bin' })}`,
    column_charset: column('type="VARCHAR" size="9"', vendor({ Charset: 'latin1' })),
    column_collate: column('type="VARCHAR" size="9"', vendor({ Collate: 'utf8mb4_bin' })),
    row_format: `${key}${vendor({ RowFormat: 'Compressed', KeyBlockSize: '4' })}`,
    max_rows: `${key}${vendor({ MaxRows: '1000' })}`,
    moments: `${column('type="DATETIME" size="6" defaultValue="2020-01-31 10:11:12"')}
      <column name="d" type="TIME" size="3" defaultValue="10:11:12"/>`,
    width: `${column('type="INTEGER" size="5"')}<column name="d" type="TINYINT" size="1"/>`,
    numbered: `<column name="id" type="INTEGER" primaryKey="true"/>
      <column name="c" type="INTEGER" required="true" autoIncrement="true"/><unique><unique-column name="c"/></unique>`,
    ...Object.fromEntries(
      [
        "ENUM('a','b')",
        "enum( 'A' , 'b' )",
        "SET('x', 'y')",
        'BOOL',
        'DOUBLE PRECISION',
        'INT8',
        'CHARACTER VARYING(20)',
        'NVARCHAR(20)',
        'LONG',
        'VARCHAR(20) CHARACTER SET latin1',
      ].map((type, at) => [`typed_${at}`, typed(type)]),
    ),
  },
  pgsql: {
    numbered_by_name: `<column name="id" type="INTEGER" primaryKey="true"/>
      <column name="c" type="INTEGER" required="true" autoIncrement="true"/><unique><unique-column name="c"/></unique>
      <id-method-parameter value="numbers"/>`,
    numbered: `<column name="id" type="INTEGER" primaryKey="true"/>
      <column name="c" type="INTEGER" required="true" autoIncrement="true"/><unique><unique-column name="c"/></unique>`,
    ...Object.fromEntries(
      ['TEXT[]', 'varchar(10)[]', 'INTEGER ARRAY', 'float(24)', 'mood', 'feelings.mood', 'citext_like'].map(
        (type, at) => [`typed_${at}`, typed(type)],
      ),
    ),
    default_of_enum: typed('mood', 'defaultValue="sad"'),
  },
  sqlite: {
    collation: typed('TEXT COLLATE NOCASE'),
    spaced: typed('VARCHAR ( 20 )'),
  },
}

/** What there is before the first migration. */
const before: Readonly<Partial<Record<DatabaseName, readonly string[]>>> = {
  pgsql: [
    'CREATE SCHEMA feelings',
    "CREATE TYPE mood AS ENUM ('sad', 'glad')",
    "CREATE TYPE feelings.mood AS ENUM ('low', 'high')",
    "CREATE DOMAIN citext_like AS text CHECK (VALUE <> '')",
  ],
}

const byHand: Readonly<Record<DatabaseName, readonly string[]>> = {
  mysql: [
    "ALTER TABLE typed_0 MODIFY c ENUM('a','c')",
    'ALTER TABLE latin1 ENGINE=MyISAM',
    'ALTER TABLE two_keys ADD INDEX of_somebody (c)',
    "ALTER TABLE moments ALTER c SET DEFAULT '2021-01-31 10:11:12'",
  ],
  pgsql: [
    'ALTER TABLE typed_1 ALTER c TYPE varchar(11)[]',
    'ALTER TABLE typed_4 ALTER c TYPE feelings.mood USING NULL',
    'ALTER TABLE unique_like_key ADD UNIQUE (id)',
    'ALTER TABLE two_keys ALTER c SET NOT NULL',
  ],
  sqlite: ['ALTER TABLE collation ADD COLUMN d INTEGER', 'CREATE INDEX of_somebody ON two_keys (c)'],
}

const changes: Readonly<Record<DatabaseName, readonly string[]>> = {
  mysql: [
    'latin1: ENGINE changes',
    'moments: column c changes its default',
    'two_keys: index on c is added',
    'typed_0: column c changes its type',
  ],
  pgsql: [
    'type feelings.mood is created',
    'two_keys: column c changes its NOT NULL',
    'typed_1: column c changes its type',
    'typed_4: column c changes its type',
    'unique_like_key: unique key on id is added',
  ],
  sqlite: ['collation: column d is added', 'two_keys: index on c is added'],
}

async function migrate(project: Project): Promise<void> {
  for (const args of [['migration:diff', 'first'], ['migrate']]) {
    const { code, stdout, stderr } = await project.orm(...args)
    if (code !== 0) throw new Error(stdout + stderr)
  }
}

/** What drift and the difference from the database say; nothing where both are empty. */
async function differences(project: Project): Promise<string> {
  const drift = await project.orm('migration:drift')
  const diff = await project.orm('migration:diff', '--from=database', '--check')
  return [drift, diff].flatMap(({ code, stdout }) => (code === 0 ? [] : [stdout.split('\n\n')[0]!])).join('\n')
}

for (const database of databases) {
  test(`${database}: what the server keeps in other words is no difference`, async (t) => {
    const tables = Object.entries({ ...everywhere, ...own[database] }).map(
      ([name, inside]) => `<table name="${name}">${inside}</table>`,
    )
    const schema = `<database name="shop">${parents}${tables.join('')}</database>`
    const project = await createProject(t, { schema, database })
    await query(project.database, ...(before[database] ?? []))
    await migrate(project)
    t.is(await differences(project), '')

    // What somebody changes is told, and nothing else; the statements that drift offers take it back.
    await query(project.database, ...byHand[database])
    const { drift } = JSON.parse((await project.orm('migration:drift', '--format=json')).stdout)
    t.deepEqual(drift[0].changes, changes[database])
    await query(project.database, ...drift[0].undo)
    t.is(await differences(project), '')
  })
}

const limited = {
  mysql: (name: string) => [
    `CREATE USER ${name} IDENTIFIED BY 'secret'`,
    `GRANT SELECT, INSERT, UPDATE, CREATE, ALTER, INDEX, DROP, REFERENCES ON ${name}.* TO ${name}`,
  ],
  pgsql: (name: string) => [
    `CREATE ROLE ${name} LOGIN PASSWORD 'secret'`,
    `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}`,
  ],
} as const

for (const database of databases.filter((name) => name !== 'sqlite')) {
  test(`${database}: a user who may not create anything is told that the server was not asked`, async (t) => {
    const schema = `<database name="shop"><table name="a">${own[database].typed_3}</table></database>`
    const project = await createProject(t, { schema, database })
    await migrate(project)
    const name = /dbname=(\w+)/.exec(project.database.dsn)![1]!
    await query(project.database, ...limited[database](name))
    t.teardown(() => query(project.database, `DROP OWNED BY ${name}`, `DROP USER ${name}`).catch(() => {}))
    const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
    await project.write(
      'orm.yaml',
      config.replace(/user: .*/, `user: ${name}`).replace(/password: .*/, 'password: secret'),
    )
    const { code, stdout } = await project.orm('migration:drift')
    t.is(code, 5)
    t.regex(
      stdout,
      /^connection "shop": some of these differences may be two spellings of one thing, as the server could not be asked: .*denied/,
    )
    t.regex(stdout, /a: column c changes its type/)
  })
}

const referring = (attributes: string) =>
  `${column('type="INTEGER"')}<foreign-key foreignTable="owner" ${attributes}><reference local="c" foreign="id"/></foreign-key>`

/** SQL schemas as people write them: the default one can be left out. */
const schemas: Readonly<Record<string, readonly [database: string, tables: string]>> = {
  'of a table': ['', `<table name="owner" schema="public">${key}</table>`],
  'of the database': [
    'schema="public"',
    `<table name="owner">${key}</table><table name="child">${referring('')}</table>`,
  ],
  'of another table': [
    '',
    `<table name="owner">${key}</table><table name="child" schema="feelings">${referring('foreignSchema="public"')}</table>`,
  ],
  'of a foreign key': [
    '',
    `<table name="owner">${key}</table><table name="child">${referring('foreignSchema="public"')}</table>`,
  ],
  'of a table that a foreign key leaves out': [
    '',
    `<table name="owner" schema="public">${key}</table><table name="child">${referring('')}</table>`,
  ],
  'of the search path': ['', `<table name="owner">${key}</table><table name="child">${referring('')}</table>`],
  'of a vendor parameter': [
    '',
    `<table name="owner">${key}<vendor type="pgsql"><parameter name="schema" value="feelings"/></vendor></table>`,
  ],
}

for (const [what, [attributes, tables]] of databases.includes('pgsql') ? Object.entries(schemas) : []) {
  test(`pgsql: the schema ${what} is no difference`, async (t) => {
    const schema = `<database name="shop" ${attributes}>${tables}</database>`
    const project = await createProject(t, { schema, database: 'pgsql' })
    await query(project.database, 'CREATE SCHEMA feelings', "CREATE TYPE mood AS ENUM ('sad', 'glad')")
    if (what === 'of the search path') {
      const name = /dbname=(\w+)/.exec(project.database.dsn)![1]!
      await query(project.database, `ALTER DATABASE ${name} SET search_path = feelings, public`)
    }
    await migrate(project)
    t.is(await differences(project), '')
    // A column whose type the server is asked about.
    await project.write(
      'schema.xml',
      schema.replaceAll('autoIncrement="true"/>', '$&<column name="m" type="CHAR" sqlType="MOOD"/>'),
    )
    await migrate(project)
    t.is(await differences(project), '')
  })
}
