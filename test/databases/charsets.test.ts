import test from 'ava'
import { loadConfig } from 'orm-core'
import { buildSql, type Diagnostic } from 'orm-core/internal'
import { createDatabase, databases } from '../support/databases.js'
import { memoryFiles } from '../support/memory-files.js'
import { query } from '../support/query.js'

const sets = [undefined, 'latin1', 'utf8', 'utf8mb3', 'utf8mb4', 'binary', 'UTF8MB4', 'utf-8', 'ucs2']
const collations = [
  undefined,
  'latin1_swedish_ci',
  'utf8_unicode_ci',
  'utf8mb3_bin',
  'utf8mb4_unicode_ci',
  'UTF8MB4_BIN',
  'binary',
  'uca1400_ai_ci',
  'nonsense_ci',
]

const vendor = (charset: string | undefined, collation: string | undefined): string => {
  const parameter = (name: string, value: string | undefined) =>
    value === undefined ? '' : `<parameter name="${name}" value="${value}"/>`
  return `<vendor type="mysql">${parameter('Charset', charset)}${parameter('Collate', collation)}</vendor>`
}

interface Given {
  readonly database?: string
  readonly table?: string
  readonly column?: string
  readonly type?: string
}

const schemaOf = ({ database = '', table = '', column = '', type = 'VARCHAR" size="20' }: Given): string =>
  `<database name="shop">${database}<table name="book"><column name="id" type="INTEGER" primaryKey="true"/><column name="a" type="${type}">${column}</column>${table}</table></database>`

/** Every pair at one element, and every pair of two elements. */
const cases: readonly Given[] = sets.flatMap((charset) =>
  collations.flatMap((collation): Given[] => [
    { database: vendor(charset, collation) },
    { table: vendor(charset, collation) },
    { column: vendor(charset, collation) },
    { database: vendor(undefined, collation), table: vendor(charset, undefined) },
    { database: vendor(charset, undefined), table: vendor(undefined, collation) },
    { table: vendor(undefined, collation), column: vendor(charset, undefined) },
    { table: vendor(charset, undefined), column: vendor(undefined, collation) },
    { table: vendor(undefined, collation), column: vendor(undefined, 'uca1400_ai_ci') },
  ]),
)
const numbers: readonly Given[] = [
  { column: vendor('latin1', undefined), type: 'INTEGER' },
  { column: vendor(undefined, 'latin1_bin'), type: 'DECIMAL" size="5' },
]

if (databases.includes('mysql')) {
  test('mysql: what the server refuses or changes of character sets and collations has a warning, and nothing else', async (t) => {
    const database = await createDatabase('mysql')
    t.teardown(() => database.drop())
    const orm = { database: { connections: { shop: { adapter: 'mysql', dsn: 'mysql:x' } } } }
    const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }) })
    const differences: string[] = []
    for (const given of [...cases, ...numbers]) {
      const warnings: Diagnostic[] = []
      const schema = schemaOf(given)
      const [built] = await buildSql([{ path: 'schema.xml', contents: schema }], {
        config,
        onWarning: (warning) => warnings.push(warning),
      })
      const statement = /CREATE TABLE[\s\S]*?;/.exec(built!.contents)![0]
      const refused = await query(database, 'DROP TABLE IF EXISTS book', statement).then(
        () => false,
        () => true,
      )
      const type = refused
        ? undefined
        : (await query(database, "SHOW COLUMNS FROM book LIKE 'a'")).map((row) => String(row.Type ?? row.type))[0]
      // Other texts of the table would be bytes.
      const isTable = type?.startsWith('varchar') && /"binary"/.test(given.table ?? '') && given.column !== undefined
      const truth = refused ? 'ORM-W706' : isTable || type?.startsWith('varbinary') ? 'ORM-W707' : ''
      const said = warnings.map(({ code }) => code)
      const isTold = truth === '' ? said.length === 0 : said.some((code) => code === truth)
      if (!isTold || warnings.some(({ place }) => !place)) {
        differences.push(`${truth || 'nothing'} / ${said}: ${JSON.stringify(given)}`)
      }
    }
    t.deepEqual(differences, [])
  })
}
