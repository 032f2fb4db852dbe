import { type Column, primaryKeyOf, type Table } from '../../model/index.js'

export interface UuidParameters {
  readonly column: string
  readonly version: '7' | '4'
}

const isUuid = ({ type }: Column): boolean => type === 'UUID' || type === 'UUID_BINARY'

/** The column: the one that is named, else a primary key that is a UUID, else `uuid`. */
export function columnName(table: Pick<Table, 'columns'>, { column }: UuidParameters): string {
  const [key, further] = primaryKeyOf(table as Table)
  return column || (key && !further && isUuid(key) ? key.name : 'uuid')
}

/** Whether a column can hold the text of a UUID. */
export const holdsUuid = (column: Column): boolean =>
  isUuid(column) || ((column.type === 'CHAR' || column.type === 'VARCHAR') && (column.size ?? 255) >= 36)
