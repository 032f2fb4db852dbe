import { type Dialect, dialects } from '../../dialects/index.js'
import { phpLiteral, phpString } from '../../escape/php-literal.js'
import { type Column, columnTypes, serverName } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import { type Context, shapeOf } from './shape.js'

/** Returns the constants of the table map from which the runtime reads what it needs about the lists. */
export function constants(context: Context): Member[] {
  const { table, cls } = context
  const { rank, scopes, isUnique } = shapeOf(context)
  const named = (name: string): string => `${serverName(table.model, dialects[table.database.platform])}.${name}`
  const columns = scopes.map(({ name }) => named(name))
  const digits = scopes.map(({ column }) => digitsOf(column, dialects[table.database.platform]))
  return [
    cls.constant({ name: 'RANK_COL', value: phpString(named(rank.name)) }),
    ...(columns.length === 0
      ? []
      : [
          cls.constant({
            name: 'SCOPE_COL',
            value: phpString(columns.length === 1 ? columns[0]! : JSON.stringify(columns)),
          }),
          cls.constant({ name: 'SCOPE_COLS', value: phpLiteral(columns) }),
        ]),
    ...(columns.length > 1 ? [cls.constant({ name: 'MULTI_SCOPE_COL', value: 'true' })] : []),
    ...(digits.some((count) => count !== null)
      ? [cls.constant({ name: 'SCOPE_DIGITS', value: phpLiteral(digits) })]
      : []),
    ...(isUnique ? [cls.constant({ name: 'RANK_IS_UNIQUE', value: 'true' })] : []),
  ]
}

/** Returns the decimal places that a column stores: values that differ only after them belong to the same list. */
const digitsOf = (column: Column, dialect: Dialect): number | null =>
  column.sqlType === undefined && columnTypes[column.type].hasFraction ? dialect.fractionDigits(column) : null
