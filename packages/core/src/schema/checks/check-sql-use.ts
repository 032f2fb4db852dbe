import type { Mark } from '../../errors/index.js'
import { notThere } from '../../errors/schema/vendor-errors.js'
import {
  autoIncrementOf,
  type BoundPlatform,
  type Column,
  type SqlOutline,
  type SqlUse,
  type Table,
} from '../../model/index.js'
import type { SchemaState } from '../state.js'

/** An expression of a schema, and the words that messages use for its location. */
export interface UsedSql {
  readonly text: string
  readonly use: SqlUse
  readonly at: Mark
  /** Such as `check "price_ok"`. */
  readonly place: string
}

const useWords: Readonly<Record<SqlUse, string>> = {
  check: 'a check',
  stored: 'a generated column',
  virtual: 'a generated column',
  index: 'an index',
  default: 'a default',
}

const aggregates: ReadonlySet<string> = new Set(
  'count sum avg group_concat string_agg array_agg json_agg jsonb_agg json_arrayagg json_objectagg listagg'.split(' '),
)

/** Reports what no expression of this use may contain: queries, aggregates, window functions and unstable functions. */
export function checkSqlUse(
  used: UsedSql,
  platform: BoundPlatform,
  { report }: Pick<SchemaState, 'report'>,
  table?: Table,
): void {
  const { text, use, at, place } = used
  if (platform.sqlExpression(text) === undefined) return
  const { calls, names, hasQuery, hasWindow } = platform.sqlOutline(text)
  const says = (what: string, hint: string): unknown =>
    report(notThere(at, place, what, useWords[use], platform.name, hint))
  if (hasQuery) {
    says('a sub-query', 'a trigger in a <statement> can read other rows')
    return
  }
  if (hasWindow) {
    says('a window function', 'a view can have it')
    return
  }
  const aggregate = calls.find((call) => call.arguments !== undefined && isAggregate(call.name, call.arguments))
  if (aggregate) {
    says(`the aggregate function ${aggregate.name}()`, 'a view can have it')
    return
  }
  const isCalled = ({ name, arguments: given }: SqlOutline['calls'][number]): boolean =>
    given !== undefined || (platform.reservedWords.has(name.toUpperCase()) && !isColumn(name, table))
  const refused = calls.find((call) => isCalled(call) && platform.refusesCall?.(call, use))
  if (refused) says(`${refused.name}, which does not always give the same value,`, 'a default or a trigger can have it')
  const counter = table && autoIncrementOf(table)
  if (counter && platform.autoIncrementNotIn?.includes(use) && readsColumn(names, counter))
    says(`the auto-increment column "${counter.name}"`, 'use another column')
}

const isAggregate = (name: string, given: string): boolean =>
  aggregates.has(name) || ((name === 'min' || name === 'max') && !given.includes(','))

const isColumn = (name: string, table: Table | undefined): boolean =>
  table?.columns.some((column) => column.name.toLowerCase() === name) ?? false

/** Whether the names in an expression include that of a column. */
export const readsColumn = (names: ReadonlySet<string>, { name }: Column): boolean =>
  names.has(name) || names.has(name.toLowerCase())

/** Returns the columns that an expression reads; none if it is not one expression. */
export function columnsReadBy(
  expression: string,
  columns: readonly Column[],
  platform: Pick<BoundPlatform, 'sqlExpression' | 'sqlOutline'>,
): Column[] {
  if (platform.sqlExpression(expression) === undefined) return []
  const { names } = platform.sqlOutline(expression)
  return columns.filter((column) => readsColumn(names, column))
}
