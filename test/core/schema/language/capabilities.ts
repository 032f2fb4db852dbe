import { type DialectName, OrmError } from 'orm-core'
import { buildSql, isError } from 'orm-core/internal'
import { dialectNames } from '#core/model/index.js'
import { memoryFiles } from '../../../support/memory-files.js'

/** Something that a schema can say, in a schema of its own. */
interface Capability {
  /** As the first cell of the table has it. */
  readonly name: string
  /** What a table has besides its key `id` and the column `price`. */
  readonly table?: string
  /** What the attributes of the table are. */
  readonly attributes?: string
  /** What stands beside the table. */
  readonly beside?: string
}

const column = (attributes: string): string => `<column name="x" ${attributes}/>`
const key = (attributes: string): string =>
  `<column name="up" type="integer"/><foreign-key foreignTable="u" ${attributes}><reference local="up" foreign="id"/></foreign-key>`

const numbered = (attributes: string): string =>
  `<table name="n"><column name="id" type="integer" primaryKey="true" ${attributes}/></table>`

const index = (column: string, attributes = '', more = ''): string =>
  `<index ${attributes}><index-column ${column}/>${more}</index>`

/** In the order of docs/databases.md. */
export const capabilities: readonly Capability[] = [
  { name: '[checks](schema.md#check)', table: '<check expression="price &gt; 0"/>' },
  {
    name: '[domains](schema.md#domain) with checks',
    beside: '<domain name="positive" type="integer" expression="VALUE &gt; 0"/>',
    table: '<column name="x" domain="positive"/>',
  },
  {
    name: '[generated columns](schema.md#generated-columns), stored',
    table: column('type="integer" generated="price * 2" stored="true"'),
  },
  { name: 'generated columns, virtual', table: column('type="integer" generated="price * 2" stored="false"') },
  { name: '[deferrable](schema.md#deferrable-keys) foreign keys', table: key('deferrable="initially deferred"') },
  {
    name: 'deferrable unique keys',
    table: '<unique deferrable="initially deferred"><unique-column name="price"/></unique>',
  },
  { name: 'foreign keys with `match="full"`', table: key('match="full"') },
  { name: 'foreign keys with `onDelete="setdefault"`', table: key('onDelete="setdefault"') },
  {
    name: 'unique keys in which NULL equals NULL',
    table: '<unique nullsNotDistinct="true"><unique-column name="price"/></unique>',
  },
  {
    name: '[exclusion constraints](schema.md#exclude)',
    table: '<exclude using="btree"><exclude-column name="price" operator="="/></exclude>',
  },
  {
    name: '[partitions](schema.md#partition)',
    table: '<partition by="hash" columns="id" parts="4"/>',
  },
  { name: '[indexes](schema.md#index-and-unique) with `where`', table: index('name="price"', 'where="price &gt; 0"') },
  { name: 'indexes over an `expression`', table: index('expression="price + 1"') },
  { name: 'indexes with `order="desc"`', table: index('name="price" order="desc"') },
  { name: 'indexes with `collate`', table: index('name="price" collate="C"') },
  { name: 'indexes with `opclass`', table: index('name="price" opclass="int4_ops"') },
  { name: 'indexes with `<index-include>`', table: index('name="price"', '', '<index-include name="id"/>') },
  { name: '`method` hash', table: index('name="price"', 'method="hash"') },
  { name: '`method` gin, gist, brin, spgist', table: index('name="price"', 'method="brin"') },
  {
    name: '`method` fulltext, spatial',
    table: column('type="varchar"') + index('name="x"', 'method="fulltext"'),
  },
  { name: '[`identity="always"`](schema.md#values-that-the-database-makes)', beside: numbered('identity="always"') },
  { name: '`start` of an auto-increment column', beside: numbered('start="1000"') },
  { name: '`increment` of an auto-increment column', beside: numbered('increment="10"') },
  {
    name: '[sequences](schema.md#sequence) that tables share',
    beside: '<sequence name="invoice_no"/>',
    table: column('type="integer" sequence="invoice_no"'),
  },
  { name: '`onUpdate="CURRENT_TIMESTAMP"`', table: column('type="timestamp" onUpdate="CURRENT_TIMESTAMP"') },
  { name: '[types](schema.md#types-of-some-databases): YEAR', table: column('type="year"') },
  { name: 'TIMESTAMPTZ', table: column('type="timestamptz"') },
  { name: 'BIT', table: column('type="bit" size="8"') },
  ...['INTERVAL', 'INET, CIDR, MACADDR', 'CITEXT', 'HSTORE', 'VARBIT'].map((name) => ({
    name,
    table: column(`type="${name.split(',')[0]}"`),
  })),
  { name: '[ranges](schema.md#ranges-and-arrays)', table: column('type="int4range"') },
  { name: 'arrays', table: column('type="varchar" array="true"') },
  {
    name: '[unsigned](schema.md#numbers-without-sign-geometries-vectors) numbers, zerofill',
    table: column('type="integer" unsigned="true"'),
  },
  { name: 'GEOMETRY with `srid`', table: column('type="geometry" srid="4326"') },
  {
    name: 'native [enums](schema.md#native-enums-and-sets)',
    table: column('type="enum" native="true" valueSet="a,b"'),
  },
  { name: 'native sets', table: column('type="set" native="true" valueSet="a,b"') },
  { name: '[extensions](schema.md#extension)', beside: '<extension name="pgcrypto"/>' },
  {
    name: '[views](schema.md#view)',
    beside: '<view name="v" identity="id"><column name="id" type="integer"/><sql>SELECT id FROM t</sql></view>',
  },
  {
    name: 'materialized views',
    beside:
      '<view name="v" identity="id" materialized="true"><column name="id" type="integer"/><sql>SELECT id FROM t</sql></view>',
  },
  {
    name: '[tables](schema.md#kinds-of-tables) with `strict`, `withoutRowid`',
    attributes: 'strict="true" withoutRowid="true"',
  },
  { name: 'tables with `unlogged`', attributes: 'unlogged="true"' },
]

/** The table of docs/databases.md: what `sql:build` accepts for each database, and the code of the refusal otherwise. */
export async function capabilityTable(all: readonly Capability[]): Promise<string> {
  const rows = await Promise.all(
    all.map(async (capability) => [
      capability.name,
      ...(await Promise.all(dialectNames.map((vendor) => answer(capability, vendor)))),
    ]),
  )
  const head = ['', ...dialectNames]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The schema of a capability. */
export const schemaOf = ({ table = '', attributes = '', beside = '' }: Capability, database: string): string =>
  `<database name="${database}">${beside}<table name="t" ${attributes}>
    <column name="id" type="integer" primaryKey="true"/><column name="price" type="integer" defaultValue="1"/>${table}
  </table><table name="u"><column name="id" type="integer" primaryKey="true"/></table></database>`

async function answer(capability: Capability, adapter: DialectName): Promise<string> {
  const connections = { default: { adapter } }
  const files = memoryFiles({ 'orm.json': JSON.stringify({ orm: { database: { connections } } }) })
  const contents = schemaOf(capability, 'default')
  try {
    const warnings = new Set<string>()
    await buildSql([{ path: 'schema.xml', contents }], { files, onWarning: ({ code }) => warnings.add(code) })
    return warnings.size === 0 ? 'yes' : [...warnings].join(', ')
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return [...new Set(error.diagnostics.filter(isError).map(({ code }) => code))].join(', ')
  }
}
