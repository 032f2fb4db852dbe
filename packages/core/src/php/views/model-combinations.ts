import type { CrossRelation } from '../../model/index.js'
import { kindOf, rulesOf } from '../column-kinds.js'
import type { Imports } from '../imports.js'
import { phpLiteral } from '../literal.js'
import type { Scope } from '../scope.js'
import { parameterName } from './column-view.js'
import { isPair } from './model-many-to-many.js'
import { hasRows } from './relation-view.js'

/** Many-to-many relations with several partners, or with more values in the key: rows are tuples. */
export interface ModelCombinationsView {
  readonly names: Imports['names']
  readonly relations: readonly CombinationView[]
}

export interface CombinationView {
  readonly name: string
  readonly plural: string
  /** Class of the rows, the one-to-many relation to them and theirs back. */
  readonly row: string
  readonly rowName: string
  readonly rowPlural: string
  readonly rowToOwn: string
  /** What a row calls the parts of its tuple. */
  readonly parts: string
  /** Type of a tuple. */
  readonly tuple: string
  /** Parameters and arguments for a whole tuple, in its order. */
  readonly parameters: readonly string[]
  readonly values: string
  readonly assignments: string
  /** One `add` method per partner, whose first parameter is the partner. */
  readonly partners: readonly { readonly name: string; readonly parameters: readonly string[] }[]
  readonly first: string
  readonly firstPlural: string
  readonly firstQuery: string
  readonly firstToRows: string
  /** The other parts, each of which may restrict the query for the first. */
  readonly filters: readonly { readonly name: string; readonly value: string }[]
  readonly filterParameters: readonly string[]
  readonly filterArguments: string
}

interface Part {
  readonly name: string
  readonly type: string
  readonly variable: string
}

export const modelCombinationsView = (scope: Scope): ModelCombinationsView => ({
  names: scope.names,
  relations: scope.crossRelations
    .filter((cross) => !isPair(cross) && hasRows(cross, scope))
    .map((cross) => combinationView(cross, scope)),
})

function combinationView(cross: CrossRelation, scope: Scope): CombinationView {
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
  const [first, ...others] = parts
  const parameter = ({ type, variable }: Part): string => `${type} ${variable}`
  const nullable = ({ type, variable }: Part): string =>
    `${type.includes('|') ? `${type}|null` : `?${type}`} ${variable} = null`
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
    first: first!.type,
    firstPlural: outgoing[0]!.pluralName,
    firstQuery: scope.query(outgoing[0]!.table),
    firstToRows: outgoing[0]!.reverseName,
    filters: others.map((part) => ({ name: part.name, value: part.variable })),
    filterParameters: [...others.map(nullable), `?${scope.names.Criteria} $criteria = null`],
    filterArguments: [...others.map(({ variable }) => variable), '$criteria'].join(', '),
  }
}
