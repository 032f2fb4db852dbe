import type { Table } from '../../model/index.js'
import type { SqlSettings } from '../dialect.js'

/** Table options in the order used in SQL: names in the schema, name in SQL, and whether the value is quoted. */
const options: readonly (readonly [names: readonly string[], sql: string, quoted: 'yes' | 'no' | 'text'])[] = [
  [['AutoIncrement'], 'AUTO_INCREMENT', 'text'],
  [['AvgRowLength'], 'AVG_ROW_LENGTH', 'text'],
  [['Charset'], 'CHARACTER SET', 'yes'],
  [['Checksum'], 'CHECKSUM', 'text'],
  [['Collate'], 'COLLATE', 'yes'],
  [['Connection'], 'CONNECTION', 'yes'],
  [['DataDirectory'], 'DATA DIRECTORY', 'yes'],
  [['DelayKeyWrite', 'Delay_key_write'], 'DELAY_KEY_WRITE', 'text'],
  [['IndexDirectory'], 'INDEX DIRECTORY', 'yes'],
  [['InsertMethod'], 'INSERT_METHOD', 'no'],
  [['KeyBlockSize'], 'KEY_BLOCK_SIZE', 'text'],
  [['MaxRows'], 'MAX_ROWS', 'text'],
  [['MinRows'], 'MIN_ROWS', 'text'],
  [['PackKeys', 'Pack_Keys'], 'PACK_KEYS', 'no'],
  [['RowFormat'], 'ROW_FORMAT', 'no'],
  [['Union'], 'UNION', 'no'],
]

/** Returns the first name of an option that has several. */
export const optionOf = (name: string): string =>
  /^(?:engine|type)$/i.test(name)
    ? 'Engine'
    : (options.find(([names, sql]) => sql === name || names.includes(name))?.[0][0] ?? name)

export const engineOf = ({ vendor }: Table, { tableType }: SqlSettings['mysql']): string =>
  vendor.get('Engine') ?? vendor.get('Type') ?? vendor.get('ENGINE') ?? tableType

/** Returns the engine, the options set by vendor parameters, and the comment. */
export function tableOptions(table: Table, settings: SqlSettings['mysql'], quote: (text: string) => string): string[] {
  const parts = [`${settings.tableEngineKeyword}=${engineOf(table, settings)}`]
  for (const [names, sql, quoted] of table.vendor.size > 0 ? options : []) {
    const name = [...names, sql].find((candidate) => table.vendor.has(candidate))
    if (name === undefined) continue
    const value = table.vendor.get(name)!
    const isQuoted = quoted === 'yes' || (quoted === 'text' && !/^\d+$/.test(value))
    parts.push(`${sql}=${isQuoted ? quote(value) : value}`)
  }
  if (table.description !== undefined) parts.push(`COMMENT=${quote(table.description)}`)
  return parts
}
