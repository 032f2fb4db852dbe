import type { Column, RareType, SchemaType, Table } from '#core/model/index.js'
import type { DatabaseName } from '../../support/databases.js'

type Text = string | ((size: number | undefined, scale: number | undefined) => string)

/** Native enums have texts of their own in each table. */
type PlainType = Exclude<SchemaType, 'ENUM_NATIVE' | 'SET_NATIVE'>

type Texts = Readonly<Record<Exclude<PlainType, RareType>, Text>> & Readonly<Partial<Record<RareType, Text>>>

/** Types as the catalogs write them, written down here once more on purpose. */
const pgsql: Texts = {
  CHAR: (size = 1) => `character(${size})`,
  VARCHAR: (size) => (size ? `character varying(${size})` : 'character varying'),
  LONGVARCHAR: 'text',
  CLOB: 'text',
  NUMERIC: (size, scale) => `numeric(${size},${scale})`,
  DECIMAL: (size, scale) => `numeric(${size},${scale})`,
  TINYINT: 'smallint',
  SMALLINT: 'smallint',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  REAL: 'real',
  FLOAT: 'double precision',
  DOUBLE: 'double precision',
  BINARY: 'bytea',
  VARBINARY: 'bytea',
  LONGVARBINARY: 'bytea',
  BLOB: 'bytea',
  DATE: 'date',
  TIME: 'time without time zone',
  DATETIME: (size) => `timestamp${size ? `(${size})` : ''} without time zone`,
  TIMESTAMP: (size) => `timestamp${size ? `(${size})` : ''} without time zone`,
  BOOLEAN: 'boolean',
  BOOLEAN_EMU: 'smallint',
  ENUM: 'smallint',
  SET: 'integer',
  ARRAY: 'text',
  OBJECT: 'bytea',
  JSON: 'json',
  GEOMETRY: 'geometry',
  UUID: 'uuid',
  UUID_BINARY: 'bytea',
  YEAR: 'smallint',
  TIMESTAMPTZ: (size) => `timestamp${size ? `(${size})` : ''} with time zone`,
  INTERVAL: (size) => `interval${size ? `(${size})` : ''}`,
  INET: 'inet',
  CIDR: 'cidr',
  MACADDR: 'macaddr',
  CITEXT: 'citext',
  HSTORE: 'hstore',
  BIT: (size = 1) => `bit(${size})`,
  VARBIT: (size) => `bit varying${size ? `(${size})` : ''}`,
  INT4RANGE: 'int4range',
  INT8RANGE: 'int8range',
  NUMRANGE: 'numrange',
  TSRANGE: 'tsrange',
  TSTZRANGE: 'tstzrange',
  DATERANGE: 'daterange',
}

const mysql: Texts = {
  CHAR: (size = 1) => `char(${size})`,
  VARCHAR: (size = 255) => `varchar(${size})`,
  LONGVARCHAR: 'text',
  CLOB: 'longtext',
  NUMERIC: (size, scale) => `decimal(${size},${scale})`,
  DECIMAL: (size, scale) => `decimal(${size},${scale})`,
  TINYINT: 'tinyint(4)',
  SMALLINT: 'smallint(6)',
  INTEGER: 'int(11)',
  BIGINT: 'bigint(20)',
  REAL: 'double',
  FLOAT: 'float',
  DOUBLE: 'double',
  BINARY: (size = 1) => `binary(${size})`,
  VARBINARY: 'mediumblob',
  LONGVARBINARY: 'longblob',
  BLOB: 'blob',
  DATE: 'date',
  TIME: 'time',
  DATETIME: (size) => `datetime${size ? `(${size})` : ''}`,
  TIMESTAMP: (size) => `timestamp${size ? `(${size})` : ''}`,
  BOOLEAN: 'tinyint(1)',
  BOOLEAN_EMU: 'tinyint(1)',
  ENUM: 'tinyint(4)',
  SET: 'int(11)',
  ARRAY: 'text',
  OBJECT: 'mediumblob',
  // MariaDB's JSON is this with a check.
  JSON: 'longtext',
  GEOMETRY: 'geometry',
  UUID: 'binary(16)',
  UUID_BINARY: 'binary(16)',
  YEAR: 'year(4)',
  BIT: (size = 1) => `bit(${size})`,
}

const sqlite: Texts = {
  CHAR: (size) => (size ? `CHAR(${size})` : 'CHAR'),
  VARCHAR: (size = 255) => `VARCHAR(${size})`,
  LONGVARCHAR: 'MEDIUMTEXT',
  CLOB: 'LONGTEXT',
  NUMERIC: (size, scale) => `DECIMAL(${size},${scale})`,
  DECIMAL: (size, scale) => `DECIMAL(${size},${scale})`,
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  INTEGER: 'INTEGER',
  BIGINT: 'BIGINT',
  REAL: 'REAL',
  FLOAT: 'FLOAT',
  DOUBLE: 'DOUBLE',
  BINARY: 'BLOB',
  VARBINARY: 'MEDIUMBLOB',
  LONGVARBINARY: 'LONGBLOB',
  BLOB: 'BLOB',
  DATE: 'DATETIME',
  TIME: 'TIME',
  DATETIME: 'DATETIME',
  TIMESTAMP: 'TIMESTAMP',
  BOOLEAN: 'INTEGER',
  BOOLEAN_EMU: 'INTEGER',
  ENUM: 'TINYINT',
  SET: 'INT',
  ARRAY: 'MEDIUMTEXT',
  OBJECT: 'BLOB',
  JSON: 'TEXT',
  GEOMETRY: 'BLOB',
  UUID: 'BLOB',
  UUID_BINARY: 'BLOB',
  YEAR: 'SMALLINT',
}

const own: Readonly<Record<DatabaseName, string>> = { pgsql: 'character(7)', mysql: 'char(7)', sqlite: 'CHAR(7)' }

const textOf = (texts: Texts, { type, size, scale }: Column): string => {
  const text = texts[type as PlainType] ?? type
  return typeof text === 'string' ? text : text(size, scale)
}

export const typeTexts: Readonly<Record<DatabaseName, (column: Column, table: Table) => string>> = {
  pgsql: (column) => (column.sqlType ? own.pgsql : textOf(pgsql, column)),
  mysql: (column, table) => {
    if (column.sqlType) return own.mysql
    if (column.vendor.get('Unsigned') === 'true') return 'int(10) unsigned'
    const text = textOf(mysql, column)
    const collation =
      column.vendor.get('Collation') ?? (/char|text/.test(text) ? table.vendor.get('Collate') : undefined)
    return collation ? `${text} ${collation}` : text
  },
  // An AUTOINCREMENT column is an INTEGER, whatever the schema says.
  sqlite: (column) => (column.sqlType ? own.sqlite : column.autoIncrement ? 'INTEGER' : textOf(sqlite, column)),
}
