import { primaryKeyOf } from '../../model/index.js'
import { returned } from '../code/layout.js'
import { kindOf, rulesOf } from '../column-kinds.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { type ColumnView, keyOf, nullable, ownValue } from './column-view.js'

/** Properties, accessors and mutators of a model, and its primary key. */
export interface ModelColumnsView {
  readonly names: Imports['names']
  readonly tableMap: string
  readonly columns: readonly ColumnView[]
  readonly constructs: boolean
  readonly constructorBody: readonly string[]
  readonly hasDefaults: boolean
  readonly defaults: readonly ColumnView[]
  readonly isDefault: string
  readonly key: KeyView | undefined
}

interface KeyView {
  readonly type: string
  readonly value: string
  readonly setterVisibility: string
  readonly parameter: string
  readonly assignments: readonly string[]
}

export function modelColumnsView(scope: Scope, columns: readonly ColumnView[], hasParent: boolean): ModelColumnsView {
  const { imports } = scope
  const defaults = columns.filter(({ hasDefault }) => hasDefault)
  const makesObjects = defaults.some((column) => column.applied !== column.default)
  const constructorBody = [
    ...(hasParent ? ["method_exists(parent::class, '__construct') && parent::__construct();"] : []),
    ...(makesObjects ? ['$this->applyDefaultValues();'] : []),
  ]
  return {
    names: imports.names,
    tableMap: scope.tableMap,
    columns,
    constructs: constructorBody.length > 0,
    constructorBody,
    hasDefaults: defaults.length > 0,
    defaults,
    isDefault: returned(
      defaults.map(({ isDefault }) => isDefault),
      '&&',
    ),
    key: keyView(scope),
  }
}

function keyView(scope: Scope): KeyView | undefined {
  const { table } = scope
  const key = primaryKeyOf(table)
  const [first] = key
  if (!first) return undefined
  const setterVisibility = table.readOnly ? 'protected' : 'public'
  const value = keyOf(table, ownValue)
  if (key.length > 1) {
    const parts = `$keys = ${scope.tableMap}::getTableMap()->keyParts($keys);`
    const setters = key.map(({ phpName }, index) => `$this->set${phpName}($keys[${index}]);`)
    return { type: 'array', value, setterVisibility, parameter: 'array $keys', assignments: [parts, ...setters] }
  }
  const kind = kindOf(first)
  const isOwnType = value.startsWith('$this->get') || kind === 'instance'
  const type = isOwnType ? 'mixed' : nullable(scope.typeList(rulesOf(kind).property), true)
  return {
    type,
    value,
    setterVisibility,
    parameter: `${type} $key = null`,
    assignments: [`$this->set${first.phpName}($key);`],
  }
}
