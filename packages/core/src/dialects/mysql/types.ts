import { type Column, nativeValueTypes } from '../../model/index.js'
import { type Dialect, type SqlSettings, sqlType } from '../dialect.js'
import { literal } from './literal.js'

export const types: Dialect['types'] = {
  CHAR: { name: 'CHAR', takes: 'size' },
  VARCHAR: { name: 'VARCHAR', takes: 'size', defaultSize: 255 },
  LONGVARCHAR: { name: 'TEXT', takes: 'size' },
  CLOB: { name: 'LONGTEXT' },
  NUMERIC: { name: 'DECIMAL', takes: 'size and scale' },
  DECIMAL: { name: 'DECIMAL', takes: 'size and scale' },
  TINYINT: { name: 'TINYINT', takes: 'size' },
  SMALLINT: { name: 'SMALLINT', takes: 'size' },
  INTEGER: { name: 'INTEGER', takes: 'size' },
  BIGINT: { name: 'BIGINT', takes: 'size' },
  REAL: { name: 'DOUBLE', takes: 'size and scale' },
  FLOAT: { name: 'FLOAT', takes: 'size and scale' },
  DOUBLE: { name: 'DOUBLE', takes: 'size and scale' },
  BINARY: { name: 'BINARY', takes: 'size' },
  VARBINARY: { name: 'MEDIUMBLOB' },
  LONGVARBINARY: { name: 'LONGBLOB' },
  BLOB: { name: 'BLOB' },
  DATE: { name: 'DATE' },
  TIME: { name: 'TIME', takes: 'size' },
  DATETIME: { name: 'DATETIME', takes: 'size' },
  TIMESTAMP: { name: 'TIMESTAMP', takes: 'size' },
  BOOLEAN: { name: 'TINYINT(1)' },
  BOOLEAN_EMU: { name: 'TINYINT(1)' },
  ENUM: { name: 'TINYINT' },
  SET: { name: 'INT' },
  ENUM_NATIVE: { name: 'ENUM' },
  SET_NATIVE: { name: 'SET' },
  ARRAY: { name: 'TEXT', takes: 'size' },
  OBJECT: { name: 'MEDIUMBLOB' },
  JSON: { name: 'JSON' },
  GEOMETRY: { name: 'GEOMETRY' },
  UUID: { name: 'BINARY(16)' },
  UUID_BINARY: { name: 'BINARY(16)' },
  YEAR: { name: 'YEAR' },
  BIT: { name: 'BIT', takes: 'size' },
}

export function typeOf(column: Column, settings: SqlSettings): string {
  if (column.sqlType === undefined) {
    // Positions start at 0, and a TINYINT ends at 127.
    if (column.type === 'ENUM' && column.valueSet.length > 128) return 'SMALLINT'
    if (nativeValueTypes.has(column.type))
      return `${types[column.type]?.name}(${column.valueSet.map(literal).join(',')})`
    if (hasNativeUuid(column, settings)) return 'UUID'
    // Unlike FLOAT, DOUBLE has two numbers or none: https://dev.mysql.com/doc/refman/8.4/en/floating-point-types.html
    if (types[column.type]?.name === 'DOUBLE' && column.scale === undefined) return 'DOUBLE'
  }
  return sqlType(types, column)
}

const hasNativeUuid = ({ type }: Column, { mysql }: SqlSettings): boolean =>
  type === 'UUID' && mysql.uuidColumnType.toLowerCase() === 'native'
