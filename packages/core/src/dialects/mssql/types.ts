import type { Column } from '../../model/index.js'
import { type Dialect, sqlType } from '../dialect.js'

export const types: Dialect['types'] = {
  CHAR: { name: 'CHAR', takes: 'size' },
  VARCHAR: { name: 'VARCHAR', takes: 'size', defaultSize: 255 },
  LONGVARCHAR: { name: 'VARCHAR(MAX)' },
  CLOB: { name: 'VARCHAR(MAX)' },
  NUMERIC: { name: 'NUMERIC', takes: 'size and scale' },
  DECIMAL: { name: 'DECIMAL', takes: 'size and scale' },
  TINYINT: { name: 'TINYINT' },
  SMALLINT: { name: 'SMALLINT' },
  INTEGER: { name: 'INT' },
  BIGINT: { name: 'BIGINT' },
  REAL: { name: 'REAL' },
  FLOAT: { name: 'FLOAT', takes: 'size' },
  DOUBLE: { name: 'FLOAT', takes: 'size' },
  BINARY: { name: 'BINARY', takes: 'size', defaultSize: 7132 },
  VARBINARY: { name: 'VARBINARY(MAX)' },
  LONGVARBINARY: { name: 'VARBINARY(MAX)' },
  BLOB: { name: 'VARBINARY(MAX)' },
  DATE: { name: 'DATE' },
  TIME: { name: 'TIME', takes: 'size' },
  DATETIME: { name: 'DATETIME2', takes: 'size' },
  TIMESTAMP: { name: 'DATETIME2', takes: 'size' },
  BOOLEAN: { name: 'BIT' },
  BOOLEAN_EMU: { name: 'TINYINT' },
  ENUM: { name: 'TINYINT' },
  SET: { name: 'INT' },
  ENUM_NATIVE: { name: 'VARCHAR(255)' },
  SET_NATIVE: { name: 'VARCHAR(255)' },
  ARRAY: { name: 'VARCHAR(MAX)' },
  OBJECT: { name: 'VARBINARY(MAX)' },
  // Only SQL Server 2025 has a JSON type.
  JSON: { name: 'NVARCHAR(MAX)' },
  GEOMETRY: { name: 'GEOMETRY' },
  UUID: { name: 'UNIQUEIDENTIFIER' },
  UUID_BINARY: { name: 'BINARY(16)' },
  YEAR: { name: 'SMALLINT' },
  TIMESTAMPTZ: { name: 'DATETIMEOFFSET', takes: 'size' },
}

export const typeOf = (column: Column): string =>
  // Positions start at 0, and a TINYINT ends at 255.
  column.sqlType === undefined && column.type === 'ENUM' && column.valueSet.length > 256
    ? 'SMALLINT'
    : sqlType(types, column)
