import type { SchemaType } from 'orm-core'
import type { DatabaseName } from './databases.js'

/** The properties that random columns of a type may have. */
export interface ColumnKind {
  /** A value to search for, as PHP; by default, the last default value. Undefined if no vendor compares values of this type. */
  readonly sample?: string
  readonly attributes?: readonly Record<string, string>[]
  readonly defaults: readonly string[]
  readonly expressions?: readonly string[]
  readonly isIndexable?: true
  /** Types that a column of this type can be changed to without losing values. */
  readonly becomes?: readonly string[]
  readonly not?: readonly DatabaseName[]
  /** The PostgreSQL extension that provides the type. */
  readonly extension?: string
}

const integers = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT']
const integer: ColumnKind = {
  sample: '42',
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

const pgsqlOnly = ['sqlite', 'mysql'] as const
const bits = [{ size: '4' }, { size: '9' }]

/**
 * The list of types for random schemas, tables, and models. If a type of the schema language is missing here, this file does
 * not compile, so every property test covers new types.
 */
export const columnKinds: Readonly<Record<Exclude<SchemaType, 'ENUM_NATIVE' | 'SET_NATIVE'>, ColumnKind>> = {
  CHAR: { ...text, attributes: sizes(20, 40), isIndexable: true, becomes: ['CHAR'] },
  VARCHAR: { ...text, attributes: sizes(30, 60, 100), isIndexable: true },
  LONGVARCHAR: { ...text, defaults: [], sample: "'a long text'" },
  CLOB: { ...text, defaults: [], sample: "'a longer text'" },
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
  REAL: { defaults: ['1.5'], sample: '1.5', becomes: ['REAL', 'DOUBLE'] },
  FLOAT: { defaults: ['0.25'], sample: '0.25', becomes: ['FLOAT', 'DOUBLE'] },
  DOUBLE: { defaults: ['-1.5'], sample: '-1.5', becomes: ['DOUBLE', 'FLOAT'] },
  BINARY: { defaults: ['ab'], sample: "'twenty bytes of data'", attributes: sizes(20, 30), becomes: ['BINARY'] },
  VARBINARY: bytes,
  LONGVARBINARY: bytes,
  BLOB: bytes,
  DATE: { defaults: ['2020-01-31'], expressions: ['CURRENT_DATE'], isIndexable: true, becomes: ['DATE', 'TIMESTAMP'] },
  TIME: { defaults: ['10:11:12'], becomes: ['TIME'] },
  DATETIME: moment,
  TIMESTAMP: moment,
  BOOLEAN: { defaults: ['true', 'false'], sample: 'true', becomes: ['BOOLEAN', 'INTEGER'] },
  BOOLEAN_EMU: { defaults: ['true'], sample: 'true', becomes: ['BOOLEAN_EMU', 'INTEGER'] },
  ENUM: { defaults: ['b'], attributes: values, becomes: ['ENUM', 'SMALLINT'] },
  SET: { defaults: ['a, c'], attributes: values, becomes: ['SET', 'BIGINT'] },
  ARRAY: { defaults: [], becomes: ['ARRAY', 'LONGVARCHAR'] },
  OBJECT: { defaults: [], becomes: ['OBJECT', 'BLOB'] },
  JSON: { defaults: [], becomes: ['JSON'] },
  GEOMETRY: { defaults: [], not: ['pgsql'] },
  UUID: { defaults: ['6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d'], becomes: ['UUID'] },
  UUID_BINARY: { defaults: [], sample: "'6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d'", becomes: ['UUID_BINARY'] },
  YEAR: { defaults: ['1999', '2026'], sample: '2026', isIndexable: true, becomes: ['YEAR', 'INTEGER'] },
  TIMESTAMPTZ: {
    defaults: ['2020-01-31 10:11:12+02:00'],
    expressions: ['CURRENT_TIMESTAMP'],
    isIndexable: true,
    becomes: ['TIMESTAMPTZ', 'TIMESTAMP'],
    not: pgsqlOnly,
  },
  INTERVAL: { defaults: ['P1DT2H', '-1 mons'], becomes: ['INTERVAL', 'VARCHAR'], not: pgsqlOnly },
  INET: { defaults: ['10.0.0.1', '2001:DB8::1/64'], isIndexable: true, becomes: ['INET', 'VARCHAR'], not: pgsqlOnly },
  CIDR: { defaults: ['10.0.0.0/8'], isIndexable: true, becomes: ['CIDR', 'INET'], not: pgsqlOnly },
  MACADDR: { defaults: ['08-00-2B-01-02-03'], isIndexable: true, becomes: ['MACADDR', 'VARCHAR'], not: pgsqlOnly },
  CITEXT: { ...text, isIndexable: true, becomes: ['CITEXT', 'LONGVARCHAR'], not: pgsqlOnly, extension: 'citext' },
  HSTORE: {
    defaults: [],
    sample: `['a' => '1', 'bc' => null]`,
    becomes: ['HSTORE', 'LONGVARCHAR'],
    not: pgsqlOnly,
    extension: 'hstore',
  },
  BIT: { defaults: [], sample: "'0101'", attributes: bits, becomes: ['BIT'], not: ['sqlite'] },
  INT4RANGE: { defaults: ['[1,5)', '(,7]'], becomes: ['INT4RANGE', 'VARCHAR'], not: pgsqlOnly },
  INT8RANGE: { defaults: ['empty', '[1,9000000000]'], becomes: ['INT8RANGE', 'VARCHAR'], not: pgsqlOnly },
  NUMRANGE: { defaults: ['[1.50,2]', '(0,)'], becomes: ['NUMRANGE', 'VARCHAR'], not: pgsqlOnly },
  TSRANGE: { defaults: ['[2020-01-01 10:00,2020-01-02 00:00:00.5)'], becomes: ['TSRANGE'], not: pgsqlOnly },
  TSTZRANGE: { defaults: ['[2020-01-01 10:00+02,)'], becomes: ['TSTZRANGE'], not: pgsqlOnly },
  DATERANGE: { defaults: ['[2020-01-31,2020-02-29]'], becomes: ['DATERANGE', 'VARCHAR'], not: pgsqlOnly },
  VARBIT: { defaults: ['', '101'], sample: "'011'", attributes: bits, becomes: ['VARBIT'], not: pgsqlOnly },
}

/** Statements that create the extensions. */
export const extensionStatements: readonly string[] = Object.values<ColumnKind>(columnKinds).flatMap(({ extension }) =>
  extension === undefined ? [] : [`CREATE EXTENSION IF NOT EXISTS ${extension}`],
)

export interface Sample {
  readonly type: string
  /** The PHP name of the column. */
  readonly column: string
  /** The column element for a schema. */
  readonly xml: string
  /** The value to search for, as PHP. */
  readonly value: string
}

/** Returns a column of each kind whose values the database can compare, with a value to search for. */
export const samplesOn = (database: DatabaseName): readonly Sample[] =>
  Object.entries<ColumnKind>(columnKinds).flatMap(([type, { attributes, defaults, sample, not = [] }]) => {
    const last = defaults.at(-1)
    const value = sample ?? (last === undefined || type === 'SET' ? undefined : `'${last.replace(/['\\]/g, '\\$&')}'`)
    if (value === undefined || not.includes(database)) return []
    const column = `Of${type.replaceAll('_', '')}`
    const more = Object.entries(attributes?.[0] ?? {}).map(([name, text]) => ` ${name}="${text}"`)
    const xml = `<column name="of_${type.toLowerCase()}" phpName="${column}" type="${type}"${more.join('')}/>`
    return [{ type, column, xml, value }]
  })

/** Returns a schema with a model `Sample` that has all these columns. */
export const samplesSchema = (samples: readonly Sample[]): string => `<database name="samples"><table name="sample">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  ${samples.map(({ xml }) => xml).join('\n  ')}
</table></database>`
