import test from 'ava'
import type { DialectName } from 'orm-core'
import { asWanted, type CatalogTable, type Snapshot } from 'orm-core/internal'
import { syntaxErrors } from '../../support/grammars.js'
import { planned } from '../../support/planned.js'

/** Two tables, of which the second one refers to the first one. */
const shop = (table: string, column: string, key: string): string => `<database name="shop" defaultIdMethod="native">
  <table name="${table}">
    <column name="${key}" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="${column}" type="VARCHAR" size="20"/>
    <index name="${table}_i"><index-column name="${column}"/><index-column name="${key}"/></index>
    <unique name="${table}_u"><unique-column name="${column}"/></unique>
    <check name="${table}_c" expression="length(${column}) &gt; 1"/>
  </table>
  <table name="page">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="book_id" type="INTEGER"/>
    <foreign-key foreignTable="${table}"><reference local="book_id" foreign="${key}"/></foreign-key>
  </table>
</database>`

const upper = shop('Book', 'Title', 'Id')
const lower = shop('book', 'title', 'id')

test('oracle: the case of names is no difference, as they are not quoted', async (t) => {
  t.deepEqual(await planned('oracle', upper, lower), [])
  t.deepEqual(await planned('oracle', lower, upper), [])
  const other = lower.replace('&gt; 1', '&gt; 2')
  t.is((await planned('oracle', upper, other)).length, 2, 'the check is another one')
})

for (const vendor of ['sqlite', 'mssql'] as const satisfies readonly DialectName[]) {
  test(`${vendor}: a table whose name changes only in case is renamed, with its rows`, async (t) => {
    const statements = await planned(vendor, shop('Book', 'title', 'id'), lower)
    t.true(statements.some((text) => /RENAME/i.test(text)))
    t.false(
      statements.some((text) => /^DROP TABLE \[Book\]|FOREIGN KEY|page/.test(text)),
      statements.join('\n'),
    )
    if (vendor === 'mssql') for (const text of statements) t.deepEqual(syntaxErrors(vendor, `${text};`), [], text)
  })
}

test('pgsql, mysql: tables whose names differ in case are two tables', async (t) => {
  for (const vendor of ['pgsql', 'mysql'] as const) {
    const statements = await planned(vendor, upper, lower)
    t.true(
      statements.some((text) => text.startsWith('DROP TABLE')),
      vendor,
    )
  }
})

test('mysql: a rename to another case uses a temporary name, which a server that ignores case needs', async (t) => {
  const word = (name: string): string =>
    `<database name="shop"><table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/></table></database>`
  t.deepEqual(await planned('mysql', word('Word'), word('word'), ['Word:word']), [
    'RENAME TABLE `Word` TO `word__old`, `word__old` TO `word`',
  ])
})

test('sqlite: letters outside ASCII in another case are another column', async (t) => {
  const words = (more: string): string => `<database name="shop"><table name="word">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="ä" type="INTEGER" phpName="Small"/><column name="Ä" type="VARCHAR" size="9" phpName="Large"/>${more}
  </table></database>`
  t.deepEqual(await planned('sqlite', words(''), words('<column name="n" type="INTEGER"/>')), [
    'ALTER TABLE [word] ADD COLUMN [n] INTEGER',
  ])
})

test('mysql: where the server ignores the case of tables, they have the names of the snapshot', (t) => {
  const table = (name: string, foreignTable?: string): CatalogTable => ({
    name,
    columns: [],
    primaryKey: [],
    indexes: [],
    foreignKeys: foreignTable === undefined ? [] : [{ name: 'k', foreignTable, columns: [], foreignColumns: [] }],
  })
  const bare = (name: string) => ({ name, columns: [], vendor: new Map() })
  const wanted = {
    tables: [bare('Book'), bare('page')],
    objects: [],
    platform: 'mysql',
  } as unknown as Snapshot
  const catalog = [table('book'), table('page', 'book'), table('other')]
  const folded = catalog.map((each) => ({ ...each, ignoresCase: true as const }))
  t.deepEqual(
    asWanted(wanted, folded).map(({ name }) => name),
    ['Book', 'page', 'other'],
  )
  t.is(asWanted(wanted, folded)[1]!.foreignKeys[0]!.foreignTable, 'Book')
  t.deepEqual(asWanted(wanted, catalog), catalog)
})
