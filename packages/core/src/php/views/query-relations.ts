import { dialects } from '../../dialects/index.js'
import { phpString } from '../../escape/php-literal.js'
import type { CrossRelation, Relation } from '../../model/index.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { parameterName } from './column-view.js'
import { isPair } from './model-many-to-many.js'
import { isLeftOut } from './relation-view.js'

/** Filters, joins and sub-queries along the relations of a table. */
export interface QueryRelationsView {
  readonly names: Imports['names']
  readonly relations: readonly QueryRelationView[]
  readonly crossRelations: readonly QueryCrossView[]
  /** The tables to whose rows PHP does what the database would: query, relation, columns that become null. */
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
  /** Relation to the rows between, and theirs to the partner. */
  readonly rows: string
  readonly relation: string
  /** Whether at most one row is between two objects. */
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

/** One filter per partner: under the relation's own name, or under the partner's where there are several. */
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

/** Whether PHP must do what the database does elsewhere. */
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
