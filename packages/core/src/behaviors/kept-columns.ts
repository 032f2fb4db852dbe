import { type BehaviorUse, isTrue } from '../model/index.js'
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
export const keptNames = (table: TableView): string[] => phpNamesOf(table, [...keptColumns(table.model.behaviors)])

/** The same with the columns that tell the list of a row: an old version does not take the row to its old list. */
export const keptNamesOfVersions = (table: TableView): string[] =>
  phpNamesOf(table, [...new Set([...keptColumns(table.model.behaviors), ...listScopes(table)])])

const listScopes = (table: TableView): string[] =>
  table.model.behaviors
    .filter(({ name, parameters }) => name === 'sortable' && isTrue(String(parameters.get('use_scope'))))
    .flatMap(({ parameters }) => String(parameters.get('scope_column')).split(','))
    .map((name) => name.trim())

const phpNamesOf = (table: TableView, columns: readonly string[]): string[] =>
  columns.filter((name) => table.has(name)).map((name) => table.col(name).phpName)
