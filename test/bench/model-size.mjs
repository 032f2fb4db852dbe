import { buildModel, loadConfig } from 'orm-core'

/** What people open: the five classes of a table of ten columns with two foreign keys. */
export const title = 'model: the classes of one table'

const schema = `<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="author"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
  <table name="publisher"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="200" required="true"/>
    <column name="isbn" type="VARCHAR" size="20"/>
    <column name="price" type="DECIMAL" size="10" scale="2"/>
    <column name="pages" type="INTEGER" defaultValue="0"/>
    <column name="published" type="DATE"/>
    <column name="is_bound" type="BOOLEAN"/>
    <column name="state" type="ENUM" valueSet="draft,out,gone"/>
    <column name="author_id" type="INTEGER" required="true"/>
    <column name="publisher_id" type="INTEGER"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="publisher"><reference local="publisher_id" foreign="id"/></foreign-key>
  </table>
</database>`

const yaml =
  'orm:\n  database:\n    connections:\n      shop:\n        adapter: sqlite\n        dsn: "sqlite::memory:"\n'

const limits = { bytes: 40_000, lines: 1_000 }

export async function run() {
  const files = {
    /** @param {string} path */
    read: async (path) => (path === 'orm.yaml' ? Buffer.from(yaml) : undefined),
    /** @param {string} directory */
    list: async (directory) => (directory === '.' ? ['orm.yaml'] : []),
  }
  const config = await loadConfig({ files })
  const built = await buildModel([{ path: 'schema.xml', contents: Buffer.from(schema) }], { config, files })
  const own = built.filter(({ path }) => /\/Book(?:Query|TableMap)?\.php$/.test(path))
  const bytes = own.reduce((sum, { contents }) => sum + Buffer.byteLength(contents), 0)
  const lines = own.reduce((sum, { contents }) => sum + contents.split('\n').length - 1, 0)
  return {
    rows: [
      { what: 'classes', value: String(own.length) },
      { what: 'bytes', value: String(bytes), limit: `at most ${limits.bytes}` },
      { what: 'lines', value: String(lines), limit: `at most ${limits.lines}` },
    ],
    ok: own.length === 5 && bytes <= limits.bytes && lines <= limits.lines,
  }
}
