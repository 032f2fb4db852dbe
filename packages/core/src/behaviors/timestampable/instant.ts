import { secondTypes } from '../../model/index.js'
import type { ColumnNames } from '../table-view.js'

/** Returns the instant `$now` as the column stores it. */
export const instant = ({ column }: ColumnNames): string =>
  secondTypes.has(column.type) ? '$now->getTimestamp()' : '$now'
