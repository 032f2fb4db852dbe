import type { ColumnNames } from '../table-view.js'

const integerTypes: readonly string[] = ['INTEGER', 'BIGINT']

/** Whether a column stores Unix seconds instead of a date. */
export const holdsSeconds = (type: string): boolean => integerTypes.includes(type)

/** Returns the instant `$now` as the column stores it. */
export const instant = ({ column }: ColumnNames): string =>
  holdsSeconds(column.type) ? '$now->getTimestamp()' : '$now'
