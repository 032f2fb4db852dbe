import { type DialectName, dialects } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'
import { isRareType, legacyTypes, type SchemaType, schemaTypes } from '#core/model/index.js'
import { type AttributeType, elements, isEnumerated, ruleOf } from '#core/schema/language/index.js'

/** The tables of docs/schema.md between their markers; everything else in it is written by people. */
export const withTables = (page: string): string =>
  page.replace(/(<!-- table: (\S+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, start: string, what: string, end: string) => {
    return `${start}\n${(namedTables[what] ?? (() => attributeTable(what)))()}\n\n${end}`
  })

const namedTables: Readonly<Record<string, () => string>> = {
  types: () => typeTable(),
  elements: () => elementTable(),
  legacy: () => legacyTable(),
}

/** What the page must have tables for. */
export const tableNames = [
  'elements',
  'types',
  'legacy',
  ...Object.keys(elements).filter((name) => Object.keys(ruleOf(name as keyof typeof elements).attributes).length > 0),
]

const rows = (head: readonly string[], body: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|')

function elementTable(): string {
  const names = Object.keys(elements) as (keyof typeof elements)[]
  return rows(
    ['Element', 'In', 'Contains', 'What it is'],
    names.map((name) => [
      `\`<${name}>\``,
      names
        .filter((parent) => Object.hasOwn(ruleOf(parent).children, name))
        .map((parent) => `\`${parent}\``)
        .join(', ') || 'the file',
      Object.entries(ruleOf(name).children)
        .map(([child, times]) => `\`${child}\`${times}`)
        .join(' ') ||
        ruleOf(name).content ||
        'nothing',
      ruleOf(name).about,
    ]),
  )
}

function attributeTable(name: string): string {
  const { attributes } = ruleOf(name as keyof typeof elements)
  return rows(
    ['Attribute', 'Value', 'Default', 'What it does'],
    Object.entries(attributes)
      .filter(([, { about }]) => about !== withoutEffect)
      .map(([attribute, { type, required, default: given, about, legacy }]) => [
        `\`${attribute}\``,
        legacy ? '' : wordsOf(type),
        required ? '**required**' : (given ?? ''),
        about,
      ]),
  )
}

const withoutEffect = 'No effect.'

function legacyTable(): string {
  const named = (Object.keys(elements) as (keyof typeof elements)[]).map((name) => ({
    name,
    attributes: Object.entries(ruleOf(name).attributes).filter(([, { about }]) => about === withoutEffect),
  }))
  return rows(
    ['Element', 'Attributes'],
    named
      .filter(({ attributes }) => attributes.length > 0)
      .map(({ name, attributes }) => [`\`<${name}>\``, attributes.map(([attribute]) => `\`${attribute}\``).join(', ')]),
  )
}

function wordsOf(type: AttributeType): string {
  if (typeof type === 'string') return type
  if (isEnumerated(type)) return type.values.map((value) => `\`${value}\``).join(', ')
  return type.form
}

const vendorTitles: Readonly<Record<DialectName, string>> = {
  mysql: 'MySQL, MariaDB',
  pgsql: 'PostgreSQL',
  sqlite: 'SQLite',
  mssql: 'SQL Server',
  oracle: 'Oracle',
}

const more = (type: SchemaType): string =>
  // Not every vendor has it.
  isRareType(type) ? 'sqlType="VARCHAR(9)"' : ['ENUM', 'SET'].includes(type) ? 'valueSet="a,b"' : ''

/** A table with a column of each type. */
const everyType = `<database name="types"><table name="types"><column name="id" type="integer" primaryKey="true"/>${schemaTypes
  .map((type) => `<column name="c_${type}" type="${type}" ${more(type)}/>`)
  .join('\n')}</table></database>`

const { sql, php } = await buildSchema(everyType)

/** The first part of an expression that must be there. */
function found(text: string, expression: RegExp): string {
  const [, part] = expression.exec(text) ?? []
  if (part === undefined) throw new Error(`${expression} is not in\n${text}`)
  return part
}

const sqlTypeOf = (vendor: DialectName, type: SchemaType): string | undefined =>
  isRareType(type)
    ? dialects[vendor].types[type]?.name
    : found(sql[vendor], new RegExp(`\\bc_${type}\\b["\\]\`]?\\s+(.+?)(?: NULL| DEFAULT| COMMENT|,?$)`, 'im'))

const phpTypeOf = (type: SchemaType): string =>
  found(php['Base/Types.php']!, new RegExp(`function getC${type.replace('_', '')}\\(.*\\): (\\S+)`, 'i'))

const typeTable = (): string =>
  rows(
    ['Type', 'PHP', ...Object.values(vendorTitles)],
    schemaTypes.map((type) => [
      [type, ...oldNames(type)].map(code).join(', '),
      code(phpTypeOf(type)),
      ...(Object.keys(vendorTitles) as DialectName[]).map((vendor) => {
        const name = sqlTypeOf(vendor, type)
        return name === undefined ? '' : code(name)
      }),
    ]),
  )

const code = (text: string): string => `\`${text}\``

const oldNames = (type: SchemaType): string[] =>
  [...legacyTypes].filter(([, current]) => current === type).map(([old]) => old)
