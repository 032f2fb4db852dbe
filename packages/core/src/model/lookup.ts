import type { Column, Table } from './model.js'

export const findColumn = (table: Table, name: string): Column | undefined =>
  table.columns.find((column) => column.name === name)

export const primaryKeyOf = (table: Table): Column[] => table.columns.filter((column) => column.primaryKey)

export const autoIncrementOf = (table: Table): Column | undefined =>
  table.columns.find((column) => column.autoIncrement)
