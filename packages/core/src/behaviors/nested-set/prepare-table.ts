import { BuildError } from '../../errors/index.js'
import { concernsColumn, integerTypes, sameAccessors, type Table } from '../../model/index.js'
import { needsChangeable, needsKey, notGenerated, readWithRow } from '../companion-table.js'
import type { TableContext } from '../define-behavior.js'
import type { parameters } from './shape.js'

type Context = TableContext<typeof parameters>

/** Adds the missing columns, and rejects a table that cannot be a tree. */
export function prepareTable({ table, params }: Context): void {
  const { left_column, right_column, level_column, use_scope, scope_column } = params
  const numbers = [left_column, right_column, level_column]
  const names = use_scope ? [...numbers, scope_column] : numbers
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new BuildError(`column "${twice}" cannot be used twice in a tree`)
  for (const name of names) {
    table.ensureColumn({ name, type: 'INTEGER' })
    const column = table.findColumn(name)!
    if (!integerTypes.has(column.type)) {
      throw new BuildError(`column "${name}" is ${column.type}, but must be one of ${[...integerTypes].join(', ')}`, {
        node: column,
      })
    }
  }
  notGenerated(table, names)
  needsChangeable(table, numbers)
  readWithRow(table, names)
  needsKey(table, 'a tree needs a primary key')
  checkProxies(table.table, params)
  for (const index of table.table.uniques) {
    const { name } = index
    const held = numbers.find((number) => concernsColumn(index, number))
    if (held !== undefined) {
      table.warn(`unique index "${name}" contains "${held}": rows share numbers while nodes move`)
    }
  }
}

/** Rejects accessors of other columns with the names of proxies such as getLevel() and getScopeValue(). */
function checkProxies({ columns }: Table, params: Context['params']): void {
  const proxies: readonly (readonly [string, string])[] = [
    ['LeftValue', params.left_column],
    ['RightValue', params.right_column],
    ['Level', params.level_column],
    ...(params.use_scope ? [['ScopeValue', params.scope_column] as const] : []),
  ]
  for (const [phpName, own] of proxies) {
    const column = columns.find((one) => sameAccessors(one.phpName, phpName))
    if (column && column.name !== own) {
      throw new BuildError(`column "${column.name}" and the proxy get${phpName}() have the same name`, {
        node: column,
        hint: 'set another phpName for the column',
      })
    }
  }
}
