import type { Column, Table } from '../../model/index.js'
import { type Dialect, sqlType } from '../dialect.js'

export const types: Dialect['types'] = {
  CHAR: { name: 'CHAR', takes: 'size' },
  VARCHAR: { name: 'VARCHAR', takes: 'size', defaultSize: 255 },
  LONGVARCHAR: { name: 'MEDIUMTEXT' },
  CLOB: { name: 'LONGTEXT' },
  NUMERIC: { name: 'DECIMAL', takes: 'size and scale' },
  DECIMAL: { name: 'DECIMAL', takes: 'size and scale' },
  TINYINT: { name: 'TINYINT' },
  SMALLINT: { name: 'SMALLINT' },
  INTEGER: { name: 'INTEGER' },
  BIGINT: { name: 'BIGINT' },
  REAL: { name: 'REAL' },
  FLOAT: { name: 'FLOAT' },
  DOUBLE: { name: 'DOUBLE' },
  BINARY: { name: 'BLOB' },
  VARBINARY: { name: 'MEDIUMBLOB' },
  LONGVARBINARY: { name: 'LONGBLOB' },
  BLOB: { name: 'BLOB' },
  DATE: { name: 'DATETIME' },
  TIME: { name: 'TIME' },
  DATETIME: { name: 'DATETIME' },
  TIMESTAMP: { name: 'TIMESTAMP' },
  BOOLEAN: { name: 'INTEGER' },
  BOOLEAN_EMU: { name: 'INTEGER' },
  ENUM: { name: 'TINYINT' },
  SET: { name: 'INT' },
  ENUM_NATIVE: { name: 'VARCHAR(255)' },
  SET_NATIVE: { name: 'VARCHAR(255)' },
  ARRAY: { name: 'MEDIUMTEXT' },
  OBJECT: { name: 'BLOB' },
  // The type name JSON has numeric affinity, which would turn the document 1.0 into 1.
  JSON: { name: 'TEXT' },
  GEOMETRY: { name: 'BLOB' },
  UUID: { name: 'BLOB' },
  UUID_BINARY: { name: 'BLOB' },
  YEAR: { name: 'SMALLINT' },
}

export const typeOf = (column: Column): string => sqlType(types, column)

/**
 * Returns the type of a column in its table. STRICT tables only allow a few types, to which the values of models are converted.
 */
export function typeIn(column: Column, { kinds }: Pick<Table, 'kinds'>): string {
  const type = typeOf(column)
  if (!kinds?.includes('strict') || /^ANY$/i.test(type)) return type
  if (/INT/i.test(type)) return 'INTEGER'
  if (/CHAR|CLOB|TEXT|DATE|TIME/i.test(type)) return 'TEXT'
  return /BLOB|^$/i.test(type) ? 'BLOB' : 'REAL'
}
