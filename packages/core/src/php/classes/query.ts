import type { InheritanceChild } from '../../model/index.js'
import { lineLimit } from '../code/layout.js'
import { type ClassDraft, splitMembers } from '../code/members.js'
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
export function baseQuery(scope: Scope, contribution?: QueryContribution): ClassDraft {
  const { table, names, imports } = scope
  const relations = queryRelationsView(scope)
  const { constants, properties, methods } = splitMembers(
    templates.queryColumns(queryColumnsView(scope)) + templates.queryRelations(relations),
  )
  const parent = table.baseQueryClass ? imports.use(table.baseQueryClass.replace(/^\\/, '')) : names.ModelCriteria
  const model = scope.model(table)
  const php: ClassDraft = {
    kind: 'abstract class',
    name: scope.own.short,
    namespace: scope.own.namespace,
    doc: classDoc(scope, [`A query on the table \`${table.name}\`.`], () => [
      `@extends ${parent}<${model}>`,
      '',
      ...columnMethods(scope, model),
      ...relations.relations.flatMap((relation) => relationMethods(relation, scope)),
    ]),
    parent,
    interfaces: [],
    traits: [],
    cases: [],
    constants,
    properties,
    methods: [...methods, ...queryHookMethods(contribution, scope)],
    answers: relations.relations.flatMap(({ name }) => usesOf(name)),
  }
  return contribute(php, contribution)
}

/** What `__call` answers for columns. */
function columnMethods({ names, table }: Scope, model: string): string[] {
  return table.columns.flatMap(({ phpName }) => {
    const value = `mixed $${parameterName(phpName)}`
    const find = (returns: string, method: string): string =>
      methodTag(
        `${returns} ${method}${phpName}`,
        `${value}, ?${names.ConnectionInterface} $con = null`,
        `${value}, $con = null`,
      )
    return [
      `@method static orderBy${phpName}(string $order = ${names.Criteria}::ASC)`,
      `@method static groupBy${phpName}()`,
      find(`${names.ObjectCollection}<int, ${model}>`, 'findBy'),
      find(`${model}|null`, 'findOneBy'),
      find(model, 'requireOneBy'),
    ]
  })
}

/** What `__call` answers for relations. */
function relationMethods({ name, query }: QueryRelationView, { names }: Scope): string[] {
  const [withQuery, exists, notExists, isIn, isNotIn] = usesOf(name)
  return [
    ...['left', 'right', 'inner'].map((type) => `@method static ${type}Join${name}(?string $relationAlias = null)`),
    `@method static joinWith${name}(string $joinType = ${names.Criteria}::INNER_JOIN)`,
    ...['left', 'right', 'inner'].map((type) => `@method static ${type}JoinWith${name}()`),
    methodTag(
      `static ${withQuery}`,
      'callable $callable, ?string $relationAlias = null, ?string $joinType = null',
      'callable $callable, ?string ...$options',
    ),
    subQuery(`${query} ${exists}`, ", string $typeOfExists = 'EXISTS'"),
    subQuery(`${query} ${notExists}`),
    subQuery(`${query} ${isIn}`, ", string $typeOfIn = 'IN'"),
    subQuery(`${query} ${isNotIn}`),
  ]
}

/** Those of them that could be taken for a method of another relation. */
const usesOf = (name: string) =>
  [
    `with${name}Query`,
    `use${name}ExistsQuery`,
    `use${name}NotExistsQuery`,
    `useIn${name}Query`,
    `useNotIn${name}Query`,
  ] as const

const subQuery = (method: string, more = ''): string =>
  methodTag(method, `?string $modelAlias = null, ?string $queryClass = null${more}`, '?string ...$options')

/** A tag cannot go over two lines: parameters that do not fit give way to shorter ones. */
function methodTag(method: string, parameters: string, shorter: string): string {
  const line = `@method ${method}(${parameters})`
  return line.length <= lineLimit - ' * '.length ? line : `@method ${method}(${shorter})`
}

/** The base class of queries for one class of single table inheritance. */
export function childQuery(child: InheritanceChild, inheritance: InheritanceView, scope: Scope): ClassDraft {
  const { table, classes, imports } = scope
  const mother = inheritance.children.find(({ className }) => className === child.extends)
  const { fqcn, short } = mother ? classes.ofChild(table, mother).query : classes.of(table).query
  const { methods } = splitMembers(templates.childQuery(childQueryView(child, inheritance, scope)))
  return {
    kind: 'abstract class',
    name: scope.own.short,
    namespace: scope.own.namespace,
    doc: classDoc(scope, [`A query on the rows of the table \`${table.name}\` that are ${child.className} objects.`]),
    parent: imports.use(fqcn, `Child${short}`),
    interfaces: [],
    traits: [],
    cases: [],
    constants: [],
    properties: [],
    methods,
  }
}
