import type { BrowseRules } from '../session/browse-rules.js'
import { BrowseError } from './browse-error.js'
import { isRow } from './page.js'
import type { Read } from './sessions.js'
import { columnOf, keptColumns, shownTable, type TableAccess } from './tables.js'
import type { Cell, ColumnAccess } from './values.js'

/** Change of a row that a user requests. `old` is the row as the user saw it. */
export type Change =
  | {
      readonly kind: 'update'
      readonly table: string
      readonly key: readonly string[]
      readonly old: Cells
      readonly values: Values
    }
  | { readonly kind: 'delete'; readonly table: string; readonly key: readonly string[]; readonly old: Cells }
  | { readonly kind: 'insert'; readonly table: string; readonly values: Values }

export type Cells = Readonly<Record<string, Cell>>
type Values = Readonly<Record<string, string | null>>

/** Result of trying changes. */
export interface ChangePlan {
  readonly statements: readonly PlannedChange[]
}

export interface PlannedChange {
  readonly sql: string
  /** Side effects of the change, and behaviors that do not run. */
  readonly notes: readonly string[]
  /** Why the database or the studio rejects the change. */
  readonly problem?: string
  /** The current row if somebody has changed or deleted it in the meantime. */
  readonly conflict?: Cells | 'deleted'
}

/** Behaviors that do not affect rows written by a program. */
const silent: readonly string[] = [
  'auto_add_pk',
  'query_cache',
  'validate',
  'alternative_coding_standards',
  'cross_ref',
]

/** Returns the statement for a change. Throws if the change is not possible. */
export function changeSql(table: TableAccess, change: Change, rules: BrowseRules): string {
  if (table.table.readOnly) throw new BrowseError(400, `table "${table.name}" is read-only`)
  const [order] = Object.values(keptColumns(table))
  if (order !== undefined && change.kind !== 'update')
    throw new BrowseError(
      400,
      `rows of "${table.name}" are added and deleted by the library, which keeps their order (${order})`,
    )
  if (change.kind === 'delete') return `DELETE FROM ${table.written} WHERE ${keyOf(table, change.key)}`
  const values = Object.entries(change.values).map(([name, value]) => {
    const access = columnOf(table, name)
    refuseManaged(table, access)
    return { quoted: access.quoted, sql: value === null ? 'NULL' : access.entered(value) }
  })
  if (change.kind === 'update') {
    if (values.length === 0) throw new BrowseError(400, 'nothing changes')
    const set = values.map(({ quoted, sql }) => `${quoted} = ${sql}`).join(', ')
    return `UPDATE ${table.written} SET ${set} WHERE ${keyOf(table, change.key)}`
  }
  const names = values.map(({ quoted }) => quoted).join(', ')
  if (values.length === 0) return `INSERT INTO ${table.written} ${rules.noValues}`
  return `INSERT INTO ${table.written} (${names}) VALUES (${values.map(({ sql }) => sql).join(', ')})`
}

function keyOf(table: TableAccess, key: readonly string[]): string {
  if (table.key.length === 0 || key.length !== table.key.length)
    throw new BrowseError(400, `table "${table.name}" has no key, so its rows cannot be changed one by one`)
  return table.key.map((access, at) => `${access.quoted} = ${access.literal(String(key[at]))}`).join(' AND ')
}

/** Rejects columns that the database computes, and the positions of rows in lists and trees. */
function refuseManaged(table: TableAccess, { column }: ColumnAccess): void {
  if (column.generated || column.identity?.mode === 'always')
    throw new BrowseError(400, `the database computes "${column.name}" itself`)
  const behavior = keptColumns(table)[column.name]
  if (behavior !== undefined)
    throw new BrowseError(400, `the library keeps "${column.name}" of "${table.name}" (${behavior})`)
}

/** Returns what a user should know before a change is applied. */
export function notesOf({ table, name }: TableAccess): string[] {
  const behaviors = table.behaviors.map((each) => each.name).filter((each) => !silent.includes(each))
  return behaviors.length === 0
    ? []
    : [`behaviors of "${name}" act in PHP only and do not see this change: ${behaviors.join(', ')}`]
}

/** Returns the current row if it differs from the one that the user saw. Waits for other transactions that write it. */
export async function conflictOf(
  read: Read,
  table: TableAccess,
  change: Change,
  rules: BrowseRules,
  length: number,
): Promise<Cells | 'deleted' | undefined> {
  if (change.kind === 'insert') return undefined
  const names = Object.keys(change.old)
  const columns = names.map((name) => columnOf(table, name))
  const selected = columns.map((access, at) => `${access.shown('t', length)} AS c${at}`)
  const { rows } = await read(
    `SELECT ${selected.join(', ') || '1'} FROM ${table.written} t WHERE ${isRow(table, change.key, 't')}${rules.forUpdate}`,
  )
  const [row] = rows
  if (!row) return 'deleted'
  const now = Object.fromEntries(columns.map((access, at) => [names[at]!, access.cellOf(row[at], length)]))
  return names.every((name) => JSON.stringify(now[name]) === JSON.stringify(change.old[name])) ? undefined : now
}

/** Describes what happens to the rows of other tables when a row is deleted, with their counts. */
export async function cascades(
  read: Read,
  table: TableAccess,
  key: readonly string[],
  tables: ReadonlyMap<string, TableAccess>,
): Promise<string[]> {
  const notes: string[] = []
  const walk = async (parent: TableAccess, condition: (alias: string) => string, depth: number): Promise<void> => {
    for (const relation of shownTable(parent).relations) {
      const child = tables.get(relation.table)
      if (!child || relation.onDelete === undefined || relation.isOwn || depth > 5) continue
      const [own, other] = [`p${depth}`, `p${depth + 1}`]
      const pairs = relation.columns!.map(
        ([mine, theirs]) => `${columnOf(parent, mine).name(own)} = ${columnOf(child, theirs).name(other)}`,
      )
      const matches = (alias: string): string =>
        `EXISTS (SELECT 1 FROM ${parent.written} ${own} WHERE ${condition(own)} AND ${pairs.join(' AND ').replaceAll(`${other}.`, `${alias}.`)})`
      const { rows } = await read(`SELECT COUNT(*) FROM ${child.written} ${other} WHERE ${matches(other)}`)
      const count = Number(rows[0]![0])
      if (count === 0) continue
      const what = `${count} ${count === 1 ? 'row' : 'rows'} of "${child.name}"`
      if (relation.onDelete === 'CASCADE') notes.push(`also deletes ${what}`)
      else if (relation.onDelete.startsWith('SET')) notes.push(`changes ${what} (${relation.onDelete.toLowerCase()})`)
      else notes.push(`${what} still ${count === 1 ? 'refers' : 'refer'} to this row`)
      if (relation.onDelete === 'CASCADE' && child !== parent) await walk(child, matches, depth + 1)
    }
  }
  await walk(table, (alias) => isRow(table, key, alias), 0)
  return notes
}
