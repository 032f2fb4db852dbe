import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { buildSql, type Config, type DialectName, dialects, loadConfig } from 'orm-core'
import { Source, splitStatements } from 'orm-core/internal'
import { syntaxErrors } from '../../support/grammars.js'
import { root } from '../../support/root.mjs'

const vendors = Object.keys(dialects) as DialectName[]
const folder = join(root, 'test/core/dialects/golden')

const none = { read: async () => undefined, list: async () => [] }

const configFor = (name: string, adapter: DialectName): Promise<Config> => {
  const config = { orm: { database: { connections: { [name]: { adapter, dsn: `${adapter}:x` } } } } }
  const contents = new TextEncoder().encode(JSON.stringify(config))
  return loadConfig({ files: { read: async () => contents, list: async (path) => (path === '.' ? ['orm.json'] : []) } })
}

async function sqlOf(schema: string, vendor: DialectName): Promise<string> {
  const name = /<database name="([^"]+)"/.exec(schema)![1]!
  const inputs = [{ path: 'schema.xml', contents: schema }]
  const files = await buildSql(inputs, { config: await configFor(name, vendor), files: none })
  return files[0]!.contents
}

const statementsOf = (vendor: DialectName, sql: string): readonly string[] =>
  splitStatements(new Source('x.sql', sql), dialects[vendor].lexicon).statements.map(({ text }) => text)

/** Cases that a vendor refuses, with the reason. */
const refused: Readonly<Record<string, Readonly<Partial<Record<DialectName, RegExp>>>>> = {
  'text-defaults': { mysql: /ORM-S901 column "d_longvarchar"/ },
  instants: { mysql: /ORM-S910 column "seen_at"/, sqlite: /ORM-S910 column "seen_at"/ },
}

for (const name of readdirSync(folder)) {
  const schema = readFileSync(join(folder, name, 'schema.xml'), 'utf8')
  for (const vendor of vendors) {
    const file = join(folder, name, `${vendor}.sql`)
    const reason = refused[name]?.[vendor]
    test(`${name}: ${vendor} is as expected, to the letter`, async (t) => {
      if (reason) {
        t.regex((await t.throwsAsync(sqlOf(schema, vendor)))!.message, reason)
        return
      }
      const actual = await sqlOf(schema, vendor)
      // The worked example is the contract: it is never rewritten.
      if (process.env.UPDATE_GOLDEN && !process.env.CI && name !== 'worked-example') writeFileSync(file, actual)
      t.is(actual, existsSync(file) ? readFileSync(file, 'utf8') : '')
      t.is(await sqlOf(schema, vendor), actual, 'the same again')
    })
  }
}

const workedExampleStatements: Readonly<Record<DialectName, number>> = {
  mysql: 6,
  pgsql: 10,
  sqlite: 7,
  mssql: 6,
  oracle: 16,
}

for (const vendor of vendors) {
  test(`worked example: ${vendor} has ${workedExampleStatements[vendor]} statements`, (t) => {
    const sql = readFileSync(join(folder, 'worked-example', `${vendor}.sql`), 'utf8')
    t.is(statementsOf(vendor, sql).length, workedExampleStatements[vendor])
  })
}

for (const vendor of ['mssql', 'oracle'] as const) {
  for (const name of readdirSync(folder)) {
    test(`${name}: ${vendor} is accepted by an independent grammar`, (t) => {
      t.deepEqual(syntaxErrors(vendor, readFileSync(join(folder, name, `${vendor}.sql`), 'utf8')), [])
    })
  }

  test(`${vendor}: the grammar does refuse what is wrong`, (t) => {
    t.not(syntaxErrors(vendor, 'CREATE TABLE a (x NUMERIC(1,2) DEFAULT, y INT);').length, 0)
    t.not(syntaxErrors(vendor, 'CREATE TABLE (x INT);').length, 0)
  })
}

/** Names as DDL writes them: quoted ones, and bare ones on oracle. */
const identifiers: Readonly<Record<DialectName, RegExp>> = {
  mysql: /`((?:[^`]|``)+)`/g,
  pgsql: /"((?:[^"]|"")+)"/g,
  sqlite: /\[([^\]]+)\]/g,
  mssql: /\[((?:[^\]]|\]\])+)\]/g,
  oracle: /\b([A-Za-z_]\w*)\b/g,
}

const longNames = `<database name="long">
  <table name="a_table_with_thirty_characters"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="a_column_of_thirty_characters_" type="varchar" size="10" required="true" defaultValue="x"/>
    <column name="other_column_thirty_characters" type="integer"/>
    <foreign-key foreignTable="a_table_with_thirty_characters" phpName="P" refPhpName="C"><reference local="other_column_thirty_characters" foreign="id"/></foreign-key>
    <unique><unique-column name="a_column_of_thirty_characters_"/></unique>
    <index><index-column name="a_column_of_thirty_characters_"/><index-column name="id"/></index>
  </table>
</database>`

for (const vendor of vendors) {
  test(`${vendor}: generated names are within ${dialects[vendor].maxIdentifierLength} characters`, async (t) => {
    const { maxIdentifierLength: limit } = dialects[vendor]
    const scale = Math.floor((limit > 128 ? 128 : limit) / 30)
    // Names as long as the vendor allows.
    const schema = longNames.replace(/\b\w{30}\b/g, (name) => name.repeat(scale))
    const sql = (await sqlOf(schema, vendor)).replace(/--.*|'[^']*'/g, '')
    const names = [...sql.matchAll(identifiers[vendor])].map(([, name]) => name!)
    t.true(names.length > 10)
    t.deepEqual(
      names.filter((name) => name.length > limit),
      [],
    )
  })
}
