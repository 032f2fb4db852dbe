import type { InheritanceChild } from '../../model/index.js'
import { lineLimit } from '../code/layout.js'
import { ClassDraft, type PhpClass } from '../code/members.js'
import { contribute, type QueryContribution } from '../contributions.js'
import { queryHookMethods } from '../hook-methods.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { childQueryView } from '../views/child-query.js'
import { parameterName } from '../views/column.js'
import type { InheritanceView } from '../views/inheritance.js'
import { queryColumnsView } from '../views/query-columns.js'
import { type QueryRelationView, queryRelationsView } from '../views/query-relations.js'
import { classDoc } from './doc.js'

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
      `\n *${contribution?.parent === undefined ? `\n * @extends ${parent}<${model}>\n *` : ''}${columnTags(scope, model)}${relationTags(relations.relations, scope)}`,
  )
  php.parent = parent
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
    for (const find of finds) tags += methodTag(find + phpName, `${value}, ${connection}`, `${value}, $con = null`)
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

/** A tag cannot go over two lines: parameters that do not fit give way to shorter ones. */
function methodTag(method: string, parameters: string, shorter: string): string {
  const length = ' * @method ()'.length + method.length + parameters.length
  return `\n * @method ${method}(${length <= lineLimit ? parameters : shorter})`
}

/** The base class of queries for one class of single table inheritance. */
export function childQuery(child: InheritanceChild, inheritance: InheritanceView, scope: Scope): ClassDraft {
  const { table, classes } = scope
  const mother = inheritance.children.find(({ className }) => className === child.extends)
  const php = new ClassDraft('abstract class', scope.own)
  templates.childQuery(childQueryView(child, inheritance, scope), php.members)
  php.doc = classDoc(scope, `A query on the rows of the table \`${table.name}\` that are ${child.className} objects.`)
  php.parent = scope.child((mother ? classes.ofChild(table, mother) : classes.of(table)).query)
  return php
}
