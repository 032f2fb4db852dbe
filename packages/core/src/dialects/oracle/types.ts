import { type Column, sqlForms } from '../../model/index.js'
import { sqlType } from '../dialect.js'

export const types = sqlForms('oracle')

export function typeOf(column: Column): string {
  if (column.sqlType === undefined) {
    // RAW needs a length.
    if (column.type === 'BINARY' && column.size === undefined) return 'BLOB'
    if (column.type === 'TIMESTAMPTZ' && column.size !== undefined) return `TIMESTAMP(${column.size}) WITH TIME ZONE`
  }
  return sqlType(types, column)
}
