import { type ColumnType, type CommonType, type SharedFacts, unlimited } from './column-type.js'
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
  NUMERIC: {
    ...decimal,
    foreignNames: { NUMBER: '' },
    comparesAs: 'DECIMAL',
    sql: {
      mysql: { name: 'DECIMAL', takes: 'size and scale', impliedSize: 10, largestSize: 65 },
      pgsql: { name: 'NUMERIC', serial: 'bigserial', takes: 'size and scale', largestSize: 1000, partitions: 'by all' },
      sqlite: { name: 'DECIMAL', takes: 'size and scale', largestSize: unlimited, readFrom: ['numeric'] },
      mssql: { name: 'NUMERIC', takes: 'size and scale', impliedSize: 18, largestSize: 38, readFrom: ['numeric'] },
      oracle: { name: 'NUMBER', takes: 'size and scale', largestSize: 38 },
    },
  },
  DECIMAL: {
    ...decimal,
    foreignNames: { MONEY: '' },
    sql: {
      mysql: { name: 'DECIMAL', takes: 'size and scale', impliedSize: 10, largestSize: 65, readFrom: ['decimal'] },
      pgsql: {
        name: 'NUMERIC',
        serial: 'bigserial',
        takes: 'size and scale',
        largestSize: 1000,
        readFrom: ['numeric'],
        partitions: 'by all',
      },
      sqlite: { name: 'DECIMAL', takes: 'size and scale', largestSize: unlimited, readFrom: ['decimal'] },
      mssql: {
        name: 'DECIMAL',
        takes: 'size and scale',
        impliedSize: 18,
        largestSize: 38,
        readFrom: ['decimal', 'money', 'smallmoney'],
      },
      oracle: { name: 'NUMBER', takes: 'size and scale', largestSize: 38 },
    },
  },
  TINYINT: {
    ...integer,
    bits: 8,
    sql: {
      mysql: { name: 'TINYINT', takes: 'size', largestSize: 255, readFrom: ['tinyint'], partitions: 'by all' },
      pgsql: { name: 'INT2', serial: 'smallserial', partitions: 'by all' },
      sqlite: { name: 'TINYINT', readFrom: ['tinyint'] },
      mssql: { name: 'TINYINT', readFrom: ['tinyint'] },
      oracle: { name: 'NUMBER', takes: 'digits', defaultSize: 3, largestSize: 38 },
    },
  },
  SMALLINT: {
    ...integer,
    foreignNames: { INT2: '' },
    bits: 16,
    sql: {
      mysql: { name: 'SMALLINT', takes: 'size', largestSize: 255, readFrom: ['smallint'], partitions: 'by all' },
      pgsql: { name: 'INT2', serial: 'smallserial', readFrom: ['smallint'], partitions: 'by all' },
      sqlite: { name: 'SMALLINT', readFrom: ['smallint', 'int2'] },
      mssql: { name: 'SMALLINT', readFrom: ['smallint'] },
      oracle: { name: 'NUMBER', takes: 'digits', defaultSize: 5, largestSize: 38 },
    },
  },
  INTEGER: {
    ...integer,
    foreignNames: { INT: '', INT4: '', MEDIUMINT: '', SERIAL: 'autoIncrement="true"' },
    bits: 32,
    sql: {
      mysql: { name: 'INTEGER', takes: 'size', largestSize: 255, readFrom: ['mediumint', 'int'], partitions: 'by all' },
      pgsql: { name: 'INTEGER', serial: 'serial', readFrom: ['integer'], partitions: 'by all' },
      sqlite: { name: 'INTEGER', readFrom: ['int', 'integer', 'year', 'mediumint'] },
      mssql: { name: 'INT', readFrom: ['int'] },
      oracle: { name: 'NUMBER', takes: 'size', largestSize: 38 },
    },
  },
  BIGINT: {
    ...integer,
    foreignNames: { INT8: '', LONG: '', BIGSERIAL: 'autoIncrement="true"' },
    kind: 'decimal',
    bits: 64,
    sql: {
      mysql: { name: 'BIGINT', takes: 'size', largestSize: 255, readFrom: ['bigint'], partitions: 'by all' },
      pgsql: { name: 'INT8', serial: 'bigserial', readFrom: ['bigint'], partitions: 'by all' },
      sqlite: { name: 'BIGINT', readFrom: ['bigint', 'int8'] },
      mssql: { name: 'BIGINT', readFrom: ['bigint'] },
      oracle: { name: 'NUMBER', takes: 'digits', defaultSize: 20, largestSize: 38 },
    },
  },
  REAL: {
    ...float,
    isInexact: true,
    sql: {
      mysql: { name: 'DOUBLE', takes: 'size and scale', largestSize: 255 },
      pgsql: { name: 'REAL', readFrom: ['real'] },
      sqlite: { name: 'REAL', readFrom: ['real'] },
      mssql: { name: 'REAL', readFrom: ['real'] },
      oracle: { name: 'NUMBER', takes: 'size', largestSize: 38 },
    },
  },
  FLOAT: {
    ...float,
    isInexact: true,
    sql: {
      mysql: { name: 'FLOAT', takes: 'size and scale', largestSize: 255, readFrom: ['float'] },
      pgsql: { name: 'DOUBLE PRECISION' },
      sqlite: { name: 'FLOAT', readFrom: ['float'] },
      mssql: { name: 'FLOAT', takes: 'size', largestSize: 53, readFrom: ['float'] },
      oracle: { name: 'FLOAT', takes: 'size', largestSize: 126 },
    },
  },
  DOUBLE: {
    ...float,
    foreignNames: { 'DOUBLE PRECISION': '' },
    variety: 2,
    sql: {
      mysql: { name: 'DOUBLE', takes: 'size and scale', largestSize: 255, readFrom: ['double'] },
      pgsql: { name: 'DOUBLE PRECISION', readFrom: ['double precision'] },
      sqlite: { name: 'DOUBLE', readFrom: ['double'] },
      mssql: { name: 'FLOAT', takes: 'size', largestSize: 53 },
      oracle: { name: 'FLOAT', takes: 'size', largestSize: 126 },
    },
  },
} satisfies Record<string, CommonType>

export const YEAR: ColumnType = {
  family: 'year',
  kind: 'integer',
  canonical: yearForm,
  hint: 'a year of four digits from 1901 to 2155',
  literal: 'plain',
  shownAs: 'number',
  sql: {
    mysql: { name: 'YEAR', readFrom: ['year'] },
    pgsql: { name: 'INT2' },
    sqlite: { name: 'SMALLINT' },
    mssql: { name: 'SMALLINT' },
    oracle: { name: 'NUMBER(4,0)' },
  },
}
