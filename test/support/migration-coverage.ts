import { dialects } from 'orm-core'
import type { DatabaseDiff } from 'orm-core/internal'
import type { DatabaseName } from './databases.js'
import { columnTypes } from './random-schemas.js'

type Table = DatabaseDiff['created'][number]
type Key = Table['foreignKeys'][number]
type Change = DatabaseDiff['changed'][number]

const actions = ['CASCADE', 'SET NULL', 'RESTRICT', 'NO ACTION']
const added = ['_version', '_archive', '_i18n']

/** Returns the cases that pairs of random schemas must cover together on this vendor. */
export function wantedCoverage(vendor: DatabaseName): string[] {
  const types = columnTypes(vendor)
  const { alter } = dialects[vendor]
  return [
    ...types.flatMap(({ type }) => [`${type} added`, `${type} dropped`, `${type} kept`]),
    ...types.flatMap(({ type, hasDefault, hasExpression }) => [
      ...(hasDefault ? [`${type} with default`, `${type} required with default`, `${type} with another default`] : []),
      ...(hasExpression ? [`${type} with expression`] : []),
    ]),
    ...types.flatMap(({ type, becomes }) => becomes.map((other) => `${type} becomes ${other}`)),
    ...actions.flatMap((action) => [`ON DELETE ${action}`, `ON UPDATE ${action}`]),
    ...['indexes', 'uniques', 'foreignKeys'].flatMap((list) => [`${list} added`, `${list} dropped`]),
    'indexes renamed',
    ...(alter.nameless.includes('unique') ? [] : ['uniques renamed']),
    ...(alter.nameless.includes('foreign key') ? [] : ['foreignKeys renamed']),
    'index of two columns',
    'unique key of two columns',
    ...(vendor === 'mysql' ? ['part of a column in an index'] : []),
    'foreign key of two columns',
    'foreign key to its own table',
    'foreign key to its own table changed',
    'actions changed',
    'table created',
    'table dropped',
    'table renamed',
    'tables that swap names',
    'column renamed',
    'columns that swap names',
    'column takes the name of a dropped one',
    'key column renamed',
    'key column with another type',
    'key of two columns becomes one',
    'key of one column becomes two',
    'numbering begins',
    'numbering ends',
    'column becomes required',
    'column becomes optional',
    ...(vendor === 'sqlite' ? [] : ['description of a table changed', 'description of a column changed']),
    ...added.flatMap((suffix) => ['created', 'dropped', 'renamed', 'changed'].map((word) => `${suffix} ${word}`)),
  ]
}

/** Returns the cases that one pair covers. */
export function coverageOf(diff: DatabaseDiff): Set<string> {
  const reached = new Set<string>()
  const see = (...labels: readonly (string | false)[]): void => {
    for (const label of labels) if (label) reached.add(label)
  }
  const suffixOf = ({ name }: Table): string | undefined => added.find((suffix) => name.endsWith(suffix))
  for (const table of diff.created) see('table created', suffixOf(table) !== undefined && `${suffixOf(table)} created`)
  for (const table of diff.dropped) see('table dropped', suffixOf(table) !== undefined && `${suffixOf(table)} dropped`)
  for (const table of [...diff.before.tables, ...diff.after.tables]) see(...featuresOf(table))
  for (const table of diff.before.tables)
    see(
      ...fatesOf(
        table,
        diff.after.tables.find(({ name }) => name === table.name),
      ),
    )
  const oldNames = new Map(diff.changed.map(({ before, after }) => [after.name, before.name]))
  for (const change of diff.changed) {
    const { before, after } = change
    const isRenamed = before.name !== after.name
    see(
      isRenamed && 'table renamed',
      isRenamed && oldNames.get(before.name) === after.name && 'tables that swap names',
      suffixOf(after) !== undefined && `${suffixOf(after)} ${isRenamed ? 'renamed' : 'changed'}`,
      ...changesOf(change),
    )
  }
  return reached
}

/** Returns the type changes, including those where the server uses the same type for both. */
const fatesOf = (before: Table, after: Table | undefined): string[] =>
  before.columns.flatMap((old) => {
    const now = after?.columns.find(({ name }) => name === old.name)
    if (!now) return []
    return [old.type === now.type ? `${old.type} kept` : `${old.type} becomes ${now.type}`]
  })

function featuresOf(table: Table): string[] {
  return [
    ...table.columns.flatMap((column) => {
      const kind = column.default?.kind === 'expression' ? 'expression' : 'default'
      if (!column.default) return []
      return [`${column.type} with ${kind}`, ...(column.required ? [`${column.type} required with ${kind}`] : [])]
    }),
    ...table.indexes.flatMap(({ columns }) => [
      columns.length > 1 ? 'index of two columns' : '',
      columns.some(({ size }) => size !== undefined) ? 'part of a column in an index' : '',
    ]),
    ...table.uniques.map(({ columns }) => (columns.length > 1 ? 'unique key of two columns' : '')),
    ...table.foreignKeys.flatMap((key) => [
      `ON DELETE ${key.onDelete}`,
      `ON UPDATE ${key.onUpdate}`,
      key.references.length > 1 ? 'foreign key of two columns' : '',
      key.foreignTable === table.name ? 'foreign key to its own table' : '',
    ]),
  ]
}

function changesOf({ before, after, columns, addedColumns, droppedColumns, ...change }: Change): (string | false)[] {
  const renames = columns.filter(({ aspects }) => aspects.has('name'))
  const newNames = new Map(renames.map((each) => [each.before.name, each.after.name]))
  const keySize = (table: Table): number => table.columns.filter(({ primaryKey }) => primaryKey).length
  const isOwn = (key: Key): boolean => key.foreignTable === before.name || key.foreignTable === after.name
  const place = (key: Key): string =>
    key.references.map((reference) => ('local' in reference ? reference.local : '')).join()
  const { added: come, dropped: gone } = change.foreignKeys
  return [
    ...addedColumns.map(({ type }) => `${type} added`),
    ...droppedColumns.map(({ type }) => `${type} dropped`),
    ...columns.flatMap(({ before: old, after: now, aspects }) => [
      aspects.has('default') && !aspects.has('type') && `${now.type} with another default`,
      aspects.has('required') && `column becomes ${now.required || now.primaryKey ? 'required' : 'optional'}`,
      aspects.has('autoIncrement') && `numbering ${now.autoIncrement ? 'begins' : 'ends'}`,
      aspects.has('comment') && 'description of a column changed',
      aspects.has('name') && 'column renamed',
      aspects.has('name') && newNames.get(now.name) === old.name && 'columns that swap names',
      droppedColumns.some(({ name }) => name === now.name) && 'column takes the name of a dropped one',
      now.primaryKey && aspects.has('name') && 'key column renamed',
      now.primaryKey && aspects.has('type') && 'key column with another type',
    ]),
    ...(['indexes', 'uniques', 'foreignKeys'] as const).flatMap((list) =>
      (['added', 'dropped', 'renamed'] as const).map((word) => change[list][word].length > 0 && `${list} ${word}`),
    ),
    change.changesPrimaryKey && keySize(before) > keySize(after) && 'key of two columns becomes one',
    change.changesPrimaryKey && keySize(before) < keySize(after) && 'key of one column becomes two',
    [...come, ...gone].some(isOwn) && 'foreign key to its own table changed',
    come.some((key) => gone.some((old) => place(old) === place(key))) && 'actions changed',
    change.facts.has('comment') && 'description of a table changed',
  ]
}
