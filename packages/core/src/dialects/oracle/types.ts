import type { Column } from '../../model/index.js'
import { type Dialect, sqlType } from '../dialect.js'

export const types: Dialect['types'] = {
  CHAR: { name: 'CHAR', takes: 'size' },
  VARCHAR: { name: 'NVARCHAR2', takes: 'size', defaultSize: 255 },
  LONGVARCHAR: { name: 'NVARCHAR2', takes: 'size', defaultSize: 2000 },
  CLOB: { name: 'CLOB' },
  NUMERIC: { name: 'NUMBER', takes: 'size and scale' },
  DECIMAL: { name: 'NUMBER', takes: 'size and scale' },
  TINYINT: { name: 'NUMBER', takes: 'digits', defaultSize: 3 },
  SMALLINT: { name: 'NUMBER', takes: 'digits', defaultSize: 5 },
  INTEGER: { name: 'NUMBER', takes: 'size' },
  BIGINT: { name: 'NUMBER', takes: 'digits', defaultSize: 20 },
  REAL: { name: 'NUMBER', takes: 'size' },
  FLOAT: { name: 'FLOAT', takes: 'size' },
  DOUBLE: { name: 'FLOAT', takes: 'size' },
  BINARY: { name: 'RAW', takes: 'size' },
  VARBINARY: { name: 'BLOB' },
  LONGVARBINARY: { name: 'BLOB' },
  BLOB: { name: 'BLOB' },
  DATE: { name: 'DATE' },
  // Stored with a dummy day.
  TIME: { name: 'DATE' },
  DATETIME: { name: 'TIMESTAMP', takes: 'size' },
  TIMESTAMP: { name: 'TIMESTAMP', takes: 'size' },
  BOOLEAN: { name: 'NUMBER(1,0)' },
  BOOLEAN_EMU: { name: 'NUMBER(1,0)' },
  ENUM: { name: 'NUMBER(3,0)' },
  SET: { name: 'NUMBER' },
  ENUM_NATIVE: { name: 'VARCHAR2(255)' },
  SET_NATIVE: { name: 'VARCHAR2(255)' },
  ARRAY: { name: 'NVARCHAR2', takes: 'size', defaultSize: 2000 },
  OBJECT: { name: 'BLOB' },
  // Oracle has a JSON type only since version 21c.
  JSON: { name: 'CLOB' },
  GEOMETRY: { name: 'SDO_GEOMETRY' },
  UUID: { name: 'RAW(16)' },
  UUID_BINARY: { name: 'RAW(16)' },
  YEAR: { name: 'NUMBER(4,0)' },
  TIMESTAMPTZ: { name: 'TIMESTAMP WITH TIME ZONE' },
}

export function typeOf(column: Column): string {
  if (column.sqlType === undefined) {
    // RAW needs a length.
    if (column.type === 'BINARY' && column.size === undefined) return 'BLOB'
    if (column.type === 'TIMESTAMPTZ' && column.size !== undefined) return `TIMESTAMP(${column.size}) WITH TIME ZONE`
  }
  return sqlType(types, column)
}
