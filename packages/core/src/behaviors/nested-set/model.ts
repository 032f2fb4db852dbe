import { dialects } from '../../dialects/index.js'
import { phpString } from '../../escape/php-literal.js'
import { sameAccessors, serverName } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import { methods } from '../methods.js'
import type { ColumnNames } from '../table-view.js'
import { type Context, shapeOf } from './shape.js'

/** Returns the constants with the tree columns, from which the runtime reads what it needs. */
export function modelConstants(context: Context): Member[] {
  const { table, cls } = context
  const { left, right, level, scope } = shapeOf(context)
  const constant = (name: string, column: ColumnNames): Member =>
    cls.constant({
      name,
      value: phpString(`${serverName(table.model, dialects[table.database.platform])}.${column.name}`),
    })
  return [
    constant('LEFT_COL', left),
    constant('RIGHT_COL', right),
    constant('LEVEL_COL', level),
    ...(scope ? [constant('SCOPE_COL', scope)] : []),
  ]
}

/** Returns methods with the usual names if the columns are named differently. */
export function modelMethods(context: Context): Member[] {
  const { left, right, level, scope } = shapeOf(context)
  return [
    ...proxies(context, left, 'LeftValue', '$v', 'left number'),
    ...proxies(context, right, 'RightValue', 'int $v', 'right number'),
    ...proxies(context, level, 'Level', 'int $v', 'depth'),
    // A sortable list with the same scope already has these methods.
    ...(scope && !isScopedList(context) ? proxies(context, scope, 'ScopeValue', '?int $v', 'scope') : []),
  ]
}

function isScopedList({ table }: Context): boolean {
  const sortable = table.model.behaviors.find(({ name }) => name === 'sortable')
  return sortable?.parameters.get('use_scope') === 'true'
}

function proxies(
  { cls, table }: Context,
  column: ColumnNames,
  name: string,
  parameter: string,
  what: string,
): Member[] {
  if (sameAccessors(column.phpName, name)) return []
  const value = `$this->${column.property}`
  return methods(cls, [
    name === 'ScopeValue'
      ? [`get${name}(): ?int`, `return ${value} === null ? null : (int) ${value};`, 'The scope of the tree.']
      : [`get${name}(): int`, `return (int) ${value};`, `The ${what} in the tree; 0 outside of trees.`],
    !table.model.readOnly && [
      `set${name}(${parameter}): static`,
      `return $this->${column.setter}($v);`,
      `Sets the ${what} without moving other rows.`,
    ],
  ])
}
