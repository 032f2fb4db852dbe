import test from 'ava'
import { buildSql, type Config, type DialectName, dialects, OrmError } from 'orm-core'
import { Source, splitStatements } from 'orm-core/internal'
import { insertSql } from 'orm-database'
import { createDatabase, databases } from '../support/databases.js'
import { memoryProject } from '../support/memory-project.js'
import { query } from '../support/query.js'
import { everyReservedWord, reservedWordsOf } from '../support/reserved-words.js'

/** A table, a column, an index and a foreign key of each name; PHP has its own opinion of names, so those are given. */
const schemaOf = (names: readonly string[]): string =>
  `<database name="shop" identifierQuoting="true">${names
    .map((name, index) => {
      const text = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
      return `<table name="${text}" phpName="T${index}">
        <column name="${text}" phpName="C${index}" tableMapName="c${index}" type="integer" primaryKey="true"/>
        <column name="other_${index}" phpName="O${index}" type="integer"/>
        <index><index-column name="${text}"/><index-column name="other_${index}"/></index>
        <foreign-key foreignTable="${text}" phpName="P${index}" refPhpName="R${index}">
          <reference local="other_${index}" foreign="${text}"/>
        </foreign-key>
      </table>`
    })
    .join('\n')}</database>`

const awkwardNames = [
  'with space',
  'quote"inside',
  "it's",
  'back`tick',
  'open[',
  'close]',
  'both[]',
  'ünïcödé',
  '漢字',
  'semi;colon',
  '-- comment',
  '/* comment */',
  'per%cent',
  'dollar$',
  'back\\slash',
  '1st',
  'UPPER',
  'Mixed',
]

async function sqlOf(names: readonly string[], config: Config): Promise<string> {
  const inputs = [{ path: 'schema.xml', contents: schemaOf(names) }]
  return (await buildSql(inputs, { config }))[0]!.contents
}

const configFor = async (vendor: DialectName): Promise<Config> => {
  const { config } = await memoryProject({ name: 'sqlite', dsn: 'sqlite::memory:', user: '', password: '' }, {})
  return { ...config, connections: { shop: { ...config.connections.shop!, adapter: vendor } } }
}

for (const name of databases) {
  for (const [what, given, times] of [
    // The first time drops tables of these names too, if there are any.
    ['reserved words of every vendor are built and inserted', everyReservedWord, 1],
    ['awkward names are built and inserted, twice', awkwardNames, 2],
  ] as const) {
    test(`${name}: tables and columns named with ${what}`, async (t) => {
      const names = given.filter((each) => dialects[name].unusableNames.every(({ pattern }) => !pattern.test(each)))
      const database = await createDatabase(name)
      t.teardown(() => database.drop())
      const { config } = await memoryProject(database, {})
      const sql = await sqlOf(names, config)
      const project = await memoryProject(database, { 'shop.sql': sql })
      for (let time = 1; time <= times; time++) {
        const [report] = await insertSql(project)
        t.deepEqual(report!.notices, [])
      }
      const { quote } = dialects[name]
      const written = names.slice(0, 40).map((each) => quote(each))
      await query(
        database,
        ...written.flatMap((each) => [`INSERT INTO ${each} (${each}) VALUES (1)`, `DELETE FROM ${each}`]),
      )
    })
  }
}

for (const vendor of ['mssql', 'oracle'] as const) {
  const names = everyReservedWord.filter(
    (word) => !dialects[vendor].neverQuotes || !dialects[vendor].reservedWords.has(word),
  )

  test(`${vendor}: tables and columns named with reserved words are built`, async (t) => {
    const sql = await sqlOf(names, await configFor(vendor))
    const { statements, problem } = splitStatements(new Source('x.sql', sql), dialects[vendor].lexicon)
    t.is(problem, undefined)
    const created = statements.filter(({ text }) => text.startsWith('CREATE TABLE'))
    t.deepEqual(
      created.map(({ text }) => text.split('\n')[0]),
      names.map((name) => `CREATE TABLE ${dialects[vendor].quote(name)}`),
    )
  })
}

test('oracle: its own reserved words, which are never quoted, are refused with their place', async (t) => {
  const config = await configFor('oracle')
  for (const word of reservedWordsOf('oracle')) {
    const error = await t.throwsAsync(sqlOf([word], config), { instanceOf: OrmError })
    t.is(error.diagnostics.filter(({ code }) => code === 'ORM-S903').length, 2, word)
  }
})
