import type { CrossRelation } from '../../model/index.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { parameterName } from './column-view.js'
import { hasRows } from './relation-view.js'

/** Partners of a model through cross tables. */
export interface ModelManyToManyView {
  readonly names: Imports['names']
  readonly relations: readonly ManyToManyView[]
}

export interface ManyToManyView {
  readonly name: string
  readonly plural: string
  readonly parameter: string
  readonly pluralParameter: string
  readonly target: string
  /** Collection type of the partners. */
  readonly collection: string
  /** The name of the relation on the partner. */
  readonly back: string
  readonly backPlural: string
  /** Class of the cross table's rows, and the one-to-many relation to them. */
  readonly row: string
  readonly rowName: string
  readonly rowPlural: string
  /** Relations of such a row to both sides. */
  readonly rowToTarget: string
  readonly rowToOwn: string
}

/** Whether there is one partner and no further key column, so that partners can be used instead of rows. */
export const isPair = ({ outgoing, extraColumns }: CrossRelation): boolean =>
  outgoing.length === 1 && extraColumns.length === 0

export const modelManyToManyView = (scope: Scope): ModelManyToManyView => ({
  names: scope.names,
  relations: scope.crossRelations
    .filter((cross) => isPair(cross) && hasRows(cross, scope))
    .map((cross) => manyToManyView(cross, scope)),
})

function manyToManyView(cross: CrossRelation, scope: Scope): ManyToManyView {
  const { name, pluralName: plural, incoming, crossTable } = cross
  const [outgoing] = cross.outgoing
  const target = outgoing!.table
  const back = target.crossRelations.find(
    (other) => other.crossTable === crossTable && other.incoming.foreignKey === outgoing!.foreignKey,
  )
  return {
    name,
    plural,
    parameter: parameterName(name),
    pluralParameter: parameterName(plural),
    target: scope.model(target),
    collection: scope.collection(target),
    back: back?.name ?? incoming.name,
    backPlural: back?.pluralName ?? incoming.pluralName,
    row: scope.model(crossTable),
    rowName: incoming.reverseName,
    rowPlural: incoming.reversePluralName,
    rowToTarget: outgoing!.name,
    rowToOwn: incoming.name,
  }
}
