import { dialects } from '../../dialects/index.js'
import { phpString } from '../../escape/php-literal.js'
import type { CrossRelation, Relation } from '../../model/index.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { parameterName } from './column-view.js'
import { isPair } from './model-many-to-many.js'
import { isLeftOut } from './relation-view.js'

/** Filters, joins and subqueries along the relations of a table. */
export interface QueryRelationsView {
  readonly names: Imports['names']
  readonly relations: readonly QueryRelationView[]
  readonly crossRelations: readonly QueryCrossView[]
  /** The referring tables for which PHP emulates onDelete: query, relation, and the columns that become null. */
  readonly referrers: readonly string[]
}

export interface QueryRelationView {
  readonly name: string
  readonly parameter: string
  readonly model: string
  readonly query: string
  readonly joinType: string
  readonly isToMany: boolean
}

interface QueryCrossView {
  readonly name: string
  readonly parameter: string
  readonly model: string
  /** The relation to the cross table's rows, and their relation to the partner. */
  readonly rows: string
  readonly relation: string
  /** Whether at most one row links two objects. */
  readonly isPair: boolean
}

export function queryRelationsView(scope: Scope): QueryRelationsView {
  const { names } = scope
  return {
    names,
    relations: scope.relations
      .filter((relation) => !isLeftOut(relation))
      .map((relation) => relationView(relation, scope)),
    crossRelations: scope.crossRelations.flatMap((cross) => crossViews(cross, scope)),
    referrers: scope.relations
      .filter((relation) => emulates(relation, scope))
      .flatMap((relation) => referrer(relation, scope)),
  }
}

const relationView = (relation: Relation, scope: Scope): QueryRelationView => ({
  name: relation.name,
  parameter: parameterName(relation.name),
  model: scope.model(relation.table),
  query: scope.query(relation.table),
  isToMany: relation.kind === 'one-to-many',
  joinType: `${scope.names.Criteria}::${relation.foreignKey.defaultJoin.replace(' ', '_')}`,
})

/** Returns one filter per partner, named like the relation if rows are just pairs, otherwise like the partner. */
function crossViews(cross: CrossRelation, scope: Scope): QueryCrossView[] {
  if (cross.crossTable.referenceOnly) return []
  const { outgoing, incoming } = cross
  const taken = new Set(scope.table.relations.map(({ name }) => name))
  return outgoing
    .map((relation) => ({
      relation,
      name: outgoing.length === 1 && cross.extraColumns.length === 0 ? cross.name : relation.name,
    }))
    .filter(({ name }) => !taken.has(name))
    .map(({ relation, name }) => ({
      name,
      parameter: parameterName(name),
      model: scope.model(relation.table),
      rows: incoming.reverseName,
      relation: relation.name,
      isPair: isPair(cross),
    }))
}

/** Whether PHP has to emulate onDelete, because of the settings or because the database does not keep the foreign key. */
const emulates = ({ table: referrer }: Relation, { settings, database }: Scope): boolean =>
  settings.emulateForeignKeyConstraints || !dialects[database.platform].keepsForeignKeys(referrer, settings.sql)

function referrer(relation: Relation, scope: Scope): string[] {
  const { foreignKey, table } = relation
  const { onDelete } = foreignKey
  if (relation.isLocal || isLeftOut(relation) || table.readOnly) return []
  if (onDelete !== 'CASCADE' && onDelete !== 'SET NULL') return []
  const nulls = onDelete === 'CASCADE' ? [] : relation.columns.map(({ other }) => phpString(other.phpName))
  return [`[${scope.query(table)}::class, ${phpString(relation.reverseName)}, [${nulls.join(', ')}]]`]
}
