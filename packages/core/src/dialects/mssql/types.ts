import { type Column, sqlForms } from '../../model/index.js'
import { sqlType } from '../dialect.js'

export const types = sqlForms('mssql')

export const typeOf = (column: Column): string =>
  // Positions start at 0, and a TINYINT ends at 255.
  column.sqlType === undefined && column.type === 'ENUM' && column.valueSet.length > 256
    ? 'SMALLINT'
    : sqlType(types, column)
