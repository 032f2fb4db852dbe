import test from 'ava'
import { dialects } from 'orm-core'
import type { DialectName } from '#core/model/index.js'

interface Facts {
  readonly maxIdentifierLength: number
  readonly port?: number
  readonly sizes: Readonly<Record<string, number>>
  readonly defaultSizes: Readonly<Record<string, number>>
}

/** What the manuals of the vendors say. */
const facts: Readonly<Partial<Record<DialectName, Facts>>> = {
  mysql: {
    maxIdentifierLength: 64,
    port: 3306,
    sizes: { CHAR: 255, VARCHAR: 65_535, BINARY: 255, DECIMAL: 65, NUMERIC: 65, TIME: 6, DATETIME: 6, TIMESTAMP: 6 },
    defaultSizes: { CHAR: 1, BINARY: 1, DECIMAL: 10, NUMERIC: 10 },
  },
  pgsql: {
    maxIdentifierLength: 63,
    port: 5432,
    sizes: { CHAR: 10_485_760, VARCHAR: 10_485_760, DECIMAL: 1000, NUMERIC: 1000, TIME: 6, TIMESTAMP: 6 },
    defaultSizes: { CHAR: 1 },
  },
  mssql: {
    maxIdentifierLength: 128,
    sizes: { CHAR: 8000, VARCHAR: 8000, BINARY: 8000, DECIMAL: 38, NUMERIC: 38, FLOAT: 53, TIME: 7, TIMESTAMP: 7 },
    defaultSizes: { CHAR: 1, DECIMAL: 18, NUMERIC: 18 },
  },
  oracle: {
    maxIdentifierLength: 30,
    sizes: { CHAR: 2000, VARCHAR: 2000, BINARY: 2000, DECIMAL: 38, NUMERIC: 38, FLOAT: 126, DOUBLE: 126, TIMESTAMP: 9 },
    defaultSizes: { CHAR: 1, TINYINT: 3, SMALLINT: 5 },
  },
}

for (const [name, { port, ...limits }] of Object.entries(facts)) {
  test(`${name}: limits and defaults are those of the manual`, (t) => {
    const dialect = dialects[name as DialectName]
    t.like(dialect, limits)
    if (port !== undefined) t.like(dialect.dsn, { port })
  })
}

/** Types of columns as a catalog tells them, and what they are in a schema. Tests have no server of two of the vendors. */
const native: Readonly<Partial<Record<DialectName, Readonly<Record<string, object>>>>> = {
  oracle: {
    NUMBER: { type: 'INTEGER' },
    'NUMBER(1)': { type: 'BOOLEAN' },
    'NUMBER(3)': { type: 'TINYINT' },
    'NUMBER(5)': { type: 'SMALLINT' },
    'NUMBER(10)': { type: 'INTEGER' },
    'NUMBER(11)': { type: 'BIGINT' },
    'NUMBER(10,0)': { type: 'INTEGER', size: 10 },
    'NUMBER(8,1)': { type: 'DECIMAL', size: 8, scale: 1 },
    'NUMBER(8,2)': { type: 'DECIMAL', size: 8, scale: 2 },
    'FLOAT(126)': { type: 'DOUBLE' },
    'VARCHAR2(20)': { type: 'VARCHAR', size: 20 },
    'NVARCHAR2(20)': { type: 'VARCHAR', size: 20 },
    'CHAR(3)': { type: 'CHAR', size: 3 },
    'RAW(16)': { type: 'BINARY', size: 16 },
    BLOB: { type: 'BLOB' },
    CLOB: { type: 'CLOB' },
    NCLOB: { type: 'CLOB' },
    LONG: { type: 'LONGVARCHAR' },
    'TIMESTAMP(6)': { type: 'TIMESTAMP' },
  },
  mssql: {
    bit: { type: 'BOOLEAN' },
    tinyint: { type: 'TINYINT' },
    smallint: { type: 'SMALLINT' },
    int: { type: 'INTEGER' },
    bigint: { type: 'BIGINT' },
    'decimal(8,2)': { type: 'DECIMAL', size: 8, scale: 2 },
    'numeric(8,2)': { type: 'NUMERIC', size: 8, scale: 2 },
    real: { type: 'REAL' },
    float: { type: 'FLOAT' },
    'varchar(20)': { type: 'VARCHAR', size: 20 },
    'nvarchar(20)': { type: 'VARCHAR', size: 20 },
    'varchar(max)': { type: 'CLOB' },
    'char(3)': { type: 'CHAR', size: 3 },
    'datetime2(7)': { type: 'TIMESTAMP' },
    date: { type: 'DATE' },
    'time(7)': { type: 'TIME' },
    'varbinary(max)': { type: 'BLOB' },
    uniqueidentifier: { type: 'UUID' },
  },
  mysql: {
    tinytext: { type: 'VARCHAR' },
    'varchar(20)': { type: 'VARCHAR', size: 20 },
    text: { type: 'LONGVARCHAR' },
    mediumtext: { type: 'LONGVARCHAR' },
    longtext: { type: 'CLOB' },
    'tinyint(1)': { type: 'BOOLEAN' },
    'int(11)': { type: 'INTEGER' },
    double: { type: 'DOUBLE' },
    blob: { type: 'BLOB' },
    'binary(16)': { type: 'BINARY', size: 16 },
  },
}

for (const [name, types] of Object.entries(native)) {
  test(`${name}: the type of a column in a catalog is one of a schema`, (t) => {
    const { reverse } = dialects[name as DialectName]
    for (const [type, expected] of Object.entries(types))
      t.deepEqual(reverse.schemaTypeOf({ type } as never), expected as never, type)
  })
}

test('pgsql: a table is rewritten unless the bytes of the new type are those of the old one', (t) => {
  const { rewrites } = dialects.pgsql.alter.costs
  const isRewritten = {
    'varchar(10) varchar(20)': false,
    'varchar(20) varchar(10)': true,
    'varchar(10) varchar': false,
    'varchar varchar(10)': true,
    'varchar(10) text': false,
    'numeric(8,2) numeric(9,2)': false,
    'numeric(8,2) numeric(9,3)': true,
    'numeric(8,2) numeric': false,
    'numeric(8) varchar(20)': true,
    'varchar(8) numeric(20)': true,
    'varchar(8) numeric': true,
    'integer bigint': true,
  }
  for (const [types, expected] of Object.entries(isRewritten)) {
    const [from = '', to = ''] = types.split(' ')
    t.is(rewrites(from, to), expected, types)
  }
})
