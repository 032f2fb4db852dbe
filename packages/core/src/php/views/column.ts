import type { Column } from '../../model/index.js'
import { phpColumnType } from '../column-types.js'
import { type PhpValue, phpLiteral } from '../literal.js'

/** What templates print of a column. */
export interface ColumnView {
  readonly name: string
  readonly phpName: string
  /** Name of the property, which is also the name of parameters for it. */
  readonly property: string
  readonly constant: string
  readonly native: string
  readonly accepts: string
  readonly filters: string
  readonly condition: string
  readonly castOnHydrate: boolean
  /** Default of a new object, as a PHP literal. */
  readonly default: string
  readonly hasDefault: boolean
  readonly primaryKey: boolean
}

export function columnView(column: Column): ColumnView {
  const type = phpColumnType(column.type)
  const value = defaultOf(column)
  return {
    name: column.name,
    phpName: column.phpName,
    property: column.name.toLowerCase(),
    constant: column.constantName,
    native: type.native,
    accepts: type.accepts,
    filters: type.filters,
    condition: type.condition,
    castOnHydrate: type.castOnHydrate,
    default: phpLiteral(value),
    hasDefault: value !== null,
    primaryKey: column.primaryKey,
  }
}

/** Only literals: an expression is the database's business. */
export function defaultOf(column: Column): PhpValue {
  if (column.default?.kind !== 'value') return null
  return phpColumnType(column.type).native === 'int' ? Number(column.default.text) : column.default.text
}

/** `author_id` gives `authorId`: parameters are named as the phpName with a small first letter. */
export const parameterName = (phpName: string): string => phpName.charAt(0).toLowerCase() + phpName.slice(1)
