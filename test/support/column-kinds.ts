import type { SchemaType } from 'orm-core'
import type { DatabaseName } from './databases.js'

/** What columns of a type can have. */
export interface ColumnKind {
  readonly attributes?: readonly Record<string, string>[]
  readonly defaults: readonly string[]
  readonly expressions?: readonly string[]
  readonly isIndexable?: true
  /** Types whose values this one can become, and keep. */
  readonly becomes?: readonly string[]
  readonly not?: readonly DatabaseName[]
}

const integers = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT']
const integer: ColumnKind = {
  defaults: ['0', '7', '-3'],
  isIndexable: true,
  becomes: [...integers, 'VARCHAR', 'DECIMAL'],
}
const sizes = (...list: number[]) => list.map((size) => ({ size: String(size) }))
const digits = [{ size: '10', scale: '2' }, { size: '12', scale: '4' }, { size: '8' }]
const text: ColumnKind = { defaults: ['', 'x', "it's", 'a\\b; --'], becomes: ['VARCHAR', 'LONGVARCHAR', 'CLOB'] }
const bytes: ColumnKind = { defaults: [], becomes: ['VARBINARY', 'LONGVARBINARY', 'BLOB'] }
const moment: ColumnKind = {
  defaults: ['2020-01-31 10:11:12'],
  expressions: ['CURRENT_TIMESTAMP'],
  isIndexable: true,
  becomes: ['DATETIME', 'TIMESTAMP'],
}
const values = [{ valueSet: 'a, b, c' }, { valueSet: 'a, b, c, d' }]

/**
 * The one list of types that random schemas, tables and models draw from. A new type of the schema language fails to compile
 * until it is here, and then every property test meets it.
 */
export const columnKinds: Readonly<Record<SchemaType, ColumnKind>> = {
  CHAR: { ...text, attributes: sizes(20, 40), isIndexable: true, becomes: ['CHAR'] },
  VARCHAR: { ...text, attributes: sizes(30, 60, 100), isIndexable: true },
  LONGVARCHAR: { ...text, defaults: [] },
  CLOB: { ...text, defaults: [] },
  NUMERIC: { defaults: ['1.5', '0'], attributes: digits, becomes: ['DECIMAL', 'NUMERIC'] },
  DECIMAL: {
    defaults: ['1.50', '-2'],
    attributes: digits,
    becomes: ['DECIMAL', 'NUMERIC', 'DOUBLE'],
    isIndexable: true,
  },
  TINYINT: integer,
  SMALLINT: integer,
  INTEGER: integer,
  BIGINT: integer,
  REAL: { defaults: ['1.5'], becomes: ['REAL', 'DOUBLE'] },
  FLOAT: { defaults: ['0.25'], becomes: ['FLOAT', 'DOUBLE'] },
  DOUBLE: { defaults: ['-1.5'], becomes: ['DOUBLE', 'FLOAT'] },
  BINARY: { defaults: ['ab'], attributes: sizes(20, 30), becomes: ['BINARY'] },
  VARBINARY: bytes,
  LONGVARBINARY: bytes,
  BLOB: bytes,
  DATE: { defaults: ['2020-01-31'], expressions: ['CURRENT_DATE'], isIndexable: true, becomes: ['DATE', 'TIMESTAMP'] },
  TIME: { defaults: ['10:11:12'], becomes: ['TIME'] },
  DATETIME: moment,
  TIMESTAMP: moment,
  BOOLEAN: { defaults: ['true', 'false'], becomes: ['BOOLEAN', 'INTEGER'] },
  BOOLEAN_EMU: { defaults: ['true'], becomes: ['BOOLEAN_EMU', 'INTEGER'] },
  ENUM: { defaults: ['b'], attributes: values, becomes: ['ENUM', 'SMALLINT'] },
  SET: { defaults: ['a, c'], attributes: values, becomes: ['SET', 'BIGINT'] },
  ARRAY: { defaults: [], becomes: ['ARRAY', 'LONGVARCHAR'] },
  OBJECT: { defaults: [], becomes: ['OBJECT', 'BLOB'] },
  JSON: { defaults: [], becomes: ['JSON'] },
  GEOMETRY: { defaults: [], not: ['pgsql'] },
  UUID: { defaults: ['6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d'], becomes: ['UUID'] },
  UUID_BINARY: { defaults: [], becomes: ['UUID_BINARY'] },
}
