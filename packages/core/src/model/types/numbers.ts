import { type CommonType, columnType, type SharedFacts, unlimited } from './column-type.js'
import { yearForm } from './literal-forms.js'

const number = {
  hint: 'write a number within size and scale, such as 1.5',
  arrayExample: '{1.5,2}',
  literal: 'number',
  takesNow: true,
  shownAs: 'number',
} as const

const decimal = {
  ...number,
  family: 'decimal',
  kind: 'decimal',
  comparesSize: true,
  hasFraction: true,
  variety: 3,
} as const satisfies SharedFacts

const integer = {
  ...number,
  family: 'integer',
  kind: 'integer',
  storesIntegers: true,
  hint: 'write a whole number that the type can hold, such as 0',
  arrayExample: '{1,2}',
  variety: 3,
} as const satisfies SharedFacts

const float = { ...number, family: 'float', kind: 'float', comparesBadly: true } as const satisfies SharedFacts

export const numbers = {
  NUMERIC: columnType({ ...decimal, foreignNames: { NUMBER: '' }, comparesAs: 'DECIMAL' })({
    mysql: { name: 'DECIMAL', takes: 'size and scale', ownSize: 10, maxSize: 65 },
    pgsql: { name: 'NUMERIC', serial: 'bigserial', takes: 'size and scale', maxSize: 1000, partitions: 'by all' },
    sqlite: { name: 'DECIMAL', takes: 'size and scale', maxSize: unlimited, reads: ['numeric'] },
    mssql: { name: 'NUMERIC', takes: 'size and scale', ownSize: 18, maxSize: 38, reads: ['numeric'] },
    oracle: { name: 'NUMBER', takes: 'size and scale', maxSize: 38 },
  }),
  DECIMAL: columnType({ ...decimal, foreignNames: { MONEY: '' } })({
    mysql: { name: 'DECIMAL', takes: 'size and scale', ownSize: 10, maxSize: 65, reads: ['decimal'] },
    pgsql: {
      name: 'NUMERIC',
      serial: 'bigserial',
      takes: 'size and scale',
      maxSize: 1000,
      reads: ['numeric'],
      partitions: 'by all',
    },
    sqlite: { name: 'DECIMAL', takes: 'size and scale', maxSize: unlimited, reads: ['decimal'] },
    mssql: {
      name: 'DECIMAL',
      takes: 'size and scale',
      ownSize: 18,
      maxSize: 38,
      reads: ['decimal', 'money', 'smallmoney'],
    },
    oracle: { name: 'NUMBER', takes: 'size and scale', maxSize: 38 },
  }),
  TINYINT: columnType({ ...integer, bits: 8 })({
    mysql: { name: 'TINYINT', takes: 'size', maxSize: 255, reads: ['tinyint'], partitions: 'by all' },
    pgsql: { name: 'INT2', serial: 'smallserial', partitions: 'by all' },
    sqlite: { name: 'TINYINT', reads: ['tinyint'] },
    mssql: { name: 'TINYINT', reads: ['tinyint'] },
    oracle: { name: 'NUMBER', takes: 'digits', defaultSize: 3, maxSize: 38 },
  }),
  SMALLINT: columnType({ ...integer, foreignNames: { INT2: '' }, bits: 16 })({
    mysql: { name: 'SMALLINT', takes: 'size', maxSize: 255, reads: ['smallint'], partitions: 'by all' },
    pgsql: { name: 'INT2', serial: 'smallserial', reads: ['smallint'], partitions: 'by all' },
    sqlite: { name: 'SMALLINT', reads: ['smallint', 'int2'] },
    mssql: { name: 'SMALLINT', reads: ['smallint'] },
    oracle: { name: 'NUMBER', takes: 'digits', defaultSize: 5, maxSize: 38 },
  }),
  INTEGER: columnType({
    ...integer,
    foreignNames: { INT: '', INT4: '', MEDIUMINT: '', SERIAL: 'autoIncrement="true"' },
    bits: 32,
  })({
    mysql: { name: 'INTEGER', takes: 'size', maxSize: 255, reads: ['mediumint', 'int'], partitions: 'by all' },
    pgsql: { name: 'INTEGER', serial: 'serial', reads: ['integer'], partitions: 'by all' },
    sqlite: { name: 'INTEGER', reads: ['int', 'integer', 'year', 'mediumint'] },
    mssql: { name: 'INT', reads: ['int'] },
    oracle: { name: 'NUMBER', takes: 'size', maxSize: 38 },
  }),
  BIGINT: columnType({
    ...integer,
    foreignNames: { INT8: '', LONG: '', BIGSERIAL: 'autoIncrement="true"' },
    kind: 'decimal',
    bits: 64,
  })({
    mysql: { name: 'BIGINT', takes: 'size', maxSize: 255, reads: ['bigint'], partitions: 'by all' },
    pgsql: { name: 'INT8', serial: 'bigserial', reads: ['bigint'], partitions: 'by all' },
    sqlite: { name: 'BIGINT', reads: ['bigint', 'int8'] },
    mssql: { name: 'BIGINT', reads: ['bigint'] },
    oracle: { name: 'NUMBER', takes: 'digits', defaultSize: 20, maxSize: 38 },
  }),
  REAL: columnType({ ...float, isInexact: true })({
    mysql: { name: 'DOUBLE', takes: 'size and scale', maxSize: 255 },
    pgsql: { name: 'REAL', reads: ['real'] },
    sqlite: { name: 'REAL', reads: ['real'] },
    mssql: { name: 'REAL', reads: ['real'] },
    oracle: { name: 'NUMBER', takes: 'size', maxSize: 38 },
  }),
  FLOAT: columnType({ ...float, isInexact: true })({
    mysql: { name: 'FLOAT', takes: 'size and scale', maxSize: 255, reads: ['float'] },
    pgsql: { name: 'DOUBLE PRECISION' },
    sqlite: { name: 'FLOAT', reads: ['float'] },
    mssql: { name: 'FLOAT', takes: 'size', maxSize: 53, reads: ['float'] },
    oracle: { name: 'FLOAT', takes: 'size', maxSize: 126 },
  }),
  DOUBLE: columnType({ ...float, foreignNames: { 'DOUBLE PRECISION': '' }, variety: 2 })({
    mysql: { name: 'DOUBLE', takes: 'size and scale', maxSize: 255, reads: ['double'] },
    pgsql: { name: 'DOUBLE PRECISION', reads: ['double precision'] },
    sqlite: { name: 'DOUBLE', reads: ['double'] },
    mssql: { name: 'FLOAT', takes: 'size', maxSize: 53 },
    oracle: { name: 'FLOAT', takes: 'size', maxSize: 126 },
  }),
} satisfies Record<string, CommonType>

export const YEAR = columnType({
  family: 'year',
  kind: 'integer',
  canonical: yearForm,
  hint: 'a year of four digits from 1901 to 2155',
  literal: 'plain',
  shownAs: 'number',
})({
  mysql: { name: 'YEAR', reads: ['year'] },
  pgsql: { name: 'INT2' },
  sqlite: { name: 'SMALLINT' },
  mssql: { name: 'SMALLINT' },
  oracle: { name: 'NUMBER(4,0)' },
})
