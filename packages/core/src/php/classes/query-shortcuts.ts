import { phpString } from '../../escape/php-literal.js'
import type { Column, Relation } from '../../model/index.js'
import type { PhpClass, PhpMethod } from '../code/php-class.js'
import type { QueryContribution } from '../contributions.js'
import { takenByCriteria } from '../runtime-names.js'
import type { Scope } from '../scope.js'
import { isLeftOut } from '../views/relation-view.js'

/**
 * Methods of a query that only name a column or a relation: `orderByTitle()`, `leftJoinAuthor()`. They are added last,
 * and only under names that no other method has. They have no native return type, so that a class of the user can
 * override them with or without one.
 */
export function shortcutsOf(php: PhpClass, scope: Scope, contribution: QueryContribution = {}): PhpMethod[] {
  const taken = new Set([
    ...takenByCriteria,
    ...(contribution.traitMethods ?? []).map((name) => name.toLowerCase()),
    ...php.methods.map(({ name }) => name.toLowerCase()),
  ])
  // The class of the parent table has them, and the user may have overridden them there.
  const { parentTable } = contribution
  if (parentTable) for (const { name } of allOf(parentTable.columns, parentTable.relations, '')) claim(taken, name)
  return allOf(scope.table.columns, scope.relations, scope.names.Criteria).filter(({ name }) => claim(taken, name))
}

/** Whether the class inherits or uses code of the user, whose methods are not known: `__call` answers behind them. */
export const hasUnknownMethods = ({ table }: Scope, contribution: QueryContribution = {}): boolean =>
  Boolean(table.baseQueryClass) ||
  Boolean(contribution.hasUnknownTraits) ||
  (contribution.parent !== undefined && !contribution.parentTable)

/** Takes a name, and tells whether it was free. PHP compares names of methods without case. */
function claim(taken: Set<string>, name: string): boolean {
  const before = taken.size
  return taken.add(name.toLowerCase()).size > before
}

const allOf = (columns: readonly Column[], relations: readonly Relation[], criteria: string): PhpMethod[] => [
  ...columns.flatMap(({ phpName }) => ofColumn(phpName, criteria)),
  ...relations.filter((relation) => !isLeftOut(relation)).flatMap(({ name }) => ofRelation(name, criteria)),
]

const ofColumn = (phpName: string, criteria: string): PhpMethod[] => [
  shortcut(`orderBy${phpName}`, [`string $order = ${criteria}::ASC`], `orderBy(${phpString(phpName)}, $order)`),
  shortcut(`groupBy${phpName}`, [], `groupBy(${phpString(phpName)})`),
]

/** Those with `With` come first, as a relation may be called `WithAuthor`. */
function ofRelation(name: string, criteria: string): PhpMethod[] {
  const relation = phpString(name)
  const types = ['left', 'right', 'inner'].map((type) => [type, `${criteria}::${type.toUpperCase()}_JOIN`] as const)
  return [
    shortcut(`joinWith${name}`, ['?string $joinType = null'], `joinWith(${relation}, $joinType)`),
    ...types.map(([type, joinType]) => shortcut(`${type}JoinWith${name}`, [], `joinWith(${relation}, ${joinType})`)),
    ...types.map(([type, joinType]) =>
      shortcut(
        `${type}Join${name}`,
        ['?string $relationAlias = null'],
        `relationJoin(${relation}, $relationAlias, ${joinType})`,
      ),
    ),
  ]
}

const doc = ['@return static']

const shortcut = (name: string, parameters: readonly string[], call: string): PhpMethod => ({
  name,
  doc,
  modifiers: 'public',
  parameters,
  body: `        return $this->${call};\n`,
  isShort: true,
})
