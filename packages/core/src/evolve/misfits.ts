import { dialects } from '../dialects/index.js'
import { characterTypes, integerTypes, numericTypes } from '../model/index.js'
import type { DatabaseDiff } from './diff/index.js'
import { beyondRange } from './narrower.js'

/**
 * Returns queries that fail if a text does not fit the number type that its column gets. They come before all changes, because
 * some servers would store another value, or keep the changes before the one that fails.
 */
export function misfitQueries({ changed, after: { platform, settings } }: DatabaseDiff): string[] {
  const { alter, quote } = dialects[platform]
  return changed.flatMap(({ before: table, after: newTable, columns }) =>
    columns.flatMap(({ before, after, aspects }) => {
      const isNumber = numericTypes.has(after.type) && !after.array && after.sqlType === undefined
      if (!aspects.has('type') || !characterTypes.has(before.type) || before.array || !isNumber) return []
      const { type } = alter.columnFacts(after, newTable, settings)
      const column = {
        table: alter.tableName(table),
        field: quote(before.name),
        after,
        isWhole: integerTypes.has(after.type),
        beyond: beyondRange(type, alter.costs.limits),
      }
      return alter.misfits?.(column) ?? []
    }),
  )
}
