/** Schemas of a shop in twenty modules, in the style of projects whose modules extend the tables of other modules. */

interface Module {
  readonly name: string
  /** The modules whose tables this table references. */
  readonly refers?: readonly string[]
  /** The modules whose tables get columns from this one. */
  readonly extends?: readonly string[]
  readonly isTranslated?: boolean
}

const modules: readonly Module[] = [
  { name: 'Locale' },
  { name: 'Store', refers: ['Locale'] },
  { name: 'Currency', extends: ['Store'] },
  { name: 'Country', extends: ['Store'] },
  { name: 'Customer', refers: ['Locale'] },
  { name: 'CustomerGroup', extends: ['Customer'] },
  { name: 'Newsletter', refers: ['Customer'] },
  { name: 'Category', isTranslated: true },
  { name: 'Tax' },
  { name: 'Product', refers: ['Tax'], isTranslated: true },
  { name: 'ProductCategory', refers: ['Product', 'Category'] },
  { name: 'Price', refers: ['Product', 'Currency'] },
  { name: 'Stock', refers: ['Product', 'Store'] },
  { name: 'Discount', extends: ['Product'] },
  { name: 'Sales', refers: ['Customer', 'Store'] },
  { name: 'Payment', refers: ['Sales'], extends: ['Sales', 'Customer'] },
  { name: 'Shipment', refers: ['Sales'], extends: ['Sales'] },
  { name: 'Refund', refers: ['Payment'], extends: ['Sales'] },
  { name: 'Search', extends: ['Product', 'Category', 'Customer'] },
  { name: 'Url', refers: ['Product', 'Category', 'Locale'] },
]

const snake = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
const tableOf = (name: string): string => `shop_${snake(name)}`

const foreignKey = (local: string, target: string, more = ''): string =>
  `      <column name="${local}" type="INTEGER"/>
      <foreign-key name="${local}-of-${snake(target)}${more}" foreignTable="${tableOf(target)}" phpName="${target}Of${more || 'Row'}">
        <reference local="${local}" foreign="id_${snake(target)}"/>
      </foreign-key>`

function ownTable({ name, refers = [], isTranslated }: Module): string {
  const own = snake(name)
  return `    <table name="${tableOf(name)}" idMethod="native" allowPkInsert="true" phpName="Shop${name}">
      <column name="id_${own}" type="INTEGER" autoIncrement="true" primaryKey="true"/>
      <column name="name" requird="true" type="VARCHAR" size="255" description="What people call it."/>
      <column name="uuid" type="VARCHAR" size="36" required="false"/>
      <column name="is_active" type="BOOLEAN" default="true"/>
${refers.map((target) => foreignKey(`fk_${snake(target)}`, target)).join('\n')}
      <unique name="shop_${own}-unique-uuid"><unique-column name="uuid"/></unique>
      <index name="shop_${own}-index-name"><index-column name="name"/></index>
      <behavior name="timestampable"/>
      <behavior name="uuid">
        <parameter name="key_columns" value="id_${own}.name"/>
      </behavior>
      <behavior name="event">
        <parameter name="shop_${own}_all" column="*"/>
      </behavior>
      <behavior name="synchronization">
        <parameter name="resource" value="${own}"/>
        <parameter name="key_suffix_column" value="id_${own}"/>
      </behavior>
${isTranslated ? '      <behavior name="i18n"><parameter name="i18n_columns" value="name"/></behavior>\n' : ''}      <id-method-parameter value="shop_${own}_pk_seq"/>
    </table>`
}

/** The schemas by path: each module contains its own and those that it extends. */
export const moduleSchemas: Readonly<Record<string, string>> = Object.fromEntries(
  modules.flatMap((module) => {
    const file = (owner: string, table: string): [string, string] => [
      `src/${module.name}/Persistence/Schema/shop_${snake(owner)}.schema.xml`,
      `<?xml version="1.0"?>
<database xmlns="shop:schema-01" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="shop:schema-01 https://shop.example/schema-01.xsd"
    name="zed" namespace="Orm\\Zed\\${owner}\\Persistence" package="src.Orm.Zed.${owner}.Persistence">
${table}
</database>
`,
    ]
    return [
      file(module.name, ownTable(module)),
      ...(module.extends ?? []).map((owner) => {
        const column = `fk_${snake(module.name)}_of_${snake(owner)}`
        return file(
          owner,
          `    <table name="${tableOf(owner)}">\n${foreignKey(column, module.name, owner)}\n    </table>`,
        )
      }),
    ]
  }),
)

export const moduleNames: readonly string[] = modules.map(({ name }) => name)
