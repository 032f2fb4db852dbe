import { type Column, type Domain, nativeValueTypes, sqlForms } from '../../model/index.js'
import { qualified } from '../clauses.js'
import { sqlType } from '../dialect.js'
import { typeName } from './enum-types.js'
import { quote } from './quote.js'

export const types = sqlForms('pgsql')

export const domainName = ({ schema, name }: Domain): string => qualified(schema, name, quote)

export const typeOf = (column: Column): string => (column.domain ? domainName(column.domain) : baseTypeOf(column))

/** Returns the type of a column, or the base type of its domain. */
export function baseTypeOf(column: Column): string {
  const { type, sqlType: written, srid, array } = column
  if (written !== undefined) return written
  if (nativeValueTypes.has(type)) return type === 'SET_NATIVE' ? `${typeName(column)}[]` : typeName(column)
  return srid === undefined ? `${sqlType(types, column)}${array ? '[]' : ''}` : `GEOMETRY(GEOMETRY,${srid})`
}
