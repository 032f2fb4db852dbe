import type { BehaviorUse } from '../model/index.js'
import type { TableView } from './table-view.js'

const parameters: Readonly<Record<string, readonly string[]>> = {
  sortable: ['rank_column'],
  nested_set: ['left_column', 'right_column', 'level_column', 'scope_column'],
  aggregate_column: ['name'],
}

/**
 * Columns that behaviors keep right by themselves: places in a list or a tree, and aggregates. What another row, a
 * version or an archive has there is not true of this row.
 */
export function keptColumns(behaviors: readonly BehaviorUse[]): ReadonlySet<string> {
  const names = behaviors.flatMap((use) => (parameters[use.name] ?? []).map((name) => use.parameters.get(name)))
  const lists = behaviors
    .filter(({ name }) => name === 'aggregate_multiple_columns')
    .flatMap((use) => (use.parameters.get('columns') ?? []) as readonly Readonly<Record<string, string>>[])
  return new Set([...names, ...lists.map((item) => item.column_name)].map(String))
}

/** Their phpNames. */
export const keptNames = (table: TableView): string[] =>
  [...keptColumns(table.model.behaviors)].filter((name) => table.has(name)).map((name) => table.col(name).phpName)
