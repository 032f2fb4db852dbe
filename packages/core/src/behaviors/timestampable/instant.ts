import type { ColumnNames } from '../table-view.js'

const integerTypes: readonly string[] = ['INTEGER', 'BIGINT']

/** Whether a column holds Unix seconds instead of a date. */
export const holdsSeconds = (type: string): boolean => integerTypes.includes(type)

/** The instant `$now` as a column holds it. */
export const instant = ({ column }: ColumnNames): string =>
  holdsSeconds(column.type) ? '$now->getTimestamp()' : '$now'
