import { type Column, type Domain, nativeValueTypes } from '../../model/index.js'
import { qualified } from '../clauses.js'
import { type Dialect, sqlType } from '../dialect.js'
import { typeName } from './enum-types.js'
import { quote } from './quote.js'

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
  // From the extension PostGIS.
  GEOMETRY: { name: 'GEOMETRY' },
  UUID: { name: 'UUID' },
  UUID_BINARY: { name: 'BYTEA' },
  YEAR: { name: 'INT2' },
  TIMESTAMPTZ: { name: 'TIMESTAMPTZ', takes: 'size' },
  INTERVAL: { name: 'INTERVAL', takes: 'size' },
  INET: { name: 'INET' },
  CIDR: { name: 'CIDR' },
  MACADDR: { name: 'MACADDR' },
  // These two come from the extensions of the same names.
  CITEXT: { name: 'CITEXT' },
  HSTORE: { name: 'HSTORE' },
  BIT: { name: 'BIT', takes: 'size' },
  VARBIT: { name: 'VARBIT', takes: 'size' },
  INT4RANGE: { name: 'INT4RANGE' },
  INT8RANGE: { name: 'INT8RANGE' },
  NUMRANGE: { name: 'NUMRANGE' },
  TSRANGE: { name: 'TSRANGE' },
  TSTZRANGE: { name: 'TSTZRANGE' },
  DATERANGE: { name: 'DATERANGE' },
}

export const domainName = ({ schema, name }: Domain): string => qualified(schema, name, quote)

export const typeOf = (column: Column): string => (column.domain ? domainName(column.domain) : baseTypeOf(column))

/** Returns the type of a column, or the base type of its domain. */
export function baseTypeOf(column: Column): string {
  const { type, sqlType: written, srid, array } = column
  if (written !== undefined) return written
  if (nativeValueTypes.has(type)) return type === 'SET_NATIVE' ? `${typeName(column)}[]` : typeName(column)
  return srid === undefined ? `${sqlType(types, column)}${array ? '[]' : ''}` : `GEOMETRY(GEOMETRY,${srid})`
}
