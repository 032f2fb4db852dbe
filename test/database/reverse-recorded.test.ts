import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { defaultConfig, dialects } from 'orm-core'
import { type CatalogTable, reverseSchema } from 'orm-core/internal'
import { readMssql } from '#database/dialects/mssql/reverse.js'
import { readOracle } from '#database/dialects/oracle/reverse.js'
import { root } from '../support/root.mjs'

type Rows = readonly Readonly<Record<string, unknown>>[]

const { adapters: settings } = await defaultConfig()

/** Answers a catalog query with rows in the documented shape of the view that it reads. */
const recorded = (answers: Readonly<Record<string, Rows>>) => {
  const notices: string[] = []
  return {
    notices,
    catalog: {
      query: async (sql: string) => {
        const view = Object.keys(answers).find((name) => new RegExp(`FROM ${name.replace('.', '\\.')}\\b`).test(sql))
        if (view === undefined) throw new Error(`nothing recorded for ${sql}`)
        return answers[view]!
      },
      withOptions: false,
      settings,
      withLosses: true,
      notice: (text: string) => notices.push(text),
    },
  }
}

/** With UPDATE_GOLDEN=1, what is becomes what is expected. */
async function checkExpected(t: ExecutionContext, name: string, actual: string): Promise<void> {
  const file = join(root, 'test', 'database', 'recorded', name)
  if (process.env.UPDATE_GOLDEN && !process.env.CI) await writeFile(file, actual)
  t.is(actual, await readFile(file, 'utf8'))
}

async function schemaOf(tables: CatalogTable[], vendor: 'mssql' | 'oracle') {
  return reverseSchema(tables, dialects[vendor], { database: 'shop', config: await defaultConfig() })
}

const column = (table: number, name: string, type: string, more: object = {}) => ({
  table,
  name,
  type,
  length: 4,
  precision: 10,
  scale: 0,
  nullable: true,
  identity: false,
  default: null,
  comment: null,
  ...more,
})

const index = (table: number, name: string, column: string, more: object = {}) => ({
  table,
  name,
  primary: false,
  unique: false,
  condition: null,
  constraint: false,
  descending: false,
  included: false,
  column,
  ...more,
})

test('mssql: tables, types, defaults, keys and comments from the catalog views', async (t) => {
  const { catalog, notices } = recorded({
    'sys.objects': [
      { id: 1, schema: 'dbo', name: 'author', type: 'U ', comment: 'Writers' },
      { id: 2, schema: 'shop', name: 'book', type: 'U ', comment: null },
      {
        id: 3,
        schema: 'shop',
        name: 'long_book',
        type: 'V ',
        comment: null,
        definition:
          '-- as it was\nCREATE VIEW [shop].[long_book] ([id]) WITH SCHEMABINDING AS SELECT (id) FROM shop.book;',
      },
    ],
    'sys.columns': [
      column(3, 'id', 'int', { nullable: false }),
      column(1, 'id', 'int', { identity: true, nullable: false }),
      column(2, 'id', 'int', { identity: true, nullable: false, start: '1000', increment: 10 }),
      column(2, 'title', 'varchar', { length: 120, nullable: false, default: "('it''s')", comment: 'On the cover' }),
      column(2, 'note', 'nvarchar', { length: 80 }),
      column(2, 'body', 'varchar', { length: -1 }),
      column(2, 'data', 'varbinary', { length: -1 }),
      column(2, 'price', 'decimal', { precision: 10, scale: 2, default: '((1.50))' }),
      column(2, 'cost', 'money', { precision: 19, scale: 4 }),
      column(2, 'weight', 'float', { precision: 53 }),
      column(2, 'share', 'float', { precision: 24 }),
      column(2, 'flag', 'bit', { nullable: false, default: '((1))' }),
      column(2, 'at', 'datetime2', { scale: 3, default: '(getdate())' }),
      column(2, 'day', 'date'),
      column(2, 'key', 'uniqueidentifier', { default: '(newid())' }),
      column(2, 'area', 'hierarchyid'),
      column(2, 'author_id', 'int', { nullable: false }),
      column(2, 'double', 'decimal', { precision: 11, scale: 2, expression: '([price]*(2))', stored: true }),
    ],
    'sys.indexes': [
      index(1, 'author_pk', 'id', { primary: true, unique: true }),
      index(2, 'book_pk', 'id', { primary: true, unique: true }),
      index(2, 'by_title', 'title', { descending: true }),
      index(2, 'by_title', 'price'),
      index(2, 'by_title', 'note', { included: true }),
      index(2, 'some', 'note', { unique: true, condition: "([price]>(0) AND [note]<>'x')" }),
      index(2, 'once', 'title', { unique: true, constraint: true }),
      index(2, 'once_too', 'title', { unique: true }),
    ],
    'sys.check_constraints': [{ table: 2, name: 'priced', expression: '([price]>(0) AND [price]<=[cost])' }],
    'sys.foreign_keys': [
      {
        table: 2,
        name: 'book_author',
        schema: 'dbo',
        target: 'author',
        onDelete: 'CASCADE',
        onUpdate: 'NO_ACTION',
        column: 'author_id',
        foreignColumn: 'id',
      },
    ],
  })
  const { schema, notices: more } = await schemaOf(await readMssql(catalog), 'mssql')
  t.deepEqual([...notices, ...more], ['shop.book.area: type hierarchyid has no schema type; it is used unchanged'])
  await checkExpected(t, 'mssql.xml', schema)
})

test('mssql: a key whose numbers begin below zero or go down stays', async (t) => {
  const { catalog, notices } = recorded({
    'sys.objects': [
      { id: 1, schema: 'dbo', name: 'up', type: 'U ', comment: null },
      { id: 2, schema: 'dbo', name: 'down', type: 'U ', comment: null },
      { id: 3, schema: 'dbo', name: 'huge', type: 'U ', comment: null },
    ],
    'sys.columns': [
      column(1, 'id', 'int', { identity: true, nullable: false, start: '-2147483648', increment: 1 }),
      column(3, 'id', 'bigint', { identity: true, nullable: false, start: '-9223372036854775808', increment: 1 }),
      column(2, 'id', 'int', { identity: true, nullable: false, start: '0', increment: -2 }),
    ],
    'sys.indexes': [
      index(1, 'up_pk', 'id', { primary: true, unique: true }),
      index(2, 'down_pk', 'id', { primary: true, unique: true }),
      index(3, 'huge_pk', 'id', { primary: true, unique: true }),
    ],
    'sys.check_constraints': [],
    'sys.foreign_keys': [],
  })
  const { schema, notices: more } = await schemaOf(await readMssql(catalog), 'mssql')
  t.deepEqual([...notices, ...more], ['huge.id: the first number -9223372036854776000 and the increment 1 are omitted'])
  t.deepEqual(
    [...schema.matchAll(/<column name="id" type="[A-Z]+" primaryKey="true" (identity="[^/]*)\/>/g)].map(([, id]) => id),
    [
      'identity="by default" start="0" increment="-2"',
      'identity="by default"',
      'identity="by default" start="-2147483648"',
    ],
  )
})

const oracleColumn = (table: string, name: string, type: string, more: object = {}) => ({
  table,
  name,
  type,
  length: 22,
  characters: 0,
  precision: null,
  scale: null,
  nullable: 'Y',
  default: null,
  comment: null,
  ...more,
})

test('oracle: tables, types, defaults, keys and sequences from the dictionary', async (t) => {
  const { catalog, notices } = recorded({
    USER_OBJECTS: [
      { name: 'AUTHOR', type: 'TABLE', comment: null },
      { name: 'BOOK', type: 'TABLE', comment: 'Books' },
      { name: 'LONG_BOOK', type: 'VIEW', comment: 'Long ones' },
    ],
    USER_TAB_COLS: [
      oracleColumn('LONG_BOOK', 'ID', 'NUMBER', { nullable: 'N' }),
      oracleColumn('AUTHOR', 'AREA', 'NUMBER', { precision: 5, scale: 0, nullable: 'N' }),
      oracleColumn('AUTHOR', 'ID', 'NUMBER', { nullable: 'N' }),
      oracleColumn('BOOK', 'ID', 'NUMBER', { nullable: 'N' }),
      oracleColumn('BOOK', 'TITLE', 'NVARCHAR2', { characters: 255, length: 510, nullable: 'N', default: "'x''y' " }),
      oracleColumn('BOOK', 'CODE', 'VARCHAR2', { characters: 10, length: 10 }),
      oracleColumn('BOOK', 'PRICE', 'NUMBER', { precision: 10, scale: 2, default: '1.5' }),
      oracleColumn('BOOK', 'FLAG', 'NUMBER', { precision: 1, scale: 0, default: '1' }),
      oracleColumn('BOOK', 'BIG', 'NUMBER', { precision: 20, scale: 0 }),
      oracleColumn('BOOK', 'TWICE', 'NUMBER', { precision: 20, scale: 2, virtual: 'YES', default: 'PRICE*2 ' }),
      oracleColumn('BOOK', 'RATE', 'FLOAT', { precision: 126 }),
      oracleColumn('BOOK', 'AT', 'TIMESTAMP(6)', { default: 'SYSTIMESTAMP' }),
      oracleColumn('BOOK', 'DAY', 'DATE'),
      oracleColumn('BOOK', 'KEY', 'RAW', { length: 16 }),
      oracleColumn('BOOK', 'BODY', 'CLOB', { comment: 'All of it' }),
      oracleColumn('BOOK', 'AUTHOR_AREA', 'NUMBER', { precision: 5, scale: 0 }),
      oracleColumn('BOOK', 'AUTHOR_ID', 'NUMBER'),
    ],
    'USER_CONSTRAINTS c WHERE': [
      { table: 'BOOK', name: 'SYS_C001', expression: '"TITLE" IS NOT NULL' },
      { table: 'BOOK', name: 'PRICED', expression: 'PRICE > 0' },
    ],
    USER_CONSTRAINTS: [
      {
        table: 'AUTHOR',
        name: 'AUTHOR_PK',
        type: 'P',
        index: 'AUTHOR_PK',
        onDelete: null,
        column: 'AREA',
        target: null,
        foreignColumn: null,
      },
      {
        table: 'AUTHOR',
        name: 'AUTHOR_PK',
        type: 'P',
        index: 'AUTHOR_PK',
        onDelete: null,
        column: 'ID',
        target: null,
        foreignColumn: null,
      },
      {
        table: 'BOOK',
        name: 'BOOK_AUTHOR',
        type: 'R',
        index: null,
        onDelete: 'CASCADE',
        column: 'AUTHOR_AREA',
        target: 'AUTHOR',
        foreignColumn: 'AREA',
      },
      {
        table: 'BOOK',
        name: 'BOOK_AUTHOR',
        type: 'R',
        index: null,
        onDelete: 'CASCADE',
        column: 'AUTHOR_ID',
        target: 'AUTHOR',
        foreignColumn: 'ID',
      },
      {
        table: 'BOOK',
        name: 'BOOK_PK',
        type: 'P',
        index: 'BOOK_PK',
        onDelete: null,
        column: 'ID',
        target: null,
        foreignColumn: null,
      },
      {
        table: 'BOOK',
        name: 'BOOK_CODE',
        type: 'U',
        index: 'BOOK_CODE',
        onDelete: null,
        column: 'CODE',
        target: null,
        foreignColumn: null,
      },
    ],
    USER_INDEXES: [
      { table: 'AUTHOR', name: 'AUTHOR_PK', uniqueness: 'UNIQUE', column: 'AREA' },
      { table: 'AUTHOR', name: 'AUTHOR_PK', uniqueness: 'UNIQUE', column: 'ID' },
      { table: 'BOOK', name: 'BOOK_PK', uniqueness: 'UNIQUE', column: 'ID' },
      { table: 'BOOK', name: 'BOOK_CODE', uniqueness: 'UNIQUE', column: 'CODE' },
      { table: 'BOOK', name: 'BOOK_TITLE', uniqueness: 'UNIQUE', column: 'TITLE' },
      {
        table: 'BOOK',
        name: 'BOOK_PRICE',
        uniqueness: 'NONUNIQUE',
        column: 'SYS_NC1$',
        descend: 'DESC',
        expression: '"PRICE"',
      },
      {
        table: 'BOOK',
        name: 'BOOK_PRICE',
        uniqueness: 'NONUNIQUE',
        column: 'SYS_NC2$',
        descend: 'ASC',
        expression: 'UPPER("TITLE")',
      },
    ],
    USER_SEQUENCES: [{ name: 'BOOK_SEQ' }],
    USER_VIEWS: [{ name: 'LONG_BOOK', text: 'SELECT ID FROM BOOK' }],
  })
  const { schema, notices: more } = await schemaOf(await readOracle(catalog), 'oracle')
  t.deepEqual([...notices, ...more], [])
  await checkExpected(t, 'oracle.xml', schema)
})
