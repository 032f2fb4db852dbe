import type { InheritanceChild } from '../../model/index.js'
import type { ClassName } from '../class-names.js'
import { PhpClass, type PhpMethod } from '../code/php-class.js'
import { type ClassContribution, contribute, type QueryContribution } from '../contributions.js'
import { queryHookMethods } from '../hook-methods.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { childQueryView } from '../views/child-query.js'
import { parameterName } from '../views/column-view.js'
import type { InheritanceView } from '../views/inheritance.js'
import { queryColumnsView } from '../views/query-columns.js'
import { queryRelationsView } from '../views/query-relations.js'
import { classDoc } from './doc.js'
import { hasUnknownMethods, shortcutsOf } from './query-shortcuts.js'
import { stub } from './stubs.js'

/** Builds the base class of a table's queries. */
export function baseQuery(scope: Scope, contribution?: QueryContribution): PhpClass {
  const { table, names, imports } = scope
  const php = new PhpClass('abstract class', scope.own)
  templates.queryColumns(queryColumnsView(scope, contribution?.parent !== undefined), php)
  templates.queryRelations(queryRelationsView(scope), php)
  if (contribution) php.methods.push(...queryHookMethods(contribution, scope))
  const parent = table.baseQueryClass ? imports.use(table.baseQueryClass.replace(/^\\/, '')) : names.ModelCriteria
  const model = scope.model(table)
  php.parent = parent
  if (table.view?.materialized) php.traits.push(names.MaterializedViewTrait)
  contribute(php, contribution)
  const shortcuts = shortcutsOf(php, scope, contribution)
  const isOpen = hasUnknownMethods(scope, contribution)
  if (!isOpen) php.methods.push(...shortcuts)
  php.doc = classDoc(scope, `A query on the table \`${table.name}\`.`, () => {
    // The query of another table already has its own model type.
    const tags = parentQueryTags(scope, contribution?.parent ?? parent, contribution?.parent ? undefined : model)
    tags.push('', ...(isOpen ? shortcuts.map(tagOf) : []), ...findTags(scope, model))
    return tags
  })
  return php
}

const tagOf = ({ name, parameters }: PhpMethod): string => `@method static ${name}(${parameters.join(', ')})`

/**
 * Returns the template tags with the type of the parent query, which endUse() returns.
 *
 * @param model the model class, for queries whose parent does not set it
 */
const parentQueryTags = ({ names }: Scope, parent: string, model?: string): string[] => [
  '',
  `@template ParentQuery of ${names.ModelCriteria}|null = null`,
  `@extends ${parent}<${model ? `${model}, ` : ''}ParentQuery>`,
]

/** Builds the stub class for queries. */
export function queryStub(scope: Scope, base: ClassName, contribution?: ClassContribution): PhpClass {
  const { table } = scope
  const php = stub(scope, base)
  php.doc = classDoc(scope, `A query on the table \`${table.name}\`, for methods of your own.`, () =>
    parentQueryTags(scope, php.parent!),
  )
  return contribute(php, contribution)
}

/** Returns tags for the finders by column that `__call` handles, and for finders that return a custom collection class. */
function findTags(scope: Scope, model: string): string[] {
  const { names, table } = scope
  const connection = `?${names.ConnectionInterface} $con = null`
  const collection = scope.collection(table)
  const ofAll = scope.classes.collectionOf(table) ? [`@method ${collection} find(${connection})`] : []
  const finds = [`${collection} findBy`, `${model}|null findOneBy`, `${model} requireOneBy`]
  const byColumns = table.columns.flatMap(({ phpName }) =>
    finds.map((find) => `@method ${find}${phpName}(mixed $${parameterName(phpName)}, ${connection})`),
  )
  return [...ofAll, ...byColumns]
}

/** Builds the base query class for one class of single table inheritance. */
export function childQuery(child: InheritanceChild, inheritance: InheritanceView, scope: Scope): PhpClass {
  const { table, classes } = scope
  const mother = inheritance.children.find(({ className }) => className === child.extends)
  const php = new PhpClass('abstract class', scope.own)
  php.parent = scope.child((mother ? classes.ofChild(table, mother) : classes.ofTable(table)).query)
  templates.childQuery(childQueryView(child, inheritance, scope), php)
  php.doc = classDoc(
    scope,
    `A query on the rows of the table \`${table.name}\` that are ${child.className} objects.`,
    () => parentQueryTags(scope, php.parent!),
  )
  return php
}
