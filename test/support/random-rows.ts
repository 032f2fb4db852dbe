import { dialects } from 'orm-core'
import type { Snapshot } from 'orm-core/internal'
import type { DatabaseName } from './databases.js'
import { nativeKinds } from './random-schemas.js'

type Table = Snapshot['tables'][number]
type Column = Table['columns'][number]

interface RowRange {
  /** The number of the first row. @default 1 */
  readonly from?: number
  /** @default 3 */
  readonly count?: number
}

/** Returns rows for every table. Row k references row k, even if tables reference each other in a cycle. */
export function rowsOf(
  { tables, platform, settings }: Snapshot,
  name: DatabaseName,
  { from = 1, count = 3 }: RowRange = {},
): string[] {
  const { quote, typeOf, alter } = dialects[platform]
  const inserts = tables.flatMap((table) =>
    Array.from({ length: count }, (_, index) => {
      const values = table.columns.map((column) => sqlValue(column, typeOf(column, settings), index + from, name))
      const list = table.columns.map((column) => quote(column.name)).join(', ')
      return `INSERT INTO ${alter.tableName(table)} (${list}) VALUES (${values.join(', ')})`
    }),
  )
  const [off, on] = unchecked[name]
  return [off, ...inserts, on]
}

/** Statements that disable and enable foreign key checks. */
export const unchecked: Readonly<Record<DatabaseName, readonly [off: string, on: string]>> = {
  sqlite: ['PRAGMA foreign_keys = OFF', 'PRAGMA foreign_keys = ON'],
  mysql: ['SET FOREIGN_KEY_CHECKS = 0', 'SET FOREIGN_KEY_CHECKS = 1'],
  // A superuser may set this.
  pgsql: ['SET session_replication_role = replica', 'SET session_replication_role = DEFAULT'],
}

function sqlValue(column: Column, sqlType: string, row: number, name: DatabaseName): string {
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
  const bytes = (hex: string): string => (name === 'pgsql' ? `'\\x${hex}'` : `X'${hex}'`)
  const digits = String(row).padStart(2, '0')
  const uuid = `6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a${digits}`
  const native = nativeKinds[name].find(({ types }) => types.includes(column.sqlType ?? ''))
  if (native) return native.values[row % native.values.length]!
  switch (column.type) {
    case 'CHAR':
    case 'VARCHAR':
    case 'LONGVARCHAR':
    case 'CLOB':
    case 'OBJECT':
    case 'ARRAY':
      if (column.type === 'OBJECT') return bytes(`610${row}`)
      return text(column.size !== undefined && column.size < 8 ? `v${row}` : `v ${row} it's`)
    case 'REAL':
    case 'FLOAT':
    case 'DOUBLE':
      return `${row}.5`
    case 'DECIMAL':
    case 'NUMERIC':
      return column.size === undefined || column.scale
        ? `${row}.25`.replace(column.scale ? '' : '.25', '')
        : String(row)
    case 'BINARY':
    case 'VARBINARY':
    case 'LONGVARBINARY':
    case 'BLOB':
      return bytes(`00ff${digits}`)
    case 'ENUM_NATIVE':
      return text(column.valueSet[row % column.valueSet.length]!)
    case 'SET_NATIVE': {
      const value = column.valueSet[row % column.valueSet.length]!
      return text(name === 'pgsql' ? `{${value}}` : value)
    }
    case 'DATE':
      return text(`2021-02-${digits}`)
    case 'TIME':
      return text(`11:12:${digits}`)
    case 'DATETIME':
    case 'TIMESTAMP':
      return text(`2021-02-${digits} 11:12:13`)
    case 'TIMESTAMPTZ':
      return text(`2021-02-${digits} 11:12:13+02`)
    case 'INTERVAL':
      return text(`${row} days 01:02:03`)
    case 'INET':
    case 'CIDR':
      return text(`10.0.0.${row}`)
    case 'MACADDR':
      return text(`08:00:2b:01:02:${digits}`)
    case 'CITEXT':
      return text(`V ${row}`)
    case 'HSTORE':
      return text(`a=>${row}`)
    case 'INT4RANGE':
    case 'INT8RANGE':
    case 'NUMRANGE':
      return text(`[${row},${row + 5})`)
    case 'TSRANGE':
    case 'TSTZRANGE':
    case 'DATERANGE':
      return text(`[2021-02-${digits},2021-03-${digits})`)
    case 'YEAR':
      return `20${digits}`
    case 'BIT':
    case 'VARBIT':
      return `${name === 'mysql' ? 'b' : ''}'${row.toString(2).padStart(column.size ?? 1, '0')}'`
    case 'BOOLEAN':
      return name === 'pgsql' ? text(row % 2 === 0 ? 't' : 'f') : String(row % 2)
    case 'BOOLEAN_EMU':
      return String(row % 2)
    case 'JSON':
      return text(`{"a": ${row}}`)
    case 'GEOMETRY':
      return name === 'mysql' ? `ST_GeomFromText('POINT(${row} 1)')` : bytes(`0${row}`)
    case 'UUID':
    case 'UUID_BINARY':
      return /BINARY|BYTEA|BLOB/i.test(sqlType) ? bytes(uuid.replaceAll('-', '')) : text(uuid)
    case 'ENUM':
    case 'SET':
      return String(row % 3)
    default:
      return String(row)
  }
}
