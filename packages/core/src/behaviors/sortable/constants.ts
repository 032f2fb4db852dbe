import { type Dialect, dialects } from '../../dialects/index.js'
import { phpLiteral, phpString } from '../../escape/php-literal.js'
import { type Column, decimalTypes, type SchemaType, serverName } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import { type Context, shapeOf } from './shape.js'

/** Constants of the table map; the runtime reads from them what it needs to know of the lists. */
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

/** How many digits after the point a column stores: two values that differ only behind them are one list. */
const digitsOf = (column: Column, dialect: Dialect): number | null =>
  column.sqlType === undefined && withFraction.has(column.type) ? dialect.fractionDigits(column) : null

const withFraction: ReadonlySet<SchemaType> = new Set<SchemaType>([...decimalTypes, 'TIME', 'TIMESTAMP', 'DATETIME'])
