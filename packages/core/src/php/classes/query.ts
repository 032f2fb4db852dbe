import type { InheritanceChild } from '../../model/index.js'
import type { ClassName } from '../class-names.js'
import { PhpClass } from '../code/php-class.js'
import { type ClassContribution, contribute, type QueryContribution } from '../contributions.js'
import { queryHookMethods } from '../hook-methods.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { childQueryView } from '../views/child-query.js'
import { parameterName } from '../views/column-view.js'
import type { InheritanceView } from '../views/inheritance.js'
import { queryColumnsView } from '../views/query-columns.js'
import { type QueryRelationView, queryRelationsView } from '../views/query-relations.js'
import { classDoc } from './doc.js'
import { stub } from './stubs.js'

/** The base class of a table's queries. */
export function baseQuery(scope: Scope, contribution?: QueryContribution): PhpClass {
  const { table, names, imports } = scope
  const relations = queryRelationsView(scope)
  const php = new PhpClass('abstract class', scope.own)
  templates.queryColumns(queryColumnsView(scope, contribution?.parent !== undefined), php)
  templates.queryRelations(relations, php)
  if (contribution) php.methods.push(...queryHookMethods(contribution, scope))
  const parent = table.baseQueryClass ? imports.use(table.baseQueryClass.replace(/^\\/, '')) : names.ModelCriteria
  const model = scope.model(table)
  php.doc = classDoc(scope, `A query on the table \`${table.name}\`.`, () => {
    // A query of another table has the model of its own.
    const tags = parentQueryTags(scope, contribution?.parent ?? parent, contribution?.parent ? undefined : model)
    tags.push('')
    addColumnTags(tags, scope, model)
    addRelationTags(tags, relations.relations, scope)
    return tags
  })
  php.parent = parent
  return contribute(php, contribution)
}

/**
 * Tags of a query that knows by which one it was begun: endUse() has its type.
 *
 * @param model of queries whose parent does not know it
 */
const parentQueryTags = ({ names }: Scope, parent: string, model?: string): string[] => [
  '',
  `@template ParentQuery of ${names.ModelCriteria}|null = null`,
  `@extends ${parent}<${model ? `${model}, ` : ''}ParentQuery>`,
]

/** The class of queries for the user's own code. */
export function queryStub(scope: Scope, base: ClassName, contribution?: ClassContribution): PhpClass {
  const { table } = scope
  const php = stub(scope, base)
  php.doc = classDoc(scope, `A query on the table \`${table.name}\`, for methods of your own.`, () =>
    parentQueryTags(scope, php.parent!),
  )
  return contribute(php, contribution)
}

/** Tags of the methods that `__call` answers for columns. */
function addColumnTags(tags: string[], { names, table }: Scope, model: string): void {
  const connection = `?${names.ConnectionInterface} $con = null`
  const order = `(string $order = ${names.Criteria}::ASC)`
  const finds = [`${names.ObjectCollection}<int, ${model}> findBy`, `${model}|null findOneBy`, `${model} requireOneBy`]
  for (const { phpName } of table.columns) {
    const value = `mixed $${parameterName(phpName)}`
    tags.push(`@method static orderBy${phpName}${order}`, `@method static groupBy${phpName}()`)
    for (const find of finds) tags.push(`@method ${find}${phpName}(${value}, ${connection})`)
  }
}

/** Tags of the methods that `__call` answers for relations. */
function addRelationTags(tags: string[], relations: readonly QueryRelationView[], { names }: Scope): void {
  for (const { name } of relations) {
    tags.push(
      `@method static leftJoin${name}(?string $relationAlias = null)`,
      `@method static rightJoin${name}(?string $relationAlias = null)`,
      `@method static innerJoin${name}(?string $relationAlias = null)`,
      `@method static joinWith${name}(string $joinType = ${names.Criteria}::INNER_JOIN)`,
      `@method static leftJoinWith${name}()`,
      `@method static rightJoinWith${name}()`,
      `@method static innerJoinWith${name}()`,
    )
  }
}

/** The base class of queries for one class of single table inheritance. */
export function childQuery(child: InheritanceChild, inheritance: InheritanceView, scope: Scope): PhpClass {
  const { table, classes } = scope
  const mother = inheritance.children.find(({ className }) => className === child.extends)
  const php = new PhpClass('abstract class', scope.own)
  php.parent = scope.child((mother ? classes.ofChild(table, mother) : classes.of(table)).query)
  templates.childQuery(childQueryView(child, inheritance, scope), php)
  php.doc = classDoc(
    scope,
    `A query on the rows of the table \`${table.name}\` that are ${child.className} objects.`,
    () => parentQueryTags(scope, php.parent!),
  )
  return php
}
