import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const table = (column: string, behaviors: string, more = '') =>
  `<database name="d"><table name="t">${id}${column}${behaviors}</table>${more}</database>`

const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}) =>
  `<behavior name="${name}">${Object.entries(parameters)
    .map(([parameter, value]) => `<parameter name="${parameter}" value="${value}"/>`)
    .join('')}</behavior>`

const number = (name: string, attributes: string) => `<column name="${name}" type="INTEGER" ${attributes}/>`
const text = (name: string, attributes: string) => `<column name="${name}" type="VARCHAR" size="100" ${attributes}/>`

const rows = `<table name="r">${id}${number('t_id', '')}<foreign-key foreignTable="t"><reference local="t_id" foreign="id"/></foreign-key></table>`
const child = `<table name="c">${behavior('concrete_inheritance', { extends: 't' })}</table>`
const scopedSlug = behavior('sluggable', { slug_pattern: '{Id}', scope_column: 'shelf' })

const lazy: Readonly<Record<string, string>> = {
  version: table(number('version', 'lazyLoad="true"'), behavior('versionable')),
  parent_id: table(number('parent_id', 'lazyLoad="true"'), behavior('closure_table')),
  descendant_class: table(text('descendant_class', 'lazyLoad="true"'), '', child),
  slug: table(text('slug', 'lazyLoad="true"'), behavior('sluggable', { slug_pattern: '{Id}' })),
  shelf: table(number('shelf', 'lazyLoad="true"'), scopedSlug),
}

for (const [column, schema] of Object.entries(lazy)) {
  test(`the column ${column} of a behavior is read with every row, and lazyLoad is warned of`, async (t) => {
    const { php, warnings } = await buildSchema(schema)
    t.notRegex(php['Base/T.php']!, /_isLoaded/)
    t.deepEqual(
      warnings.map(({ message }) => /lazyLoad of column "(\w+)" has no effect/.exec(message)?.[1]),
      [column],
    )
  })
}

const sum = behavior('aggregate_column', { name: 'n', foreign_table: 'r', expression: 'COUNT(*)' })

const written: Readonly<Record<string, string>> = {
  aggregate_column: table(number('n', 'generated="id * 2"'), sum, rows),
  blameable: table(number('updated_by', 'generated="id * 2"'), behavior('blameable')),
  sluggable: table(text('slug', `generated="'a'"`), behavior('sluggable', { slug_pattern: '{Id}' })),
  soft_delete: table(number('deleted_at', 'generated="id * 2"'), behavior('soft_delete')),
  timestampable: table(number('updated_at', 'generated="id * 2"'), behavior('timestampable')),
  versionable: table(number('version', 'generated="id * 2"'), behavior('versionable')),
}

for (const [name, schema] of Object.entries(written)) {
  test(`the database cannot compute a column that ${name} writes`, async (t) => {
    const error = await t.throwsAsync(buildSchema(schema), { instanceOf: OrmError })
    t.regex(String(error), /ORM-B001 .*column "\w+" is generated, so the behavior cannot write it/)
  })
}

const key = (name: string) => `<column name="${name}" type="INTEGER" primaryKey="true"/>`

const changed: Readonly<Record<string, string>> = {
  aggregate_column: table(key('n'), sum, rows),
  nested_set: table(key('tree_left'), behavior('nested_set')),
  sortable: table(key('sortable_rank'), behavior('sortable')),
  versionable: table(key('version'), behavior('versionable')),
}

for (const [name, schema] of Object.entries(changed)) {
  test(`a column that ${name} changes is no key`, async (t) => {
    const error = await t.throwsAsync(buildSchema(schema.replace(/<column name="id"[^>]*>/, '')), {
      instanceOf: OrmError,
    })
    t.regex(String(error), /ORM-B001 .*column "\w+" cannot be a part of the primary key or have autoIncrement/)
  })
}
