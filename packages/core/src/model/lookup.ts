import type { Column } from './column.js'
import type { ForeignKey } from './foreign-key.js'
import type { Platform } from './platform.js'
import type { Table } from './table.js'

/** Returns the primary key columns in the order of their declaration. */
export const primaryKeyOf = (table: Table): Column[] => table.columns.filter((column) => column.primaryKey)

export const autoIncrementOf = (table: Table): Column | undefined =>
  table.columns.find((column) => column.autoIncrement)

/** Returns the class key column of single table inheritance. */
export const inheritanceColumnOf = (table: Table): Column | undefined =>
  table.columns.find((column) => column.inheritance)

/** Returns the schema of the table that a foreign key references. */
export const foreignSchemaOf = (table: Table, key: ForeignKey): string | undefined => key.foreignSchema ?? table.schema

/** Returns the name and schema of the table that a foreign key references. */
export const foreignTableOf = (table: Table, key: ForeignKey): { readonly schema?: string; readonly name: string } => {
  const schema = foreignSchemaOf(table, key)
  return { name: key.foreignTable, ...(schema !== undefined && { schema }) }
}

/** Returns whether SQL is generated for the table. */
export const isCreated = (table: Table): boolean => !table.skipSql && !table.referenceOnly && table.alias === undefined

/** Returns the table name used in messages: `shop.book`, or `book` without a schema. */
export const qualifiedName = ({ schema, name }: { readonly schema?: string; readonly name: string }): string =>
  schema === undefined ? name : `${schema}.${name}`

/** Returns the table name used in statements. Where schemas are emulated, it starts with the schema name. */
export const serverName = (
  table: { readonly schema?: string; readonly name: string },
  { schemas }: { readonly schemas: Platform['schemas'] },
): string => {
  if (table.schema === undefined || schemas === 'none') return table.name
  return schemas === 'emulated' ? `${table.schema}§${table.name}` : qualifiedName(table)
}
