import type { Relation } from '../../model/index.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { keyOf, literalOf, ownValue } from './column-view.js'
import { isLeftOut, isSaved } from './relation-view.js'

/** Tables of which at most one row refers to a row. */
export interface ModelOneToOneView {
  readonly names: Imports['names']
  readonly relations: readonly OneToOneView[]
}

export interface OneToOneView {
  readonly name: string
  readonly property: string
  readonly target: string
  readonly query: string
  /** The key of the related row. */
  readonly key: string
  readonly reverseName: string
  /** Property of the related object for the inverse relation. */
  readonly backProperty: string
  /** Whether the related object is saved with this one: not if its table is read-only. */
  readonly isSaved: boolean
}

export const modelOneToOneView = (scope: Scope): ModelOneToOneView => ({
  names: scope.names,
  relations: scope.relations
    .filter((relation) => relation.kind === 'one-to-one' && !relation.isLocal && !isLeftOut(relation))
    .map((relation) => oneToOneView(relation, scope)),
})

function oneToOneView(relation: Relation, scope: Scope): OneToOneView {
  const { name, table: target, reverseName, columns, literals } = relation
  return {
    name,
    property: `single${name}`,
    target: scope.model(target),
    query: scope.query(target),
    key: keyOf(target, (column) => {
      const literal = literals.find((each) => each.column === column)
      return literal ? literalOf(column, literal.value) : ownValue(columns.find(({ other }) => other === column)!.own)
    }),
    reverseName,
    backProperty: `a${reverseName}`,
    isSaved: isSaved(target, scope),
  }
}
