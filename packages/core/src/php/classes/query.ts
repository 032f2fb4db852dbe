import type { InheritanceChild } from '../../model/index.js'
import type { ClassName } from '../class-names.js'
import { ClassDraft, type PhpClass } from '../code/members.js'
import { type ClassContribution, contribute, type QueryContribution } from '../contributions.js'
import { queryHookMethods } from '../hook-methods.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { childQueryView } from '../views/child-query.js'
import { parameterName } from '../views/column.js'
import type { InheritanceView } from '../views/inheritance.js'
import { queryColumnsView } from '../views/query-columns.js'
import { type QueryRelationView, queryRelationsView } from '../views/query-relations.js'
import { classDoc } from './doc.js'
import { stub } from './stubs.js'

/** The base class of a table's queries. */
export function baseQuery(scope: Scope, contribution?: QueryContribution): ClassDraft | PhpClass {
  const { table, names, imports } = scope
  const relations = queryRelationsView(scope)
  const php = new ClassDraft('abstract class', scope.own)
  templates.queryColumns(queryColumnsView(scope, contribution?.parent !== undefined), php.members)
  templates.queryRelations(relations, php.members)
  if (contribution) php.members.lastMethods(queryHookMethods(contribution, scope))
  const parent = table.baseQueryClass ? imports.use(table.baseQueryClass.replace(/^\\/, '')) : names.ModelCriteria
  const model = scope.model(table)
  php.doc = classDoc(
    scope,
    `A query on the table \`${table.name}\`.`,
    () =>
      // A query of another table has the model of its own.
      `${parentQueryTags(scope, contribution?.parent ?? parent, contribution?.parent ? undefined : model)}\n *${columnTags(scope, model)}${relationTags(relations.relations, scope)}`,
  )
  php.parent = parent
  return contribute(php, contribution)
}

/**
 * Tags, as lines of a docblock, of a query that knows by which one it was begun: endUse() has its type.
 *
 * @param model of queries whose parent does not know it
 */
const parentQueryTags = ({ names }: Scope, parent: string, model?: string): string =>
  `\n *\n * @template ParentQuery of ${names.ModelCriteria}|null = null\n * @extends ${parent}<${model ? `${model}, ` : ''}ParentQuery>`

/** The class of queries for the user's own code. */
export function queryStub(scope: Scope, base: ClassName, contribution?: ClassContribution): ClassDraft | PhpClass {
  const { table } = scope
  const php = stub(scope, base)
  php.doc = classDoc(scope, `A query on the table \`${table.name}\`, for methods of your own.`, () =>
    parentQueryTags(scope, php.parent!),
  )
  return contribute(php, contribution)
}

/** Tags of the methods that `__call` answers for columns, as lines of a docblock. */
function columnTags({ names, table }: Scope, model: string): string {
  const connection = `?${names.ConnectionInterface} $con = null`
  const aroundName = [
    '\n * @method static orderBy',
    `(string $order = ${names.Criteria}::ASC)\n * @method static groupBy`,
    '()',
  ]
  const finds = [`${names.ObjectCollection}<int, ${model}> findBy`, `${model}|null findOneBy`, `${model} requireOneBy`]
  let tags = ''
  for (const { phpName } of table.columns) {
    const value = `mixed $${parameterName(phpName)}`
    tags += aroundName.join(phpName)
    for (const find of finds) tags += `\n * @method ${find}${phpName}(${value}, ${connection})`
  }
  return tags
}

/** Tags of the methods that `__call` answers for relations. */
function relationTags(relations: readonly QueryRelationView[], { names }: Scope): string {
  const aroundName = [
    '\n * @method static leftJoin',
    '(?string $relationAlias = null)\n * @method static rightJoin',
    '(?string $relationAlias = null)\n * @method static innerJoin',
    '(?string $relationAlias = null)\n * @method static joinWith',
    `(string $joinType = ${names.Criteria}::INNER_JOIN)\n * @method static leftJoinWith`,
    '()\n * @method static rightJoinWith',
    '()\n * @method static innerJoinWith',
    '()',
  ]
  let tags = ''
  for (const { name } of relations) tags += aroundName.join(name)
  return tags
}

/** The base class of queries for one class of single table inheritance. */
export function childQuery(child: InheritanceChild, inheritance: InheritanceView, scope: Scope): ClassDraft {
  const { table, classes } = scope
  const mother = inheritance.children.find(({ className }) => className === child.extends)
  const php = new ClassDraft('abstract class', scope.own)
  php.parent = scope.child((mother ? classes.ofChild(table, mother) : classes.of(table)).query)
  templates.childQuery(childQueryView(child, inheritance, scope), php.members)
  php.doc = classDoc(
    scope,
    `A query on the rows of the table \`${table.name}\` that are ${child.className} objects.`,
    () => parentQueryTags(scope, php.parent!),
  )
  return php
}
