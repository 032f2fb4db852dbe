import type { Column } from './column.js'
import type { ForeignKey } from './foreign-key.js'
import type { Platform } from './platform.js'
import type { Table } from './table.js'

/** In the order in which the columns are declared. */
export const primaryKeyOf = (table: Table): Column[] => table.columns.filter((column) => column.primaryKey)

export const autoIncrementOf = (table: Table): Column | undefined =>
  table.columns.find((column) => column.autoIncrement)

/** The class key column of single table inheritance. */
export const inheritanceColumnOf = (table: Table): Column | undefined =>
  table.columns.find((column) => column.inheritance)

/** The schema of the table that a foreign key points at. */
export const foreignSchemaOf = (table: Table, key: ForeignKey): string | undefined => key.foreignSchema ?? table.schema

/** The table that a foreign key points at. */
export const foreignTableOf = (table: Table, key: ForeignKey): { readonly schema?: string; readonly name: string } => {
  const schema = foreignSchemaOf(table, key)
  return { name: key.foreignTable, ...(schema !== undefined && { schema }) }
}

/** Whether SQL is made for the table. */
export const isCreated = (table: Table): boolean => !table.skipSql && !table.referenceOnly && table.alias === undefined

/** `shop.book`, or `book` where there is no schema: the way messages name tables. */
export const qualifiedName = ({ schema, name }: { readonly schema?: string; readonly name: string }): string =>
  schema === undefined ? name : `${schema}.${name}`

/** The name by which statements find a table. Where schemas are emulated, that of a schema is part of the table's. */
export const serverName = (
  table: { readonly schema?: string; readonly name: string },
  { schemas }: { readonly schemas: Platform['schemas'] },
): string => {
  if (table.schema === undefined || schemas === 'none') return table.name
  return schemas === 'emulated' ? `${table.schema}§${table.name}` : qualifiedName(table)
}
