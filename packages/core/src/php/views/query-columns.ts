import type { Column } from '../../model/index.js'
import { canonicalTexts, isNumber, kindOf, rulesOf } from '../column-kinds.js'
import type { Scope } from '../scope.js'
import { nullable, parameterName } from './column-view.js'
import { enumValues } from './kind-text.js'

const runtimeNotFound = 'Orm\\Runtime\\Exception\\EntityNotFoundException'

/** The constructor of a query and its column filters. */
export interface QueryColumnsView {
  readonly tableMap: string
  readonly modelName: string
  /** Whether the query has a custom parent. If not, the constructor of the runtime does the work without another call. */
  readonly hasOwnBase: boolean
  /** Exception class of requireOne(), if it is not the runtime's own. */
  readonly notFoundClass: string | undefined
  readonly columns: readonly FilterView[]
}

interface FilterView {
  readonly phpName: string
  readonly constant: string
  readonly parameter: string
  readonly types: string
  readonly condition: string
  /** Statement before the condition; empty for none. */
  readonly check: string
  readonly singular: string | undefined
  readonly singularValue: string
}

export function queryColumnsView(scope: Scope, hasParent: boolean): QueryColumnsView {
  const { table, imports, settings } = scope
  const notFound = settings.entityNotFoundExceptionClass.replace(/^\\/, '')
  return {
    tableMap: scope.tableMap,
    modelName: `${scope.model(table)}::class`,
    hasOwnBase: hasParent || Boolean(table.baseQueryClass),
    notFoundClass: notFound === runtimeNotFound ? undefined : imports.use(notFound),
    columns: table.columns.map((column) => filterView(column, scope)),
  }
}

function filterView(column: Column, scope: Scope): FilterView {
  const kind = kindOf(column)
  const rules = rulesOf(kind)
  const types = scope.typeList(rules.filters)
  const enumClass = scope.enumClass(column)
  const constant = `${scope.tableMap}::${column.constantName}`
  const parameter = parameterName(column.phpName)
  return {
    phpName: column.phpName,
    constant,
    parameter,
    types: nullable(enumClass ? `${enumClass}|${types}` : types, true),
    condition: kind === 'text' && canonicalTexts.has(column.type) ? 'conditionOnText' : rules.condition,
    check: checkOf(column, scope, `$${parameter}`, constant),
    singular: column.hasSingular ? column.phpSingularName : undefined,
    singularValue: singularValueOf(column, scope),
  }
}

function checkOf(column: Column, scope: Scope, parameter: string, constant: string): string {
  // Most conditions on numbers are integers, which need no conversion.
  if (isNumber(column)) {
    return `${parameter} = \\is_int(${parameter}) ? ${parameter} : $this->comparable(${constant}, ${parameter}, $comparison);`
  }
  return column.phpEnum ? `${parameter} = ${enumValues(parameter, column, scope)};` : ''
}

function singularValueOf(column: Column, scope: Scope): string {
  if (column.phpEnum) return enumValues('$value', column, scope)
  const kind = kindOf(column)
  return kind === 'array' || kind === 'list' ? '$value === null ? null : [$value]' : '$value'
}
