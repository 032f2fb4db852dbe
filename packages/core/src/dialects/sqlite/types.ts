import { type Column, sqlForms, type Table } from '../../model/index.js'
import { sqlType } from '../dialect.js'

export const types = sqlForms('sqlite')

export const typeOf = (column: Column): string => sqlType(types, column)

/**
 * Returns the type of a column in its table. STRICT tables only allow a few types, to which the values of models are converted.
 */
export function typeIn(column: Column, { kinds }: Pick<Table, 'kinds'>): string {
  const type = typeOf(column)
  if (!kinds?.includes('strict') || /^ANY$/i.test(type)) return type
  if (/INT/i.test(type)) return 'INTEGER'
  if (/CHAR|CLOB|TEXT|DATE|TIME/i.test(type)) return 'TEXT'
  return /BLOB|^$/i.test(type) ? 'BLOB' : 'REAL'
}
