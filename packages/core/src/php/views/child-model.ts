import type { InheritanceChild } from '../../model/index.js'
import type { Scope } from '../scope.js'
import type { InheritanceView } from './inheritance.js'

/** A class of single table inheritance, whose objects have their class key from the start. */
export interface ChildModelView {
  readonly tableMap: string
  /** The phpName of the key column. */
  readonly keyName: string
  readonly keyConstant: string
}

export const childModelView = (
  child: InheritanceChild,
  { column }: InheritanceView,
  { tableMap }: Scope,
): ChildModelView => ({ tableMap, keyName: column.phpName, keyConstant: `CLASSKEY_${child.constantSuffix}` })
