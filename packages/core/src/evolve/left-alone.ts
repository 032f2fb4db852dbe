import { dialects } from '../dialects/index.js'
import { qualifiedName, type Table } from '../model/index.js'
import { ownTablesNeededBy } from './own-tables.js'
import { byQualifiedName, type Snapshot } from './snapshot.js'

export interface LeaveOptions {
  /** Returns whether the configuration excludes a table. */
  readonly isExcluded: (table: string) => boolean
  /** The snapshot that the last migration left, if it is not `before`. @default before */
  readonly stored?: Snapshot
}

/**
 * Returns both sides of a comparison without the tables that migrations leave alone, so that no statements are generated for
 * them. `after` stores these tables as the last migration that managed them left them: a table only disappears from a snapshot
 * when it disappears from the schema.
 */
export function leaveAlone(
  before: Snapshot,
  after: Snapshot,
  { isExcluded, stored = before }: LeaveOptions,
): [before: Snapshot, after: Snapshot] {
  const idOf = (table: Table): string => folded(after, qualifiedName(table))
  const tables = after.tables.filter(({ name }) => !isExcluded(name))
  const managed = new Set(tables.map(idOf))
  const remembered = [...stored.leftAlone, ...stored.tables].filter((table) => !managed.has(idOf(table)))
  const recall = (table: Table): Table =>
    remembered.find((other) => idOf(other) === idOf(table)) ??
    remembered.find((other) => isLike(after, other, table)) ??
    table
  const ofSchema = after.leftAlone.map(recall)
  const excluded = remembered.filter((table) => isExcluded(table.name) && !ofSchema.includes(table))
  const leftAlone = [...ofSchema, ...excluded].sort(byQualifiedName)
  const isLeft = (table: Table): boolean =>
    !managed.has(idOf(table)) && (isExcluded(table.name) || leftAlone.some((other) => isLike(after, other, table)))
  const objectsOf = ({ objects }: Snapshot) =>
    objects.filter((object) => !isExcluded(object.name) && !leftAlone.some((table) => isLike(after, table, object)))
  const known = new Set(before.tables.map(idOf))
  const back = before.leftAlone.filter(
    (table) => wasManaged(table) && managed.has(idOf(table)) && !known.has(idOf(table)),
  )
  const migration = before.migration ?? stored.migration
  return [
    {
      ...before,
      ...ownTablesNeededBy(stored.ownTables, before),
      ...(migration !== undefined && { migration }),
      tables: [...before.tables.filter((table) => !isLeft(table)), ...back].sort(byQualifiedName),
      leftAlone: stored.leftAlone,
      objects: objectsOf(before),
    },
    {
      ...after,
      foundOwnTables: stored.foundOwnTables.filter((name) => !after.ownTables.includes(name)),
      tables,
      leftAlone,
      objects: objectsOf(after),
    },
  ]
}

/**
 * Returns a snapshot and the tables of its database without the tables that migrations leave alone, for a list of differences.
 */
export function managedTables(
  stored: Snapshot,
  database: Snapshot,
  isExcluded: LeaveOptions['isExcluded'],
): [stored: Snapshot, database: Snapshot] {
  const [own, snapshot] = leaveAlone(database, stored, { isExcluded, stored })
  return [
    { ...snapshot, leftAlone: [] },
    { ...own, leftAlone: [] },
  ]
}

/** Returns whether a migration created the table. */
export const wasManaged = ({ columns }: Table): boolean => columns.length > 0

const folded = ({ platform }: Snapshot, name: string): string =>
  dialects[platform].neverQuotes ? name.toUpperCase() : name

type Named = Pick<Table, 'name' | 'schema'>
/** Compares names. A catalog may contain an SQL schema that the schema file omits, or the other way round. */
const isLike = (snapshot: Snapshot, a: Named, b: Named): boolean =>
  folded(snapshot, a.name) === folded(snapshot, b.name) &&
  (a.schema === undefined || b.schema === undefined || folded(snapshot, a.schema) === folded(snapshot, b.schema))
