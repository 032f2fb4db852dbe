import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'
import { bundled } from '#core/behaviors/bundled.js'

interface Case {
  /** What stands in the `<behavior>`. */
  readonly parameters?: string
  /** The columns that the behavior adds, declared. */
  readonly columns?: string
  /** Further tables. */
  readonly tables?: string
  /** Whether a database can have it for all its tables, as it is. */
  readonly atDatabase?: false
}

const parameter = (name: string, value: string) => `<parameter name="${name}" value="${value}"/>`

const column = (name: string, type: string, more = '') => `<column name="${name}" type="${type}" ${more}/>`

const child = `<table name="part">${column('id', 'INTEGER', 'primaryKey="true"')}${column('book_id', 'INTEGER')}
  <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key></table>`

/** Of a table beside that refers to the main one: the relation that this makes is there without a behavior too. */
const keyToBook = `${column('id', 'INTEGER', 'primaryKey="true"')}<foreign-key foreignTable="book" onDelete="cascade"><reference local="id" foreign="id"/></foreign-key>`

const aggregate = parameter('foreign_table', 'part')

/** Every behavior that people write into a schema. */
const cases: Readonly<Record<string, Case>> = {
  aggregate_column: {
    parameters: aggregate + parameter('name', 'nb') + parameter('expression', 'COUNT(id)'),
    columns: column('nb', 'INTEGER'),
    tables: child,
    atDatabase: false,
  },
  aggregate_multiple_columns: {
    parameters: `${aggregate}<parameter-list name="columns"><parameter-list-item>${parameter('column_name', 'nb')}${parameter('expression', 'COUNT(id)')}</parameter-list-item></parameter-list>`,
    columns: column('nb', 'INTEGER'),
    tables: child,
    atDatabase: false,
  },
  alternative_coding_standards: {},
  archivable: {},
  auto_add_pk: {},
  blamable: { columns: column('created_by', 'INTEGER') + column('updated_by', 'INTEGER') },
  blameable: { columns: column('created_by', 'INTEGER') + column('updated_by', 'INTEGER') },
  closure_table: {
    columns: `${column('parent_id', 'INTEGER')}<foreign-key foreignTable="book" phpName="Parent" refPhpName="Child" onDelete="cascade"><reference local="parent_id" foreign="id"/></foreign-key>`,
    tables: `<table name="book_closure">${['Ancestor', 'Descendant']
      .map((name) => {
        const local = `${name.toLowerCase()}_id`
        const refPhpName = name === 'Ancestor' ? 'ClosureBelow' : 'ClosureAbove'
        return `${column(local, 'INTEGER', 'primaryKey="true"')}<foreign-key foreignTable="book" phpName="${name}" refPhpName="${refPhpName}" onDelete="cascade"><reference local="${local}" foreign="id"/></foreign-key>`
      })
      .join('')}${column('depth', 'INTEGER')}</table>`,
    atDatabase: false,
  },
  concrete_inheritance: {
    parameters: parameter('extends', 'thing'),
    columns: '<foreign-key foreignTable="thing" onDelete="cascade"><reference local="id" foreign="id"/></foreign-key>',
    tables: `<table name="thing">${column('id', 'INTEGER', 'primaryKey="true"')}</table>`,
    atDatabase: false,
  },
  config_load: { atDatabase: false },
  config_store: { atDatabase: false },
  delegate: {
    parameters: parameter('to', 'profile'),
    tables: `<table name="profile">${keyToBook}${column('email', 'VARCHAR', 'size="9"')}</table>`,
    atDatabase: false,
  },
  event_dispatcher: {},
  i18n: {
    tables: `<table name="book_i18n">${keyToBook}${column('locale', 'VARCHAR', 'size="5" primaryKey="true"')}${column('text', 'VARCHAR', 'size="9"')}</table>`,
    atDatabase: false,
  },
  nested_set: { columns: ['left', 'right', 'level'].map((name) => column(`tree_${name}`, 'INTEGER')).join('') },
  output_group: {},
  query_cache: {},
  sluggable: { columns: column('slug', 'VARCHAR', 'size="255"') },
  soft_delete: { columns: column('deleted_at', 'TIMESTAMP') },
  sortable: { columns: column('sortable_rank', 'INTEGER') },
  synced_table: {},
  timestampable: { columns: column('created_at', 'TIMESTAMP') + column('updated_at', 'TIMESTAMP') },
  uuid: { columns: column('uuid', 'UUID', 'required="true"') },
  validate: { parameters: parameter('rule1', '{column: title, validator: NotBlank}'), atDatabase: false },
  versionable: {
    columns: column('version', 'INTEGER', 'defaultValue="0"'),
    tables: `<table name="book_version">${keyToBook}${column('version', 'INTEGER', 'primaryKey="true"')}${column('title', 'VARCHAR', 'size="50"')}</table>`,
  },
}

const internal = /_relation$|_parent$|_cascade$|_accessors$/

test('every bundled behavior is in this list', (t) => {
  const names = bundled.map(({ name }) => name).filter((name) => !internal.test(name))
  t.deepEqual(Object.keys(cases).sort(), names.sort())
})

const use = (name: string, { parameters = '' }: Case, more = '') =>
  `<behavior name="${name}" ${more}>${parameters}</behavior>`

const schema = ({ columns = '', tables = '' }: Case, onTable: string, onDatabase = '') => `
  <database name="d" defaultIdMethod="native">${onDatabase}
    <table name="book">
      ${column('id', 'INTEGER', 'primaryKey="true" autoIncrement="true"')}${column('title', 'VARCHAR', 'size="50"')}${columns}
      ${onTable}
    </table>
    ${tables}
  </database>`

const refused = async (xml: string): Promise<string> => {
  const error = await buildSchema(xml).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof OrmError ? error.message : String(error)
}

const codeLines = (text: string) => text.split('\n').length

/** Accessors under names of the behavior, as many as there are columns, and hooks that only call the runtime. */
const accessor =
  /\n(?: {4}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(?: {4}#\[.*\]\n)* {4}(?:public|protected) (?:static )?function \w+\([^{;]*\n? {4}\{\n(?: {8}.*\n| *\n){0,3} {4}\}\n/g

const withoutAccessors = (text: string) => text.replace(accessor, '\n')

for (const [name, one] of Object.entries(cases)) {
  if (name.startsWith('config_')) continue

  test(`${name}: classes grow by at most 60 lines besides accessors`, async (t) => {
    const before = await buildSchema(schema(one, ''))
    const after = await buildSchema(schema(one, use(name, one)))
    for (const path of ['Base/Book.php', 'Base/BookQuery.php', 'Map/BookTableMap.php']) {
      const [was, is] = [before, after].map(({ php }) => Object.entries(php).find(([key]) => key.endsWith(path))![1])
      const grown = codeLines(withoutAccessors(is!)) - codeLines(withoutAccessors(was!))
      t.true(grown <= 60, `${path} has ${grown} lines more`)
    }
  })

  test(`${name}: a wrong parameter, an id and a second use are reported at their places`, async (t) => {
    const behavior = bundled.find((known) => known.name === name)!
    if (!behavior.freeParameters) {
      const wrong = schema(
        one,
        use(name, { ...one, parameters: `${one.parameters ?? ''}${parameter('nonsense', '1')}` }),
      )
      t.regex(
        await refused(wrong),
        new RegExp(`schema\\.xml:5:\\d+ ORM-S703 behavior "${name}" has no parameter "nonsense"`),
      )
    }
    if (behavior.multiple) {
      t.regex(await refused(schema(one, use(name, one, 'id="x"') + use(name, one, 'id="x"'))), /ORM-S704/)
    } else {
      t.regex(await refused(schema(one, use(name, one, 'id="x"'))), /schema\.xml:5:\d+ ORM-S702/)
      t.regex(await refused(schema(one, use(name, one) + use(name, one))), /schema\.xml:5:\d+ ORM-S704/)
    }
    for (const [key, { expects }] of Object.entries(behavior.parameters ?? {})) {
      if (expects !== 'a boolean' && expects !== 'a whole number' && !expects.startsWith('one of')) continue
      const message = await refused(schema(one, use(name, { ...one, parameters: parameter(key, 'not so') })))
      t.regex(
        message,
        new RegExp(`schema\\.xml:5:\\d+ ORM-B002 table "book": parameter "${key}" of behavior "${name}" must be`),
      )
    }
  })

  test(`${name}: at database level`, async (t) => {
    const xml = schema(one, '', use(name, one))
    if (one.atDatabase === false) t.pass()
    else await t.notThrowsAsync(buildSchema(xml))
  })
}

test('A3: behaviors change tables in the order of their numbers, whatever the order of declaration', async (t) => {
  const names = [
    'archivable',
    'versionable',
    'i18n',
    'output_group',
    'timestampable',
    'sluggable',
    'sortable',
    'auto_add_pk',
  ]
  const tableOf = async (order: readonly string[]) => {
    const uses = order
      .map((name) => `<behavior name="${name}">${name === 'i18n' ? parameter('i18n_columns', 'title') : ''}</behavior>`)
      .join('')
    const { sql } = await buildSchema(
      `<database name="d"><table name="book">${column('title', 'VARCHAR', 'size="50"')}${uses}</table>
        <table name="book_i18n"><behavior name="versionable"/></table></database>`,
    )
    return ['book', 'book_archive', 'book_version', 'book_i18n'].map((table) => {
      const [create = ''] = new RegExp(`CREATE TABLE \\[${table}\\][^;]*;`).exec(sql.sqlite) ?? []
      return [...create.matchAll(/^\s+\[(\w+)\] /gm)].map(([, found]) => found).sort()
    })
  }
  const expected = await tableOf(names)
  t.true(expected[1]!.includes('created_at') && expected[1]!.includes('version') && !expected[1]!.includes('title'))
  t.deepEqual(await tableOf([...names].reverse()), expected)
  t.deepEqual(await tableOf([...names].sort()), expected)
  const orders = Object.fromEntries(bundled.map(({ name, order = 50 }) => [name, order]))
  t.like(orders, {
    auto_add_pk: 10,
    concrete_inheritance: 20,
    sortable: 50,
    query_cache: 50,
    i18n: 70,
    versionable: 80,
    archivable: 90,
    output_group: 95,
  })
})
