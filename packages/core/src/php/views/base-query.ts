import type { Relation, Table } from '../../model/index.js'
import { tableClasses } from '../class-names.js'
import type { Imports } from '../imports.js'
import { runtime } from '../runtime-names.js'
import { methodHead } from '../signature.js'
import { type ColumnView, columnView, parameterName } from './column.js'
import { type FileHead, fileHead, importsOf } from './file-head.js'
import { queryIn } from './relation.js'

export interface BaseQueryView extends FileHead {
  readonly imports: readonly string[]
  readonly table: string
  readonly parent: string
  readonly model: string
  readonly tableMap: string
  readonly criteria: string
  readonly connection: string
  readonly columns: readonly FilterView[]
  readonly relations: readonly QueryRelationView[]
}

interface FilterView extends ColumnView {
  readonly parameter: string
  readonly head: string
}

interface QueryRelationView {
  readonly name: string
  readonly parameter: string
  readonly targetModel: string
  readonly targetQuery: string
  readonly joinType: string
  readonly joinHead: string
  readonly useHead: string
  readonly existsHead: string
  readonly notExistsHead: string
  readonly inHead: string
  readonly notInHead: string
}

export function baseQueryView(table: Table): BaseQueryView {
  const { baseQuery, model, tableMap } = tableClasses(table)
  const imports = importsOf(baseQuery)
  return {
    ...fileHead(table, baseQuery),
    table: table.name,
    parent: imports.use(runtime.modelCriteria),
    model: imports.use(model.fqcn, `Child${model.short}`),
    tableMap: imports.use(tableMap.fqcn),
    criteria: imports.use(runtime.criteria),
    connection: `\\${runtime.connectionInterface}`,
    columns: table.columns.map((column): FilterView => {
      const view = columnView(column)
      const parameter = parameterName(view.phpName)
      return {
        ...view,
        parameter,
        head: methodHead(
          `public function filterBy${view.phpName}`,
          [`${view.filters}|null $${parameter} = null`, '?string $comparison = null'],
          'static',
        ),
      }
    }),
    relations: table.relations.map((relation) => relationView(relation, imports)),
    imports: imports.lines,
  }
}

function relationView(relation: Relation, imports: Imports): QueryRelationView {
  const { name } = relation
  const targetQuery = queryIn(imports, relation)
  const joinType = `${imports.use(runtime.criteria)}::${relation.foreignKey.defaultJoin.replace(' ', '_')}`
  const alias = '?string $modelAlias = null'
  const queryClass = '?string $queryClass = null'
  return {
    name,
    parameter: parameterName(name),
    targetModel: `\\${tableClasses(relation.table).model.fqcn}`,
    targetQuery,
    joinType,
    joinHead: methodHead(
      `public function join${name}`,
      ['?string $relationAlias = null', `?string $joinType = ${joinType}`],
      'static',
    ),
    useHead: methodHead(
      `public function use${name}Query`,
      ['?string $relationAlias = null', `string $joinType = ${joinType}`],
      targetQuery,
    ),
    existsHead: methodHead(
      `public function use${name}ExistsQuery`,
      [alias, queryClass, "string $typeOfExists = 'EXISTS'"],
      targetQuery,
    ),
    notExistsHead: methodHead(`public function use${name}NotExistsQuery`, [alias, queryClass], targetQuery),
    inHead: methodHead(
      `public function useIn${name}Query`,
      [alias, queryClass, "string $typeOfIn = 'IN'"],
      targetQuery,
    ),
    notInHead: methodHead(`public function useNotIn${name}Query`, [alias, queryClass], targetQuery),
  }
}
