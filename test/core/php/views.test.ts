import test from 'ava'
import { loadConfig } from 'orm-core'
import type { Database, Table } from '#core/model/index.js'
import { ClassNames } from '#core/php/class-names.js'
import { type ModelSettings, modelSettings } from '#core/php/model-settings.js'
import { classesOf } from '#core/php/render.js'
import { Scope, TableScope } from '#core/php/scope.js'
import { columnView } from '#core/php/views/column-view.js'
import { familyOf, inheritanceOf } from '#core/php/views/inheritance.js'
import { modelManyToOneView } from '#core/php/views/model-many-to-one.js'
import { modelOneToManyView } from '#core/php/views/model-one-to-many.js'
import { memoryFiles } from '../../support/memory-files.js'
import { resolve } from '../schema/support.js'

const yaml = 'orm: { database: { connections: { shop: { adapter: sqlite, dsn: "sqlite::memory:" } } } }\n'
const settings: ModelSettings = modelSettings(await loadConfig({ files: memoryFiles({ 'orm.yaml': yaml }) }))

async function databaseOf(tables: string, adapter: 'sqlite' | 'mysql' | 'oracle' = 'sqlite'): Promise<Database> {
  const text = `<database name="shop" namespace="Shop" defaultIdMethod="native">${tables}</database>`
  const { databases, diagnostics } = await resolve(text, { adapter })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return databases[0]!
}

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

function scopeOf(database: Database, name: string): Scope {
  const table = database.tables.find((each) => each.name === name) as Table
  const own = { fqcn: 'Shop\\Base\\X', namespace: 'Shop\\Base', short: 'X', file: '' }
  return new Scope(new TableScope(table, database, settings), own)
}

/** Attributes of a column; types of property, getter and setter; what hydration assigns. */
const columns: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  text: ['type="VARCHAR"', '?string', '?string', 'string|int|float|bool|Stringable|null $v', '$row[1]'],
  'required text': [
    'type="VARCHAR" required="true"',
    '?string',
    '?string',
    'string|int|float|bool|Stringable|null $v',
    '$row[1]',
  ],
  'required with default': [
    'type="INTEGER" required="true" defaultValue="3"',
    '?int',
    '?int',
    'int|float|string|bool|null $v',
    '$row[1]',
  ],
  bigint: [
    'type="BIGINT"',
    '?string',
    '?string',
    'string|int|float|bool|Stringable|null $v',
    '$row[1] === null ? null : (string) $row[1]',
  ],
  'bigint as int': ['type="BIGINT" phpType="int"', '?int', '?int', 'int|float|string|bool|null $v', '$row[1]'],
  date: [
    'type="DATE"',
    'DateTimeInterface|string|null',
    'DateTime|string|null',
    'DateTimeInterface|string|int|float|bool|null $v',
    '$row[1]',
  ],
  enum: ['type="ENUM" valueSet="a,b"', '?int', '?string', '?string $v', '$row[1]'],
  'enum class': ['type="ENUM" valueSet="a,b" phpType="State"', '?int', '?State', 'State|string|null $v', '$row[1]'],
  set: ['type="SET" valueSet="a,b"', '?int', 'array', 'array|string|null $v', '$row[1]'],
  'text as int': [
    'type="VARCHAR" phpType="int"',
    '?int',
    '?int',
    'int|float|string|bool|null $v',
    '$row[1] === null ? null : (int) $row[1]',
  ],
  json: ['type="JSON"', '?string', 'mixed', 'mixed $v', '$row[1]'],
  blob: ['type="BLOB"', 'mixed', 'mixed', 'mixed $v', '$row[1]'],
  'type hint': ['type="VARCHAR" typeHint="string"', '?string', '?string', '?string $v = null', '$row[1]'],
}

for (const [title, [attributes, property, getter, setter, hydrated]] of Object.entries(columns)) {
  test(`column: ${title}`, async (t) => {
    const database = await databaseOf(`<table name="a">${id}<column name="b" ${attributes}/></table>`)
    const scope = scopeOf(database, 'a')
    const view = columnView(scope.table.columns[1]!, scope, '$row[1]')
    t.deepEqual(
      [view.propertyType, view.getter.type, view.setter.parameter, view.hydrated],
      [property, getter, setter, hydrated],
    )
  })
}

test('UUIDs are bytes where the vendor stores bytes', async (t) => {
  const table = `<table name="a">${id}<column name="b" type="UUID"/></table>`
  for (const [adapter, isBytes] of Object.entries({ sqlite: false, mysql: true, oracle: true })) {
    const scope = scopeOf(await databaseOf(table, adapter as 'sqlite'), 'a')
    t.is(columnView(scope.table.columns[1]!, scope, '$x').hydrated.includes('binToUuid'), isBytes, adapter)
  }
})

test('integers are cast where drivers give text', async (t) => {
  const table = `<table name="a">${id}<column name="b" type="INTEGER"/></table>`
  const cast = '$x === null ? null : (int) $x'
  for (const [adapter, hydrated] of Object.entries({ sqlite: '$x', mysql: '$x', mssql: cast, oracle: cast })) {
    const scope = scopeOf(await databaseOf(table, adapter as 'sqlite'), 'a')
    t.is(columnView(scope.table.columns[1]!, scope, '$x').hydrated, hydrated, adapter)
  }
})

const key = (target: string, attributes = '', local = `${target}_id`) =>
  `<foreign-key foreignTable="${target}" ${attributes}><reference local="${local}" foreign="id"/></foreign-key>`

test('a foreign key to a whole key is found by it, another by its columns', async (t) => {
  const database = await databaseOf(`
    <table name="country">${id}<column name="code" type="CHAR" size="2" required="true"/>
      <unique><unique-column name="code"/></unique></table>
    <table name="city">${id}<column name="country_id" type="INTEGER"/><column name="code" type="CHAR" size="2"/>
      ${key('country', 'phpName="Country"')}
      <foreign-key foreignTable="country" phpName="Coded"><reference local="code" foreign="code"/></foreign-key>
    </table>`)
  const { relations } = modelManyToOneView(scopeOf(database, 'city'))
  t.deepEqual(
    relations.map(({ name, find, isFilled }) => [name, find, isFilled]),
    [
      ['Country', 'findPk($this->country_id, $con)', '$this->country_id !== null'],
      ['Coded', 'filterByCode($this->code)->findOne($con)', '$this->code !== null'],
    ],
  )
})

test('a row that cannot be without its parent is deleted when it leaves, another is detached', async (t) => {
  const database = await databaseOf(`
    <table name="a">${id}</table>
    <table name="b">${id}<column name="a_id" type="INTEGER" required="true"/>${key('a')}</table>
    <table name="c">${id}<column name="a_id" type="INTEGER"/>${key('a')}</table>
    <table name="d">${id}<column name="a_id" type="INTEGER"/>${key('a', 'onDelete="cascade"')}</table>
    <table name="e" readOnly="true">${id}<column name="a_id" type="INTEGER"/>${key('a')}</table>`)
  t.deepEqual(
    modelOneToManyView(scopeOf(database, 'a')).relations.map(({ name, deletesOrphans, isSaved }) => [
      name,
      deletesOrphans,
      isSaved,
    ]),
    [
      ['B', true, true],
      ['C', false, true],
      ['D', true, true],
      ['E', false, false],
    ],
  )
})

test('a class of inheritance stands for all that extend it', async (t) => {
  const database = await databaseOf(`<table name="a">${id}<column name="kind" type="INTEGER" inheritance="single">
    <inheritance key="1" class="B" extends="A"/><inheritance key="2" class="C" extends="B"/>
    <inheritance key="3" class="D" extends="C"/><inheritance key="4" class="E" extends="A"/></column></table>`)
  const { children } = inheritanceOf(database.tables[0]!)!
  t.deepEqual(
    children.map((child) => familyOf(child, children).map((member) => member.key)),
    [['1', '2', '3'], ['2', '3'], ['3'], ['4']],
  )
})

test('behaviors put members and code into the classes of a table', async (t) => {
  const database = await databaseOf(`<table name="a">${id}</table>`)
  const fragment = { behavior: 'stamp', lines: ['$this->stamp();'] }
  const planned = classesOf(database.tables[0]!, database, settings, new ClassNames(settings), {
    model: () => ({
      hooks: { preSave: [fragment], postDelete: [fragment] },
      postHydrate: [fragment],
      call: [fragment],
      methods: [{ name: 'stamp', doc: ['Stamps.'], modifiers: 'public', parameters: [], returns: 'void', body: '' }],
    }),
    query: () => ({ hooks: { preSelect: [fragment] } }),
    tableMap: () => ({ constants: [{ name: 'STAMP', doc: [], modifiers: 'public', value: "'x'" }] }),
  })
  const contents = new Map(planned.map((each) => [each.file, each.render().contents]))
  const model = contents.get('Shop/Base/A.php')!
  t.regex(
    model,
    /protected function behaviorPreSave\(ConnectionInterface \$con\): bool\n[\s\S]*?\/\/ stamp behavior\n {8}\$this->stamp\(\);\n\n {8}return \$ret;/,
  )
  t.regex(model, /protected function behaviorPostDelete\(ConnectionInterface \$con\): void/)
  t.regex(model, /return \$this->__parentCall\(\$name, \$params\);/)
  t.regex(model, /\/\/ stamp behavior\n {8}\$this->stamp\(\);\n\n {8}return \$startcol \+ 1;/)
  t.regex(model, /\/\*\* Stamps\. \*\/\n {4}public function stamp\(\): void/)
  t.regex(
    contents.get('Shop/Base/AQuery.php')!,
    /protected function basePreSelect[\s\S]*?parent::basePreSelect\(\$con\);/,
  )
  t.regex(contents.get('Shop/Map/ATableMap.php')!, /public const STAMP = 'x';/)
})

test('a table of another project has no classes, and no code that expects it to know this one', async (t) => {
  const database = await databaseOf(`
    <table name="a">${id}</table>
    <table name="b">${id}<column name="a_id" type="INTEGER"/>${key('a')}</table>`)
  const foreign = database.tables[0]! as { referenceOnly: boolean }
  foreign.referenceOnly = true
  const [relation] = modelManyToOneView(scopeOf(database, 'b')).relations
  t.is(relation?.link, '')
  t.is(relation?.find, 'findPk($this->a_id, $con)')
})
