import {
  type ColumnChange,
  dialects,
  type ListChange,
  type MadeType,
  type PartitionChange,
  type TableChange,
} from '../dialects/index.js'
import { columnReferences, type ForeignKey, type Index, indexWords, qualifiedName, type Table } from '../model/index.js'
import type { DatabaseDiff } from './diff/index.js'
import type { ColumnReturn } from './diff/moves.js'
import { wasManaged } from './left-alone.js'
import { describeOwnTable } from './own-tables.js'

/** Describes each change in one line. */
export function describeDiff(diff: DatabaseDiff): string[] {
  const { dropped, created, changed, ownTables, uselessOwnTables, objects, extensions, sequences } = diff
  const { madeTypes } = dialects[diff.after.platform].alter
  const types = madeTypes?.(diff.before.tables) ?? new Map<string, MadeType>()
  const newTypes = madeTypes?.(diff.after.tables) ?? new Map<string, MadeType>()
  const renamedTypes = [...diff.renamedTypes].filter(([from]) => types.has(from))
  const newNames = new Set(renamedTypes.map(([, to]) => to))
  return [
    ...describeLeftAlone(diff),
    ...extensions.map(({ name }) => `extension ${name} is created`),
    ...sequences.created.map(({ name }) => `sequence ${name} is created`),
    ...sequences.changed.map(
      ([, { name, start = 1, increment = 1 }]) => `sequence ${name} begins at ${start} and counts by ${increment}`,
    ),
    ...[...newTypes].flatMap(([key, { kind, name }]) =>
      types.has(key) || newNames.has(key) ? [] : [`${kind} ${name} is created`],
    ),
    ...dropped.map((table) => `table ${qualifiedName(table)} is dropped, with its rows`),
    ...sequences.dropped.map(({ name }) => `sequence ${name} is dropped`),
    ...created.map((table) => `table ${qualifiedName(table)} is created`),
    ...ownTables.map((name) => describeOwnTable(name, 'is created, for the library', 'is added, for the library')),
    ...uselessOwnTables.map((name) => `table ${name} is dropped, as nothing needs it any more`),
    ...changed.flatMap((change) => describeTable(change, diff)),
    ...renamedTypes.map(([from, to]) => {
      const { kind, name } = types.get(from)!
      return `${kind} ${name} is renamed to ${newTypes.get(to)!.name}`
    }),
    ...[...types].flatMap(([key, { kind, name }]) =>
      newTypes.has(key) || diff.renamedTypes.has(key) ? [] : [`${kind} ${name} is dropped`],
    ),
    ...objects.removed.map((object) => `${object.kind} ${qualifiedName(object)} is dropped`),
    ...objects.added.map((object) => `${object.kind} ${qualifiedName(object)} is created`),
    ...objects.changed.map((object) => `${object.kind} ${qualifiedName(object)} changes`),
    ...objects.disturbed.map(
      (object) =>
        `${object.kind} ${qualifiedName(object)} is dropped and created again, because something it uses changes`,
    ),
  ]
}

/** Describes tables that migrations no longer manage, or manage again. */
function describeLeftAlone({ before, after }: DatabaseDiff): string[] {
  const namesOf = (tables: readonly Table[]) => new Set(tables.map(qualifiedName))
  const [were, are, managed] = [namesOf(before.leftAlone), namesOf(after.leftAlone), namesOf(after.tables)]
  const made = (tables: readonly Table[]): string[] => tables.filter(wasManaged).map(qualifiedName)
  return [
    ...made(after.leftAlone)
      .filter((name) => !were.has(name))
      .map((name) => `table ${name} is left alone from now on: migrations neither change nor drop it`),
    ...made(before.leftAlone)
      .filter((name) => !are.has(name))
      .map((name) =>
        managed.has(name)
          ? `table ${name} is part of migrations again, as it was when they left it alone`
          : `table ${name} leaves the snapshot; the database keeps it, as migrations left it alone`,
      ),
  ]
}

function describeTable(change: TableChange, { moves, returns }: DatabaseDiff): string[] {
  const { before, after, addedColumns, droppedColumns, columns } = change
  const name = qualifiedName(after)
  return [
    ...(qualifiedName(before) === name ? [] : [`table ${qualifiedName(before)} is renamed to ${name}`]),
    ...addedColumns.map((column) => {
      const source = returns.find(({ columns: returned }) => returned.includes(column))
      return `${name}: column ${column.name} ${source ? `comes back from ${rowsOf(source)}` : 'is added'}`
    }),
    ...droppedColumns.map((column) => {
      const move = moves.find(({ columns: moved }) => moved.includes(column))
      return `${name}: column ${column.name} ${move ? `moves to ${qualifiedName(move.to)}` : 'is dropped, with its values'}`
    }),
    ...columns.filter(({ aspects }) => aspects.size > 0).map((column) => `${name}: ${describeColumn(column)}`),
    ...(change.changesPrimaryKey ? [`${name}: the primary key changes`] : []),
    ...describeList(name, 'unique key', change.uniques, columnsOf),
    ...describeList(name, 'index', change.indexes, columnsOf),
    ...describeList(name, 'foreign key', change.foreignKeys, targetOf),
    ...describeList(name, 'check', change.checks, (check) => check.name),
    ...describeList(name, 'exclusion', change.exclusions, (exclusion) => exclusion.name),
    ...(change.partition ? describePartition(name, change.partition) : []),
    ...[...change.facts.keys()].map((fact) => `${name}: ${fact === 'comment' ? 'the description' : fact} changes`),
  ]
}

/** Describes the rows that provide the values of returning columns, such as `book_i18n (locale en_US)`. */
export const rowsOf = ({ from, chosen }: ColumnReturn): string =>
  [qualifiedName(from), ...(chosen.length > 0 ? [`(${chosen.map((pair) => pair.join(' ')).join(', ')})`] : [])].join(
    ' ',
  )

function describePartition(table: string, change: PartitionChange): string[] {
  const { before, after, isOther, added, dropped, changed } = change
  if (!before) return [`${table}: the table is partitioned by ${after!.by}`]
  if (!after) return [`${table}: the table is not partitioned any more`]
  if (isOther) return [`${table}: the partitions change`]
  return [
    ...dropped.map((part) => `${table}: partition ${part.name} is dropped, with its rows`),
    ...added.map((part) => `${table}: partition ${part.name} is added`),
    ...changed.map((part) => `${table}: partition ${part.name} changes its values`),
  ]
}

const columnsOf = (index: Index): string => `on ${indexWords(index)}`
const targetOf = (key: ForeignKey): string =>
  `on ${columnReferences(key)
    .map(({ local }) => local)
    .join(', ')} to ${key.foreignTable}`

const describeList = <T extends { readonly name: string }>(
  table: string,
  noun: string,
  { added, dropped, renamed }: ListChange<T>,
  about: (thing: T) => string,
): string[] => [
  ...dropped.map((thing) => `${table}: ${noun} ${about(thing)} is dropped`),
  ...added.map((thing) => `${table}: ${noun} ${about(thing)} is added`),
  ...renamed.map(([old, now]) => `${table}: ${noun} ${old.name} is renamed to ${now.name}`),
]

const aspectWords = {
  name: 'name',
  type: 'type',
  default: 'default',
  required: 'NOT NULL',
  autoIncrement: 'auto-increment',
  identity: 'identity',
  generated: 'expression',
  domain: 'checks of the domain',
  options: 'character set or collation',
  comment: 'description',
  values: 'list of values',
} as const

function describeColumn({ before, after, aspects }: ColumnChange): string {
  const others = [...aspects].filter((aspect) => aspect !== 'name').map((aspect) => aspectWords[aspect])
  const renamed = aspects.has('name') ? [`is renamed to ${after.name}`] : []
  const changed = others.length > 0 ? [`changes its ${others.join(', ')}`] : []
  return `column ${before.name} ${[...renamed, ...changed].join(' and ')}`
}
