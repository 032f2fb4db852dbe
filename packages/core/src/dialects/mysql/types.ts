import { type Column, nativeValueTypes, sqlForms } from '../../model/index.js'
import { type SqlSettings, sqlType } from '../dialect.js'
import { literal } from './literal.js'

export const types = sqlForms('mysql')

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
