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
  const uses = relations.relations.map(usesOf)
  const php = new ClassDraft('abstract class', scope.own)
  templates.queryColumns(queryColumnsView(scope), php.members)
  templates.queryRelations(relations, php.members)
  if (contribution) php.members.lastMethods(queryHookMethods(contribution, scope))
  const parent = table.baseQueryClass ? imports.use(table.baseQueryClass.replace(/^\\/, '')) : names.ModelCriteria
  const model = scope.model(table)
  php.doc = classDoc(
    scope,
    `A query on the table \`${table.name}\`.`,
    () => `\n *\n * @extends ${parent}<${model}>\n *${columnTags(scope, model)}${relationTags(uses, scope)}`,
  )
  php.parent = parent
  php.answers = uses.flatMap(({ methods }) => methods)
  return contribute(php, contribution)
}

/** Tags of the methods that `__call` answers for columns, as lines of a docblock. */
function columnTags({ names, table }: Scope, model: string): string {
  let tags = ''
  for (const { phpName } of table.columns) {
    const value = `mixed $${parameterName(phpName)}`
    const parameters = `${value}, ?${names.ConnectionInterface} $con = null`
    const shorter = `${value}, $con = null`
    tags += `\n * @method static orderBy${phpName}(string $order = ${names.Criteria}::ASC)`
    tags += `\n * @method static groupBy${phpName}()`
    tags += methodTag(`${names.ObjectCollection}<int, ${model}> findBy${phpName}`, parameters, shorter)
    tags += methodTag(`${model}|null findOneBy${phpName}`, parameters, shorter)
    tags += methodTag(`${model} requireOneBy${phpName}`, parameters, shorter)
  }
  return tags
}

/** Tags of the methods that `__call` answers for relations. */
function relationTags(relations: readonly RelationUse[], { names }: Scope): string {
  let tags = ''
  for (const {
    relation: { name, query },
    methods: [withQuery, exists, notExists, isIn, isNotIn],
  } of relations) {
    for (const type of joinTypes) tags += `\n * @method static ${type}Join${name}(?string $relationAlias = null)`
    tags += `\n * @method static joinWith${name}(string $joinType = ${names.Criteria}::INNER_JOIN)`
    for (const type of joinTypes) tags += `\n * @method static ${type}JoinWith${name}()`
    tags += methodTag(
      `static ${withQuery}`,
      'callable $callable, ?string $relationAlias = null, ?string $joinType = null',
      'callable $callable, ?string ...$options',
    )
    tags += subQuery(`${query} ${exists}`, ", string $typeOfExists = 'EXISTS'")
    tags += subQuery(`${query} ${notExists}`)
    tags += subQuery(`${query} ${isIn}`, ", string $typeOfIn = 'IN'")
    tags += subQuery(`${query} ${isNotIn}`)
  }
  return tags
}

const joinTypes = ['left', 'right', 'inner'] as const

interface RelationUse {
  readonly relation: QueryRelationView
  /** Those of the methods that could be taken for one of another relation. */
  readonly methods: readonly [withQuery: string, exists: string, notExists: string, isIn: string, isNotIn: string]
}

const usesOf = (relation: QueryRelationView): RelationUse => ({
  relation,
  methods: [
    `with${relation.name}Query`,
    `use${relation.name}ExistsQuery`,
    `use${relation.name}NotExistsQuery`,
    `useIn${relation.name}Query`,
    `useNotIn${relation.name}Query`,
  ],
})

const subQuery = (method: string, more = ''): string =>
  methodTag(method, `?string $modelAlias = null, ?string $queryClass = null${more}`, '?string ...$options')

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
