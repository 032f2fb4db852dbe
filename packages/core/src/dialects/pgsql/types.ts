import { type Column, nativeValueTypes } from '../../model/index.js'
import { type Dialect, sqlType } from '../dialect.js'
import { typeName } from './enum-types.js'

export const types: Dialect['types'] = {
  CHAR: { name: 'CHAR', takes: 'size' },
  VARCHAR: { name: 'VARCHAR', takes: 'size' },
  LONGVARCHAR: { name: 'TEXT' },
  CLOB: { name: 'TEXT' },
  NUMERIC: { name: 'NUMERIC', takes: 'size and scale' },
  DECIMAL: { name: 'NUMERIC', takes: 'size and scale' },
  TINYINT: { name: 'INT2' },
  SMALLINT: { name: 'INT2' },
  INTEGER: { name: 'INTEGER' },
  BIGINT: { name: 'INT8' },
  REAL: { name: 'REAL' },
  FLOAT: { name: 'DOUBLE PRECISION' },
  DOUBLE: { name: 'DOUBLE PRECISION' },
  BINARY: { name: 'BYTEA' },
  VARBINARY: { name: 'BYTEA' },
  LONGVARBINARY: { name: 'BYTEA' },
  BLOB: { name: 'BYTEA' },
  DATE: { name: 'DATE' },
  TIME: { name: 'TIME', takes: 'size' },
  DATETIME: { name: 'TIMESTAMP', takes: 'size' },
  TIMESTAMP: { name: 'TIMESTAMP', takes: 'size' },
  BOOLEAN: { name: 'BOOLEAN' },
  BOOLEAN_EMU: { name: 'INT2' },
  ENUM: { name: 'INT2' },
  SET: { name: 'INT4' },
  ENUM_NATIVE: { name: 'TEXT' },
  SET_NATIVE: { name: 'TEXT' },
  ARRAY: { name: 'TEXT' },
  OBJECT: { name: 'BYTEA' },
  JSON: { name: 'JSON' },
  // Comes with the extension PostGIS.
  GEOMETRY: { name: 'GEOMETRY' },
  UUID: { name: 'UUID' },
  UUID_BINARY: { name: 'BYTEA' },
}

export function typeOf(column: Column): string {
  if (column.sqlType === undefined && nativeValueTypes.has(column.type)) {
    return column.type === 'SET_NATIVE' ? `${typeName(column)}[]` : typeName(column)
  }
  return sqlType(types, column)
}
