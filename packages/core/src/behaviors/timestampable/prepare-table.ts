import { BuildError } from '../../errors/index.js'
import { asciiLower, dateTypes, secondTypes } from '../../model/index.js'
import { needsWritable } from '../companion-table.js'
import type { TableContext } from '../define-behavior.js'
import { checkOnChange } from './on-change.js'
import type { parameters } from './shape.js'

/** Adds the missing columns. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  const names = [
    ...(params.disable_created_at ? [] : [params.create_column]),
    ...(params.disable_updated_at ? [] : [params.update_column]),
  ]
  if (names[0] !== undefined && asciiLower(names[0]) === asciiLower(names[1] ?? '')) {
    throw new BuildError(`column "${names[0]}" cannot hold both dates`, {
      parameter: 'update_column',
      hint: 'disable_created_at or disable_updated_at removes one of them',
    })
  }
  const rules = params.on_change ?? []
  checkOnChange(table, rules, names)
  const dates = [...names, ...new Set(rules.map(({ column }) => column))]
  for (const name of dates) {
    const column = table.ensureColumn({ name, type: 'TIMESTAMP' })
    if (column && !dateTypes.has(column.type) && !secondTypes.has(column.type)) {
      throw new BuildError(`column "${name}" is ${column.type}, which holds neither a date nor Unix seconds`, {
        node: column,
        hint: 'use TIMESTAMP, DATETIME, DATE, INTEGER or BIGINT',
      })
    }
    if (column?.autoIncrement || (column?.primaryKey && name !== params.create_column)) {
      throw new BuildError(`column "${name}" is the primary key, which no date can replace`, { node: column })
    }
  }
  needsWritable(table, dates)
}
