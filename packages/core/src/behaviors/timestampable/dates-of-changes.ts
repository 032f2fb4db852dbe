import { phpLiteral } from '../../escape/php-literal.js'
import { type Column, readBoolean } from '../../model/index.js'
import { type Php, php } from '../php.js'
import { instant } from './instant.js'
import { flags } from './on-change.js'
import type { Context } from './shape.js'

/** The values of a rule as PHP compares them. */
function literals({ column }: { readonly column: Column }, values: readonly string[]): string {
  return flags.includes(column.type)
    ? `[${values.map((value) => String(readBoolean(value))).join(', ')}]`
    : phpLiteral(values.map((value) => (/INT/.test(column.type) ? String(BigInt(value)) : value)))
}

/** The statements of a save that set dates: a new row changes every column that has a value. */
export function setDatesOfChanges({ table, params, cls }: Context, isInsert: boolean): Php[] {
  return (params.on_change ?? []).map(({ column: name, watched, values }) => {
    const date = table.col(name)
    const columns = watched.map((one) => table.col(one))
    const becomes = columns.flatMap((column) => {
      if (values.length === 0) return []
      const value = flags.includes(column.column.type) ? '' : '(string) '
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

/** The same for `update()` of a query: only in rows where a watched column differs from its new value. */
export function touchChanged({ table, params }: Context): Php[] {
  return (params.on_change ?? []).map(({ column: name, watched, values }) => {
    const date = table.col(name)
    const columns = watched.map((one) => table.col(one))
    const wanted = values.length === 0 ? '[]' : literals(columns[0]!, values)
    return php`$this->touchChanged($values, '${date.phpName}', ${phpLiteral(columns.map(({ phpName }) => phpName))}, ${wanted}, ${instant(date)}, $con);`
  })
}
