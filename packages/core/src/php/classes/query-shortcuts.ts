import { phpString } from '../../escape/php-literal.js'
import type { Column, Relation } from '../../model/index.js'
import type { PhpClass, PhpMethod } from '../code/php-class.js'
import type { QueryContribution } from '../contributions.js'
import { takenByCriteria } from '../runtime-names.js'
import type { Scope } from '../scope.js'
import { isLeftOut } from '../views/relation-view.js'

/**
 * Returns query methods that only name a column or a relation: `orderByTitle()`, `leftJoinAuthor()`. They are added last,
 * and only under names that no other method has. They have no native return type, so that user classes can override
 * them with or without one.
 */
export function shortcutsOf(php: PhpClass, scope: Scope, contribution: QueryContribution = {}): PhpMethod[] {
  const taken = new Set([
    ...takenByCriteria,
    ...(contribution.traitMethods ?? []).map((name) => name.toLowerCase()),
    ...php.methods.map(({ name }) => name.toLowerCase()),
  ])
  // The class of the parent table already has these methods, and the user may have overridden them there.
  const { parentTable } = contribution
  if (parentTable) for (const { name } of allOf(parentTable.columns, parentTable.relations, '')) claim(taken, name)
  return allOf(scope.table.columns, scope.relations, scope.names.Criteria).filter(({ name }) => claim(taken, name))
}

/** Whether the class inherits or uses custom code with unknown methods. `__call` is only used if none of them matches. */
export const hasUnknownMethods = ({ table }: Scope, contribution: QueryContribution = {}): boolean =>
  Boolean(table.baseQueryClass) ||
  Boolean(contribution.hasUnknownTraits) ||
  (contribution.parent !== undefined && !contribution.parentTable)

/** Claims a name and returns whether it was free. PHP ignores case in method names. */
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

/** Returns the shortcuts of a relation. Those with `With` come first, as a relation may be named `WithAuthor`. */
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
