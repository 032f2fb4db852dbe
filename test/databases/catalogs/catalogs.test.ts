import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { buildSql, dialects } from 'orm-core'
import { insertSql } from 'orm-database'
import { compile } from '#core/compile/compile.js'
import type { Column, Database, ForeignKey, Index, Table } from '#core/model/index.js'
import { columnReferences, hasConstraint, isCreated, primaryKeyOf } from '#core/model/index.js'
import { createDatabase, type DatabaseName, databases } from '../../support/databases.js'
import { memoryProject } from '../../support/memory-project.js'
import { query } from '../../support/query.js'
import { root } from '../../support/root.mjs'
import { foreignKeyText, type ReadTable } from './catalog.js'
import { defaults } from './defaults.js'
import * as mysql from './mysql.js'
import * as pgsql from './pgsql.js'
import * as sqlite from './sqlite.js'
import { typeTexts } from './type-texts.js'

const read: Readonly<Record<DatabaseName, ReadTable>> = {
  pgsql: pgsql.readTable,
  mysql: mysql.readTable,
  sqlite: sqlite.readTable,
}

const schema = readFileSync(join(root, 'test/core/dialects/golden/everything/schema.xml'))

/** The server has no PostGIS; what matters is that the column has the type of that name. */
const before: Readonly<Record<DatabaseName, readonly string[]>> = {
  pgsql: ['CREATE DOMAIN geometry AS bytea'],
  mysql: [],
  sqlite: [],
}

/** The action that a foreign key has where the SQL gives none. */
const noAction: Readonly<Record<DatabaseName, string>> = { pgsql: 'NO ACTION', mysql: 'RESTRICT', sqlite: 'NO ACTION' }

/** What stands for the default of an auto-increment column. */
const numbering: Readonly<Record<DatabaseName, (table: Table) => string | null>> = {
  pgsql: (table) => `nextval('${dialects.pgsql.sequenceOf(table)}'::regclass)`,
  mysql: () => 'auto_increment',
  sqlite: () => null,
}

/** SQLite keeps none, and MariaDB's catalog has no room for characters of four bytes. */
const commentText = (text: string | undefined, vendor: DatabaseName): string =>
  vendor === 'sqlite' ? '' : vendor === 'mysql' ? (text ?? '').replaceAll('😀', '?') : (text ?? '')

const expectedColumn = (column: Column, table: Table, vendor: DatabaseName) => ({
  name: column.name,
  type: typeTexts[vendor](column, table),
  required: column.required,
  default: column.autoIncrement ? numbering[vendor](table) : (defaults[vendor][`${table.name}.${column.name}`] ?? null),
  comment: commentText(column.description, vendor),
})

const keyText = (vendor: DatabaseName, index: Index): string => {
  const columns = index.columns.map(({ name, size }) => (vendor === 'mysql' && size ? `${name}(${size})` : name))
  if (vendor === 'sqlite' && index.unique) return `(${columns})`
  const type = vendor === 'mysql' && index.vendor.get('Index_type')
  return type
    ? `${index.name} (${columns.map((name) => name?.replace(/\(.*/, ''))}) ${type}`
    : `${index.name} (${columns})`
}

function expectedForeignKey(key: ForeignKey, vendor: DatabaseName): string {
  const { onUpdate, onDelete } = dialects[vendor]
  const references = columnReferences(key)
  const isOn = (name: string) => vendor === 'pgsql' && key.vendor.get(name) === 'true'
  return foreignKeyText(
    vendor === 'sqlite' ? '' : key.name,
    references.map(({ local }) => local),
    key.foreignTable,
    references.map(({ foreign }) => foreign),
    (key.onUpdate && onUpdate[key.onUpdate]) ?? noAction[vendor],
    (key.onDelete && onDelete[key.onDelete]) ?? noAction[vendor],
    `${isOn('deferrable') ? ' deferrable' : ''}${isOn('initiallyDeferred') ? ' deferred' : ''}`,
  )
}

/** What the primary key is, and the unique key that takes its place where SQLite cannot have both. */
function expectedPrimaryKey(table: Table, vendor: DatabaseName): { primaryKey: string[]; extra: string[] } {
  const key = primaryKeyOf(table)
  const names = key.map(({ name }) => name)
  const auto = key.find(({ autoIncrement }) => autoIncrement)?.name
  if (!auto || key.length === 1 || vendor === 'pgsql') return { primaryKey: names, extra: [] }
  if (vendor === 'mysql') return { primaryKey: [auto, ...names.filter((name) => name !== auto)], extra: [] }
  return { primaryKey: [auto], extra: [`(${names})`] }
}

function expectedTable(table: Table, vendor: DatabaseName) {
  const { primaryKey, extra } = expectedPrimaryKey(table, vendor)
  return {
    columns: table.columns.map((column) => expectedColumn(column, table, vendor)),
    primaryKey,
    uniques: [...extra, ...table.uniques.map((index) => keyText(vendor, index))].sort(),
    indexes: table.indexes.map((index) => keyText(vendor, index)).sort(),
    foreignKeys: table.foreignKeys
      .filter(hasConstraint)
      .map((key) => expectedForeignKey(key, vendor))
      .sort(),
    comment: commentText(table.description, vendor),
  }
}

for (const name of databases) {
  test(`${name}: every type, default, key and action, inserted twice, is in the catalog as the model says`, async (t) => {
    const database = await createDatabase(name)
    t.teardown(() => database.drop())
    await query(database, ...before[name])
    const { config } = await memoryProject(database, {})
    const connections = { everything: config.connections.shop! }
    const inputs = [{ path: 'schema.xml', contents: schema }]
    const generator = { ...config.generator, connections: ['everything'] }
    const options = { config: { ...config, connections, generator } }
    const [sql] = await buildSql(inputs, options)
    const project = await memoryProject(database, { 'everything.sql': sql!.contents })
    const first = await insertSql(project)
    t.deepEqual(await insertSql(project), first, 'the second run does what the first did')

    const model = (await compile(inputs, options)).databases[0] as Database
    const created = model.tables.filter(isCreated)
    t.is(created.length, 14)
    for (const table of created) {
      const found = await read[name]((text) => query(database, text), table.name)
      t.deepEqual(
        { ...found, uniques: [...found.uniques].sort(), indexes: [...found.indexes].sort() },
        expectedTable(table, name),
        table.name,
      )
    }
  })
}

const onPgsql = databases.includes('pgsql') ? test : test.skip

onPgsql('pgsql: the server names sequences as the generator thinks', async (t) => {
  const database = await createDatabase('pgsql')
  t.teardown(() => database.drop())
  const names = [
    ['Author', 'Id'],
    ['a'.repeat(63), 'id'],
    ['t', 'c'.repeat(63)],
    ['a'.repeat(40), 'c'.repeat(40)],
    ['é'.repeat(31), 'ü'.repeat(30)],
    ['x', 'a-b'],
  ] as const
  const { config } = await memoryProject(database, {})
  for (const [name, column] of names) {
    const contents = `<database name="shop" identifierQuoting="true"><table name="${name}" phpName="T">
      <column name="${column}" phpName="C" tableMapName="c" type="integer" primaryKey="true" autoIncrement="true"/></table></database>`
    const inputs = [{ path: 'schema.xml', contents }]
    const [sql] = await buildSql(inputs, { config })
    await insertSql(await memoryProject(database, { 'shop.sql': sql!.contents }))
    const [table] = (await compile(inputs, { config })).databases[0]!.tables
    const [row] = await query(database, `SELECT pg_get_serial_sequence('"${name}"', '${column}')::regclass AS sequence`)
    t.is(row!.sequence, dialects.pgsql.sequenceOf(table!))
  }
})
