import { phpLiteral } from '../../escape/php-literal.js'
import type { CrossRelation, Relation } from '../../model/index.js'
import { kindOf, rulesOf } from '../column-kinds.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { parameterName } from './column-view.js'
import { isPair } from './model-many-to-many.js'
import { hasRows } from './relation-view.js'

/** Many-to-many relations with several partners or with further key columns: each row is a tuple. */
export interface ModelCombinationsView {
  readonly names: Imports['names']
  readonly relations: readonly CombinationView[]
}

export interface CombinationView {
  readonly name: string
  readonly plural: string
  /** Class of the cross table's rows, the one-to-many relation to them and its inverse. */
  readonly row: string
  readonly rowName: string
  readonly rowPlural: string
  readonly rowToOwn: string
  /** Names of the tuple's parts in a row. */
  readonly parts: string
  /** Type of a tuple. */
  readonly tuple: string
  /** Parameters and arguments for a whole tuple, in tuple order. */
  readonly parameters: readonly string[]
  readonly values: string
  readonly assignments: string
  /** One `add` method per partner, whose first parameter is the partner. */
  readonly partners: readonly { readonly name: string; readonly parameters: readonly string[] }[]
  readonly sides: readonly SideView[]
}

/** A partner, whose objects can be queried by the other parts of the tuples. */
interface SideView {
  readonly model: string
  readonly collection: string
  readonly plural: string
  readonly query: string
  readonly toRows: string
  /** The other parts, each of which may filter the query. */
  readonly filters: readonly { readonly name: string; readonly value: string }[]
  readonly parameters: readonly string[]
  readonly arguments: string
}

interface Part {
  readonly name: string
  readonly type: string
  readonly variable: string
}

export function modelCombinationsView(scope: Scope): ModelCombinationsView {
  const { table, relations, crossRelations } = scope
  // A side may have the same name as a column or another relation.
  const taken = new Set(
    [
      ...table.columns.map(({ phpName }) => phpName),
      ...[...relations, ...crossRelations].flatMap(({ name, pluralName }) => [name, pluralName]),
    ].map((name) => name.toLowerCase()),
  )
  return {
    names: scope.names,
    relations: crossRelations
      .filter((cross) => !isPair(cross) && hasRows(cross, scope))
      .map((cross) => combinationView(cross, taken, scope)),
  }
}

/** @param taken names that are not available for sides; the sides' names are added to it */
function combinationView(cross: CrossRelation, taken: Set<string>, scope: Scope): CombinationView {
  const { name, pluralName, crossTable, incoming, outgoing, extraColumns } = cross
  const partners = outgoing.map(
    (relation): Part => ({
      name: relation.name,
      type: scope.model(relation.table),
      variable: `$${parameterName(relation.name)}`,
    }),
  )
  const extras = extraColumns.map(
    (column): Part => ({
      name: column.phpName,
      type: scope.typeList(rulesOf(kindOf(column)).accepts),
      variable: `$${parameterName(column.phpName)}`,
    }),
  )
  const parts = [...partners, ...extras]
  const parameter = ({ type, variable }: Part): string => `${type} ${variable}`
  return {
    name,
    plural: pluralName,
    row: scope.model(crossTable),
    rowName: incoming.reverseName,
    rowPlural: incoming.reversePluralName,
    rowToOwn: incoming.name,
    parts: phpLiteral(parts.map((part) => part.name)),
    tuple: `array{${parts.map(({ type }) => type).join(', ')}}`,
    parameters: parts.map(parameter),
    values: parts.map(({ variable }) => variable).join(', '),
    assignments: parts.map((part) => `set${part.name}(${part.variable})`).join('->'),
    partners: partners.map((partner) => ({
      name: partner.name,
      parameters: [partner, ...parts.filter((part) => part !== partner)].map(parameter),
    })),
    sides: outgoing
      .map((relation, at) => sideView(relation, parts[at]!, parts, scope))
      .filter(({ plural }) => taken.size < taken.add(plural.toLowerCase()).size),
  }
}

function sideView(relation: Relation, own: Part, parts: readonly Part[], scope: Scope): SideView {
  const others = parts.filter((part) => part !== own)
  const nullable = ({ type, variable }: Part): string =>
    `${type.includes('|') ? `${type}|null` : `?${type}`} ${variable} = null`
  return {
    model: own.type,
    collection: scope.collection(relation.table),
    plural: relation.pluralName,
    query: scope.query(relation.table),
    toRows: relation.reverseName,
    filters: others.map((part) => ({ name: part.name, value: part.variable })),
    parameters: [...others.map(nullable), `?${scope.names.Criteria} $criteria = null`],
    arguments: [...others.map(({ variable }) => variable), '$criteria'].join(', '),
  }
}
