import test from 'ava'
import { buildAll, buildModel, type Diagnostic, type InputFile, loadConfig } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'

const configOf = (adapter: string, more = '') =>
  loadConfig({
    files: memoryFiles({
      'orm.yaml': `orm:\n  database:\n    connections:\n      zed: { adapter: ${adapter}, dsn: "${adapter}:x" }\n${more}`,
    }),
  })

const codes = (warnings: readonly Diagnostic[]): string[] => [...new Set(warnings.map(({ code }) => code))].sort()

/** A shop of many modules: each has a file with its tables; later modules add columns and keys to tables of earlier ones. */
function shop(files: number, tables: number): InputFile[] {
  const name = (number: number) => `shop_module_${number}`
  const own = Array.from({ length: tables }, (_, number) => {
    const parent = number % 7 === 0 || number < 2 ? '' : name(number % 10)
    return `
    <table name="${name(number)}" phpName="ShopModule${number}" identifierQuoting="true">
      <column name="id_module_${number}" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
      <column name="label" type="VARCHAR" size="255" required="true"/>
      <column name="is_active" type="BOOLEAN" default="1"/>
      ${
        parent && number > 9
          ? `<column name="fk_parent" type="INTEGER"/>
      <foreign-key name="${name(number)}-fk_parent" foreignTable="${parent}" phpName="Parent${number}">
        <reference local="fk_parent" foreign="id_module_${number % 10}"/>
      </foreign-key>`
          : ''
      }
      <unique name="${name(number)}-unique-label"><unique-column name="label"/></unique>
      <behavior name="timestampable"/>
    </table>`
  })
  const additions = (file: number) => `
    <table name="${name(file % 10)}">
      <column name="extra_${file}" type="VARCHAR" size="64"/>
      <index name="extra-${file}"><index-column name="extra_${file}"/></index>
    </table>`
  return Array.from({ length: files }, (_, file) => ({
    path: `src/Module${String(file).padStart(3, '0')}/module.schema.xml`,
    contents: `<database name="zed" defaultIdMethod="native" namespace="Orm\\Zed\\Module${file}">${own
      .filter((_table, number) => number % files === file)
      .join('')}${additions(file)}</database>`,
  }))
}

test('450 tables in 300 files, with columns that later files add', async (t) => {
  const config = await configOf('mysql', '  generator:\n    schema:\n      merge: true\n')
  const warnings: Diagnostic[] = []
  const built = await buildAll(shop(300, 450), { config, onWarning: (warning) => warnings.push(warning) })
  t.deepEqual(codes(warnings), [])
  t.is(built.databases[0]!.tables.length, 450)
  const extended = built.databases[0]!.tables.find(({ name }) => name === 'shop_module_3')!
  t.is(extended.columns.filter((column) => column.name.startsWith('extra_')).length, 30)
  t.is(extended.namespace, 'Orm\\Zed\\Module3')
  const model = built.phpDir.find(({ path }) => path.endsWith('Base/ShopModule3.php'))!
  t.regex(model.contents, /function getExtra13\(/)
})

test('without merging, a table in two files is an error', async (t) => {
  await t.throwsAsync(buildModel(shop(3, 5), { config: await configOf('mysql') }), { message: /ORM-S202/ })
})

/** What `SHOW TABLE STATUS`, `SHOW FULL COLUMNS` and `SHOW INDEX` tell, as Propel 1 wrote it into its schemas. */
const status = (table: number) =>
  Object.entries({
    Name: `t${table}`,
    Engine: 'InnoDB',
    Version: '10',
    Row_format: 'Compact',
    Rows: '12',
    Avg_row_length: '1365',
    Data_length: '16384',
    Max_data_length: '0',
    Index_length: '16384',
    Data_free: '0',
    Auto_increment: '13',
    Create_time: '2010-05-04 12:00:00',
    Update_time: '',
    Check_time: '',
    Collation: 'utf8_general_ci',
    Checksum: '',
    Create_options: '',
    Comment: '',
  })

const parameters = (entries: readonly (readonly [string, string])[]) =>
  `<vendor type="mysql">${entries.map(([name, value]) => `<parameter name="${name}" value="${value}"/>`).join('')}</vendor>`

const column = (name: string, attributes: string, type: string) =>
  `<column name="${name}" phpName="${name}" ${attributes}>${parameters([
    ['Field', name],
    ['Type', type],
    ['Null', 'NO'],
    ['Key', ''],
    ['Default', ''],
    ['Extra', ''],
  ])}</column>`

const reversed = `<database name="zed" package="lib.model" noXsd="true" defaultIdMethod="native">${Array.from(
  { length: 40 },
  (_, table) => `
  <table name="t${table}" phpName="T${table}" idMethod="native">
    ${column('Id', 'type="INTEGER" size="11" required="true" primaryKey="true" autoIncrement="true"', 'int(11)')}
    ${column('Title', 'type="VARCHAR" size="255" required="true" default=""', 'varchar(255)')}
    ${column('Flag', 'type="TINYINT" size="1" required="true" default="false"', 'tinyint(1)')}
    ${column('Body', 'type="LONGVARCHAR" required="true"', 'text')}
    ${column('Price', 'type="DECIMAL" size="10" scale="2" required="true" default="0.00"', 'decimal(10,2)')}
    ${column('Stamp', 'type="TIMESTAMP" required="true" defaultExpr="CURRENT_TIMESTAMP"', 'timestamp')}
    <unique name="title_${table}"><unique-column name="Title"/>${parameters([
      ['Table', `t${table}`],
      ['Non_unique', '0'],
      ['Key_name', 'title'],
      ['Index_type', 'BTREE'],
    ])}</unique>
    <index name="flag_${table}"><index-column name="Flag"/>${parameters([['Index_type', 'BTREE']])}</index>
    ${parameters(status(table))}
  </table>`,
).join('')}</database>`

test('a schema that was read from MySQL builds, with one warning of each kind', async (t) => {
  const warnings: Diagnostic[] = []
  const inputs = [{ path: 'schema.xml', contents: reversed }]
  const built = await buildAll(inputs, {
    config: await configOf('mysql'),
    onWarning: (warning) => warnings.push(warning),
  })
  t.is(built.databases[0]!.tables.length, 40)
  t.deepEqual(codes(warnings), ['ORM-W105', 'ORM-W307', 'ORM-W705'])
  t.true(warnings.length < 8)
  const sql = built.sqlDir[0]!.contents
  t.regex(sql, /UNIQUE INDEX `title_3` \(`Title`\) USING BTREE/)
  t.notRegex(sql, /BTREE INDEX|CHECKSUM/)
})

test('a shop with modules that include each other', async (t) => {
  const table = (name: string, parts = '') =>
    `<table name="${name}"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/>${parts}</table>`
  const key = (to: string) =>
    `<column name="${to}_id" type="integer"/><foreign-key foreignTable="${to}"><reference local="${to}_id" foreign="id"/></foreign-key>`
  const files = memoryFiles({
    'modules/customer/customer.xml': `<database name="customer" namespace="Shop\\Customer">${table('customer')}</database>`,
    'modules/catalogue/catalogue.xml': `<database name="any" namespace="Shop\\Catalogue"><external-schema filename="../customer/customer.xml"/>${table('product', key('customer'))}</database>`,
    'legacy.xml': `<database name="old">${table('ledger')}</database>`,
  })
  const schema = `<database name="zed" namespace="Shop">
    <external-schema filename="modules/customer/customer.xml"/>
    <external-schema filename="modules/catalogue/catalogue.xml"/>
    <external-schema filename="legacy.xml" referenceOnly="true"/>
    ${table('basket', key('customer') + key('product') + key('ledger'))}</database>`
  const config = await configOf('pgsql')
  const built = await buildAll([{ path: 'schema.xml', contents: schema }], { config, files, overwrite: true })
  const sql = built.sqlDir[0]!.contents
  for (const name of ['customer', 'product', 'basket']) t.regex(sql, new RegExp(`CREATE TABLE "${name}"`))
  t.notRegex(sql, /CREATE TABLE "ledger"/)
  const paths = built.phpDir.map(({ path }) => path)
  t.true(paths.includes('Shop/Customer/Customer.php'), paths.join('\n'))
  t.true(paths.includes('Shop/Catalogue/Product.php'))
  t.false(paths.some((path) => /Ledger/.test(path)))
})
