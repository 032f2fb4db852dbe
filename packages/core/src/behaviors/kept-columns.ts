import { BuildError } from '../errors/index.js'
import { type BehaviorUse, isTrue } from '../model/index.js'
import type { TableEditor } from '../schema/index.js'
import type { TableView } from './table-view.js'

const parameters: Readonly<Record<string, readonly string[]>> = {
  sortable: ['rank_column'],
  nested_set: ['left_column', 'right_column', 'level_column', 'scope_column'],
  closure_table: ['parent_column'],
  aggregate_column: ['name'],
}

/**
 * Returns the columns that behaviors maintain themselves: positions in a list or a tree, and aggregates. Their values in
 * another row, a version or an archive do not apply to this row.
 */
export function keptColumns(behaviors: readonly BehaviorUse[]): ReadonlySet<string> {
  const names = behaviors.flatMap((use) => (parameters[use.name] ?? []).map((name) => use.parameters.get(name)))
  const lists = behaviors
    .filter(({ name }) => name === 'aggregate_multiple_columns')
    .flatMap((use) => (use.parameters.get('columns') ?? []) as readonly Readonly<Record<string, string>>[])
  return new Set([...names, ...lists.map((item) => item.column_name)].map(String))
}

/** Parameters that name a column which only the behavior writes. */
const ownColumns: Readonly<Record<string, readonly string[]>> = {
  ...parameters,
  nested_set: ['left_column', 'right_column', 'level_column'],
  sluggable: ['slug_column'],
  uuid: ['column'],
  versionable: ['version_column'],
  soft_delete: ['deleted_column'],
  timestampable: ['create_column', 'update_column', 'on_change'],
  blameable: ['create_column', 'update_column'],
}

/** Parameters that disable such a column. */
const switches: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  timestampable: { create_column: 'disable_created_at', update_column: 'disable_updated_at' },
  blameable: { create_column: 'disable_created_by', update_column: 'disable_updated_by' },
}

/** Rejects a column that two behaviors would write. */
export function refuseSharedColumns({ table, findColumn }: TableEditor, use: BehaviorUse): void {
  const owned = (one: BehaviorUse): { readonly parameter: string; readonly column: string }[] =>
    (ownColumns[one.name] ?? [])
      .filter((parameter) => !isTrue(String(one.parameters.get(switches[one.name]?.[parameter] ?? ''))))
      .flatMap((parameter) => namesIn(one, parameter).map((name) => ({ parameter, column: name })))
      .filter(({ column }) => column !== '')
      .map(({ parameter, column }) => ({ parameter, column: findColumn(column)?.name ?? column }))
  for (const { parameter, column } of owned(use)) {
    for (const other of table.behaviors.slice(
      0,
      table.behaviors.findIndex(({ id }) => id === use.id),
    )) {
      const there = owned(other).find((one) => one.column === column)
      if (!there) continue
      throw new BuildError(`column "${column}" is ${there.parameter} of behavior "${other.id}" already`, { parameter })
    }
  }
}

/** Returns the columns that a parameter names, without the watched columns of date rules, which the behavior does not write. */
const namesIn = ({ parameters }: BehaviorUse, parameter: string): string[] =>
  [parameters.get(parameter) ?? ''].flat().map((value) => String(value).replace(/:.*/s, '').trim())

/** Returns the behavior that writes a column, or that uses it as a list scope or in a date rule. */
export function keeperOf(behaviors: readonly BehaviorUse[], column: string): BehaviorUse | undefined {
  return behaviors.find(
    (use) =>
      keptColumns([use]).has(column) ||
      (use.name === 'sortable' && scopesOfLists([use]).includes(column)) ||
      (use.name === 'timestampable' && columnsOfDates(use).includes(column)),
  )
}

/** Returns the columns of date rules: those that get dates, and those that are watched. */
function columnsOfDates({ parameters }: BehaviorUse): string[] {
  const rules = [parameters.get('on_change') ?? []].flat().map(String)
  return rules.flatMap((rule) => rule.replace(/=.*/s, '').split(/[:,\s]+/))
}

/** Returns the phpNames of maintained and generated columns. */
export const keptNames = (table: TableView): string[] =>
  phpNamesOf(table, [...keptColumns(table.model.behaviors), ...generatedOf(table)])

/** Same as keptNames() with the scope columns of lists, as restoring an old version must not move the row to its old list. */
export const keptNamesOfVersions = (table: TableView): string[] =>
  phpNamesOf(table, [
    ...new Set([...keptColumns(table.model.behaviors), ...scopesOfLists(table.model.behaviors), ...generatedOf(table)]),
  ])

/** Returns the generated columns, which the database computes. */
const generatedOf = ({ model }: TableView): string[] =>
  model.columns.filter(({ generated }) => generated).map(({ name }) => name)

const scopesOfLists = (behaviors: readonly BehaviorUse[]): string[] =>
  behaviors
    .filter(({ name, parameters }) => name === 'sortable' && isTrue(String(parameters.get('use_scope'))))
    .flatMap(({ parameters }) => String(parameters.get('scope_column')).split(','))
    .map((name) => name.trim())

const phpNamesOf = (table: TableView, columns: readonly string[]): string[] =>
  columns.filter((name) => table.has(name)).map((name) => table.col(name).phpName)
