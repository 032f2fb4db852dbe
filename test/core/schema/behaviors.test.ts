import test from 'ava'
import type { SchemaBehavior } from '#core/schema/index.js'
import { resolve } from './support.js'

const id = '<column name="id" type="integer" primaryKey="true" autoIncrement="true"/>'
const book = `<table name="book" namespace="Shop">${id}<behavior name="log"/></table>`

/** Adds a table with everything that a table can have, and further behaviors. */
const log: SchemaBehavior = {
  name: 'log',
  order: 70,
  parameters: { kind: {} },
  modifyTable({ table, database, addBehavior }, { parameters }) {
    const made = database.addTable({ name: `${table.commonName}_log`, skipSql: false }, table)
    made.addColumn({ name: 'id', type: 'INTEGER', primaryKey: true, autoIncrement: true })
    made.ensureColumn({ name: 'id', type: 'VARCHAR' })
    made.copyColumn(table.columns[0]!, {
      name: 'book_id',
      phpName: 'BookId',
      constantName: 'COL_BOOK_ID',
      primaryKey: false,
      autoIncrement: false,
    })
    made.addColumn({ name: 'gone', type: 'INTEGER' })
    made.removeColumn('gone')
    made.addForeignKey({ foreignTable: table.commonName, onDelete: 'cascade' }, [{ local: 'book_id', foreign: 'id' }])
    made.addIndex(['book_id'])
    made.addUnique(['id', 'book_id'], { name: 'once' })
    addBehavior({ name: 'early', id: 'early', parameters })
  },
}

const tracing = (name: string, rank?: number, order: string[] = []): SchemaBehavior => ({
  name,
  ...(rank !== undefined && { order: rank }),
  parameters: {},
  modifyTable: ({ table }) => {
    order.push(`${name} ${table.name}`)
  },
})

test('a behavior adds tables, columns, keys and behaviors, as if somebody had written them', async (t) => {
  const { databases, diagnostics } = await resolve(`<database name="shop">${book}</database>`, {
    behaviors: [log, tracing('early', 10)],
  })
  t.deepEqual(diagnostics, [])
  const [written, made] = databases[0]!.tables
  t.like(made, { name: 'book_log', phpName: 'BookLog', idMethod: 'native' })
  t.deepEqual(
    made!.columns.map(({ name, type, required }) => `${name} ${type} ${required}`),
    ['id INTEGER true', 'book_id INTEGER true'],
  )
  t.deepEqual(
    made!.relations.map(({ name, reversePluralName }) => [name, reversePluralName]),
    [['Book', 'BookLogs']],
  )
  t.deepEqual(
    [...made!.indexes, ...made!.uniques].map(({ columns }) => columns.map(({ name }) => name).join()),
    ['book_id', 'id,book_id'],
  )
  t.deepEqual(
    written!.behaviors.map((use) => use.id),
    ['log', 'early'],
  )
})

test('problems of what a behavior adds are told at its element, with its id', async (t) => {
  const clumsy: SchemaBehavior = {
    name: 'log',
    parameters: {},
    modifyTable(table) {
      table.addColumn({ name: 'id', type: 'integer' })
      table.addColumn({ name: 'at', type: 'datum' })
      table.addIndex(['nowhere'])
      table.addForeignKey({ foreignTable: 'nothing' }, [{ local: 'id', foreign: 'id' }])
    },
  }
  const { diagnostics } = await resolve(`<database name="shop">\n${book}\n</database>`, { behaviors: [clumsy] })
  t.deepEqual(
    diagnostics.map(({ code, place, message }) => [
      code,
      place?.line,
      place?.column,
      message.endsWith(', added by behavior "log"'),
    ]),
    [
      ['ORM-S206', 2, 110, true],
      ['ORM-S302', 2, 110, true],
      ['ORM-S410', 2, 110, true],
      ['ORM-S501', 2, 110, true],
    ],
  )
})

test('a behavior of the database that adds tables does so for the tables of the schema only', async (t) => {
  const adding = (name: string): SchemaBehavior => ({
    name,
    parameters: {},
    modifyTable: ({ table, database }) => {
      database.addTable({ name: `${table.name}_${name}` }, table).addColumn({ name: 'id', type: 'integer' })
    },
  })
  const { databases } = await resolve(
    `<database name="shop"><behavior name="a"/><behavior name="b"/><table name="t">${id}</table></database>`,
    { behaviors: [adding('a'), adding('b')] },
  )
  t.deepEqual(databases[0]!.tables.map(({ name }) => name).sort(), ['t', 't_a', 't_a_b', 't_b', 't_b_a'])
  const endless: SchemaBehavior = {
    name: 'a',
    parameters: {},
    modifyTable: ({ table, database }) => {
      const added = database.addTable({ name: `${table.name}_` }, table)
      added.addColumn({ name: 'id', type: 'integer' })
      added.addBehavior({ ...table.behaviors[0]! })
    },
  }
  const { diagnostics } = await resolve(
    `<database name="shop"><table name="t">${id}<behavior name="a"/></table></database>`,
    { behaviors: [endless] },
  )
  t.true(diagnostics.some(({ code, message }) => code === 'ORM-B001' && message.includes('without end')))
})

test('behaviors run by order, then by table, then by declaration; those of the database are on every table', async (t) => {
  const order: string[] = []
  const { databases, diagnostics } = await resolve(
    `<database name="shop"><behavior name="all"/>
      <table name="a">${id}<behavior name="late"/><behavior name="plain"/></table>
      <table name="b">${id}<behavior name="plain"/><behavior name="all"/><behavior name="early"/></table>
    </database>`,
    {
      behaviors: [
        tracing('all', undefined, order),
        tracing('late', 80, order),
        tracing('plain', undefined, order),
        tracing('early', 10, order),
      ],
    },
  )
  t.deepEqual(diagnostics, [])
  t.deepEqual(order, ['early b', 'plain a', 'all a', 'plain b', 'all b', 'late a'])
  t.deepEqual(
    databases[0]!.tables.map(({ behaviors }) => behaviors.map(({ name }) => name)),
    [
      ['late', 'plain', 'all'],
      ['plain', 'all', 'early'],
    ],
  )
})

test('parameters: the last one counts, repeatable ones add up, lists are lists of maps', async (t) => {
  const { databases } = await resolve(
    `<database name="shop"><table name="a">${id}<behavior name="p">
      <parameter name="one" value="a"/><parameter name="one" value=""/>
      <parameter name="many" value="x"/><parameter name="many" value="y"/><parameter name="many" value="z"/>
      <parameter-list name="list"><parameter-list-item><parameter name="k" value="v"/></parameter-list-item><parameter-list-item/></parameter-list>
    </behavior></table></database>`,
    { behaviors: [{ name: 'p', parameters: { one: {}, many: { repeatable: true }, list: {} } }] },
  )
  t.deepEqual(Object.fromEntries(databases[0]!.tables[0]!.behaviors[0]!.parameters), {
    one: '',
    many: ['x', 'y', 'z'],
    list: [{ k: 'v' }, {}],
  })
})

test('a behavior can decide itself what it does to a database', async (t) => {
  const picky: SchemaBehavior = {
    name: 'picky',
    parameters: {},
    modifyDatabase: (database, { name, id: own, parameters }) =>
      database.edit(database.findTable('b')!).addBehavior({ name, id: own, parameters }),
    modifyTable: (table) => table.addColumn({ name: 'extra', type: 'integer' }),
  }
  const { databases } = await resolve(
    `<database name="shop"><behavior name="picky"/><table name="a">${id}</table><table name="b">${id}</table></database>`,
    { behaviors: [picky] },
  )
  t.deepEqual(
    databases[0]!.tables.map(({ columns }) => columns.map(({ name }) => name)),
    [['id'], ['id', 'extra']],
  )
})
