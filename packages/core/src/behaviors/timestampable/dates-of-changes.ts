import { phpLiteral } from '../../escape/php-literal.js'
import { booleanTypes, type Column, readBoolean } from '../../model/index.js'
import { type Php, php } from '../php.js'
import { instant } from './instant.js'
import type { Context } from './shape.js'

/** Returns the values of a rule as PHP code, in the type in which they are compared. */
function literals({ column }: { readonly column: Column }, values: readonly string[]): string {
  return booleanTypes.has(column.type)
    ? `[${values.map((value) => String(readBoolean(value))).join(', ')}]`
    : phpLiteral(values.map((value) => (/INT/.test(column.type) ? String(BigInt(value)) : value)))
}

/** Returns the statements of a save that set dates. In a new row, every column with a value counts as changed. */
export function setDatesOfChanges({ table, params, cls }: Context, isInsert: boolean): Php[] {
  return (params.on_change ?? []).map(({ column: name, watched, values }) => {
    const date = table.col(name)
    const columns = watched.map((one) => table.col(one))
    const becomes = columns.flatMap((column) => {
      if (values.length === 0) return []
      const value = booleanTypes.has(column.column.type) ? '' : '(string) '
      return `in_array(${value}$this->${column.getter}(), ${literals(column, values)}, true)`
    })
    const changes = columns.map((column) =>
      isInsert ? `$this->${column.getter}() !== null` : `$this->isColumnModified(${cls.tableMap}::${column.constant})`,
    )
    const change = changes.length > 1 ? `(${changes.join(' || ')})` : changes[0]!
    const conditions = [`!$this->isColumnModified(${cls.tableMap}::${date.constant})`, change, ...becomes]
    return php`
      if (${conditions.join(' && ')}) {
          $this->${date.setter}(${instant(date)});
      }
    `
  })
}

/** Returns the statements for `update()` of a query: only rows where a watched column changes get the date. */
export function touchChanged({ table, params }: Context): Php[] {
  return (params.on_change ?? []).map(({ column: name, watched, values }) => {
    const date = table.col(name)
    const columns = watched.map((one) => table.col(one))
    const wanted = values.length === 0 ? '[]' : literals(columns[0]!, values)
    return php`$this->touchChanged($values, '${date.phpName}', ${phpLiteral(columns.map(({ phpName }) => phpName))}, ${wanted}, ${instant(date)}, $con);`
  })
}
