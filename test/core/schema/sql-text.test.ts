import test from 'ava'
import { buildSql, type Config, type DialectName, dialects, loadConfig, OrmError } from 'orm-core'
import { planMigrations } from 'orm-core/internal'
import { splitStatements } from '#core/dialects/split-statements.js'
import { Source } from '#core/errors/index.js'
import { memoryFiles } from '../../support/memory-files.js'

const vendors = Object.keys(dialects) as DialectName[]

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\x00-\x1f]/g, (character) => `&#${character.charCodeAt(0)};`)

const configs = new Map<DialectName, Config>()

async function configFor(vendor: DialectName): Promise<Config> {
  const orm = { database: { connections: { shop: { adapter: vendor, dsn: `${vendor}:x` } } } }
  const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }) })
  configs.set(vendor, config)
  return config
}

/** The SQL of a table with such a column, or the codes of the errors. */
async function build(vendor: DialectName, attributes: Readonly<Record<string, string>>, domain = false) {
  const config = configs.get(vendor) ?? (await configFor(vendor))
  const written = Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ')
  const contents = `<database name="shop">
    ${domain ? `<domain name="d" ${written}/>` : ''}
    <table name="book">
      <column name="id" type="integer" primaryKey="true"/>
      <column name="a" ${domain ? 'domain="d"' : written}/>
      <column name="b" type="integer"/>
    </table></database>`
  try {
    const [file] = await buildSql([{ path: 'schema.xml', contents }], { config, files: memoryFiles({}) })
    return file!.contents
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  }
}

const statements = (vendor: DialectName, sql: string): string[] =>
  splitStatements(new Source('x.sql', sql), dialects[vendor].lexicon).statements.map(({ text }) => text)

/** Texts that end the expression, the column, the table or the statement that they are in. */
const hostile = [
  'f()); DROP TABLE canary; CREATE TABLE zz (a INTEGER DEFAULT (abs(1)',
  '1; DROP TABLE canary',
  '1) ; DROP TABLE canary; --',
  '1, x INTEGER',
  '1), (2',
  ')(',
  '(1',
  '1)',
  '[1',
  "'",
  "'a' 'b",
  '1 -- x',
  '1 --\nx',
  '1 /* x */',
  '1 /*! x */',
  '/**/1',
  '1 NOT NULL',
  '1 NOT NULL UNIQUE',
  '0 PRIMARY KEY',
  '0 REFERENCES canary (id) ON DELETE CASCADE',
  '1 CHECK (1)',
  '1 GENERATED ALWAYS AS IDENTITY',
  '1 CONSTRAINT c UNIQUE',
  "1 COMMENT 'x'",
  '1 FOR [b] DROP TABLE canary',
  '1 DROP TABLE canary',
  '1 SELECT 1',
  'SELECT 1',
  'f() f()',
  '1 \\! touch /tmp/marker',
  '\\! touch /tmp/marker',
  '1\nGO\nDROP TABLE canary',
  '1\n/\nDROP TABLE canary',
  '1\nDELIMITER x\n',
  'CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP; DROP TABLE canary',
  'CURRENT_TIMESTAMP ON UPDATE f()',
  'NOW() ON UPDATE NOW(), x INTEGER',
  '?',
  ':name',
  '$1',
  '@x',
  '{',
  '',
  ' ',
]

for (const vendor of vendors) {
  test(`${vendor}: defaultExpr is one expression`, async (t) => {
    for (const text of hostile) {
      for (const domain of [false, true]) {
        const found = await build(vendor, { type: 'timestamp', defaultExpr: text }, domain)
        if (text.trim() === '') continue
        t.deepEqual(found, ['ORM-S315'], `${text} ${domain}`)
      }
    }
  })

  test(`${vendor}: sqlType is one type`, async (t) => {
    const others = [
      'INTEGER USING f()',
      'INT DEFAULT 1',
      'INT + 1',
      "INT 'x'",
      '1',
      'INT REFERENCES canary',
      'INT UNIQUE',
      'UNIQUE',
      'CHECK (1)',
      'DEFAULT (1)',
      'AS (1)',
    ]
    // To sqlite, these words are a type.
    const isType = (text: string) => /^\s*$/.test(text) || (vendor === 'sqlite' && /^f\(\) f\(\)$/.test(text))
    for (const text of [...hostile, ...others]) {
      if (isType(text)) continue
      t.deepEqual(await build(vendor, { type: 'integer', sqlType: text }), ['ORM-S316'], text)
    }
  })

  test(`${vendor}: defaultValue is data, whatever it looks like`, async (t) => {
    const plain = statements(vendor, (await build(vendor, { type: 'varchar', size: '200' })) as string).length
    for (const text of [...hostile, 'abs(1)', 'lower(hex(randomblob(16)))', 'f()', 'f(1', 'CURRENT_TIMESTAMP) x']) {
      for (const type of ['date', 'time', 'datetime', 'timestamp', 'uuid', 'integer', 'decimal', 'double', 'boolean']) {
        const found = await build(vendor, { type, defaultValue: text })
        if (typeof found !== 'string') continue
        t.is(statements(vendor, found).length, plain, `${type} ${text}`)
        t.notRegex(found.replace(/'(?:[^']|'')*'/g, "''"), /canary|touch|f\(/, `${type} ${text}`)
      }
      const found = await build(vendor, { type: 'varchar', size: '200', defaultValue: text })
      t.is(statements(vendor, found as string).length, plain, text)
    }
  })
}

test('pgsql: the name of a table does not end the block that drops its primary key', async (t) => {
  const config = configs.get('pgsql') ?? (await configFor('pgsql'))
  const schema = (key: string) => `<database name="shop"><table name="a$orm$; DROP TABLE canary; --" phpName="A">
    ${['x', 'y'].map((name) => `<column name="${name}" type="integer" required="true" ${name === key ? 'primaryKey="true"' : ''}/>`).join('')}
    </table></database>`
  const inputs = (key: string) => [{ path: 'schema.xml', contents: schema(key) }]
  const [first] = await planMigrations(inputs('x'), { config, files: memoryFiles({}), now: new Date(0) })
  const before = first!.files.map(({ path, contents }) => [`generated-migrations/${path}`, contents])
  const [second] = await planMigrations(inputs('y'), { config, files: memoryFiles(Object.fromEntries(before)) })
  const sql = second!.files.find(({ path }) => path.endsWith('.sql'))!.contents
  t.regex(sql, /DO \$orm1\$/)
  for (const statement of statements('pgsql', sql)) t.notRegex(statement, /^DROP TABLE canary/)
})
