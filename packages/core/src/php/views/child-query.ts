import type { InheritanceChild } from '../../model/index.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { familyOf, type InheritanceView, isOwnClass, storedKey } from './inheritance.js'

/** A query for the rows of one class of single table inheritance and of its subclasses. */
export interface ChildQueryView {
  readonly names: Imports['names']
  readonly tableMap: string
  readonly model: string
  /** The call that restricts the query. */
  readonly condition: string
  /** Whether no parent class already restricts the query. */
  readonly isFirst: boolean
}

export function childQueryView(
  child: InheritanceChild,
  { column, children }: InheritanceView,
  scope: Scope,
): ChildQueryView {
  const keys = familyOf(child, children).map((member) => storedKey(column, member))
  const mother = children.find(({ className }) => className === child.extends)
  const constant = `${scope.tableMap}::${column.constantName}`
  return {
    names: scope.names,
    tableMap: scope.tableMap,
    model: scope.child(scope.classes.ofChild(scope.table, child).model),
    isFirst: mother === undefined || isOwnClass(mother, scope.table),
    condition:
      keys.length === 1
        ? `addUsingAlias(${constant}, ${keys[0]})`
        : `addUsingAlias(${constant}, [${keys.join(', ')}], ${scope.names.Criteria}::IN)`,
  }
}
