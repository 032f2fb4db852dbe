import { dialects } from '../../dialects/index.js'
import { phpString } from '../../escape/php-literal.js'
import { sameAccessors, serverName } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'
import type { ColumnNames } from '../table-view.js'
import { type NestedSetParameters, shapeOf } from './shape.js'

const shape = ({ table, params }: CodeContext) => shapeOf(table, params as unknown as NestedSetParameters)

/** The columns of the tree; the runtime reads from them what it needs to know. */
export function modelConstants(context: CodeContext): Member[] {
  const { table, cls } = context
  const { left, right, level, scope } = shape(context)
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

/** The names that users know, where the columns have others. */
export function modelMethods(context: CodeContext): Member[] {
  const { left, right, level, scope } = shape(context)
  return [
    ...proxies(context, left, 'LeftValue', '$v', 'left number'),
    ...proxies(context, right, 'RightValue', 'int $v', 'right number'),
    ...proxies(context, level, 'Level', 'int $v', 'depth'),
    // A sortable list of the same scope has these methods already.
    ...(scope && !isScopedList(context) ? proxies(context, scope, 'ScopeValue', '?int $v', 'scope') : []),
  ]
}

function isScopedList({ table }: CodeContext): boolean {
  const sortable = table.model.behaviors.find(({ name }) => name === 'sortable')
  return sortable?.parameters.get('use_scope') === 'true'
}

function proxies(
  { cls, table }: CodeContext,
  column: ColumnNames,
  name: string,
  parameter: string,
  what: string,
): Member[] {
  if (sameAccessors(column.phpName, name)) return []
  const isScope = name === 'ScopeValue'
  const value = `$this->${column.property}`
  const getter = cls.method({
    name: `get${name}`,
    returns: isScope ? '?int' : 'int',
    doc: isScope ? 'What tells the tree from others.' : `The ${what} in the tree; 0 outside of trees.`,
    body: isScope ? php`return ${value} === null ? null : (int) ${value};` : php`return (int) ${value};`,
  })
  const setter = cls.method({
    name: `set${name}`,
    params: [parameter],
    returns: 'static',
    doc: `Sets the ${what} without moving other rows.`,
    body: php`return $this->${column.setter}($v);`,
  })
  return table.model.readOnly ? [getter] : [getter, setter]
}
