import type { Relation } from '../../model/index.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { parameterName } from './column-view.js'
import { isLeftOut, isSaved } from './relation-view.js'

/** Rows of other tables that refer to a row. */
export interface ModelOneToManyView {
  readonly names: Imports['names']
  readonly hasRelations: boolean
  readonly joinBehavior: string
  readonly relations: readonly OneToManyView[]
}

export interface OneToManyView {
  readonly name: string
  readonly plural: string
  readonly target: string
  /** Collection type of the rows. */
  readonly collection: string
  readonly query: string
  readonly reverseName: string
  readonly parameter: string
  readonly pluralParameter: string
  /** Property with the rows to delete. */
  readonly scheduled: string
  /** Whether members are saved with the object: not if their table is read-only. */
  readonly isSaved: boolean
  /** Whether a row that is removed from the collection is deleted; otherwise its foreign key becomes null. */
  readonly deletesOrphans: boolean
  /** Other relations of the members that can be loaded with them. */
  readonly joins: readonly string[]
}

export function modelOneToManyView(scope: Scope): ModelOneToManyView {
  const { names, settings } = scope
  const relations = scope.relations
    .filter((relation) => relation.kind === 'one-to-many' && !isLeftOut(relation))
    .map((relation) => oneToManyView(relation, scope))
  return {
    names,
    hasRelations: relations.length > 0,
    joinBehavior: relations.some(({ joins }) => joins.length > 0)
      ? `${names.Criteria}::${settings.useLeftJoinsInDoJoinMethods ? 'LEFT' : 'INNER'}_JOIN`
      : '',
    relations,
  }
}

function oneToManyView(relation: Relation, scope: Scope): OneToManyView {
  const { name, pluralName: plural, foreignKey, table: target } = relation
  const joins = target.relations.filter(({ isLocal, table }) => isLocal && table !== scope.table)
  return {
    name,
    plural,
    target: scope.model(target),
    collection: scope.collection(target),
    query: joins.length > 0 ? scope.query(target) : '',
    reverseName: relation.reverseName,
    parameter: parameterName(name),
    pluralParameter: parameterName(plural),
    scheduled: `${parameterName(plural)}ScheduledForDeletion`,
    isSaved: isSaved(target, scope),
    deletesOrphans: foreignKey.onDelete === 'CASCADE' || relation.columns.every(({ other }) => other.required),
    joins: joins.map((join) => join.name),
  }
}
