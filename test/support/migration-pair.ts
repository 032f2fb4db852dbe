import { OrmError } from 'orm-core'
import type { MigrationPlan } from 'orm-core/internal'
import { qualifiedName as idOf } from '#core/model/index.js'
import type { Row } from '#database/session/session.js'
import { comparable, type MigrationBench, type Rows, same } from './migration-bench.js'
import { rowsOf } from './random-rows.js'
import type { SchemaPair } from './random-schemas.js'

/**
 * Migrates from one schema to the other with rows, back, and forward again. `second` is an empty database for comparison.
 *
 * @returns the problem, or undefined
 */
export async function pairProblem(
  first: MigrationBench,
  second: MigrationBench,
  { before, after, renames, steps }: SchemaPair,
  onDiff: (diff: MigrationPlan['diff']) => void = () => {},
): Promise<string | undefined> {
  const { name } = first.database
  await first.clear()
  const start = await first.plan(before)
  first.keep(start)
  const planned = await first.plan(after, renames)
  onDiff(planned.diff)
  const sql = planned.files.find(({ path }) => path.endsWith('.sql'))?.contents
  const title = `${steps.join('; ')} (${renames.join(' ')})\n${before}${after}\n${sql}`
  try {
    await first.up()
    same(await first.differences(before), '', 'a database that was just made is what the schema says')
    const catalogBefore = await first.catalog()
    await first.run(rowsOf(start.diff.after, name))
    const rows = await first.read(start.diff.after)
    if (planned.files.length === 0) return undefined
    first.keep(planned)
    await first.up()
    await second.clear()
    await second.create(after)
    const migrated = await first.catalog()
    same(migrated, await second.catalog(), 'the catalog is that of a new database')
    same(await first.differences(after), '', 'nothing is left to do')
    compareRows(planned.diff, rows, await first.read(planned.diff.after), 'up')
    if (sql === undefined) return undefined
    if (needsLostRows(planned.diff)) await first.empty(planned.diff.after)
    const kept = await first.read(planned.diff.after)
    await first.down()
    same(await first.catalog(), catalogBefore, 'down gives the catalog of before')
    compareRows(planned.diff, kept, await first.read(start.diff.after), 'down')
    await first.empty(start.diff.after)
    await first.run(rowsOf(start.diff.after, name))
    await first.up()
    same(await first.catalog(), migrated, 'up again gives the catalog of the first time')
    same(await first.differences(after), '', 'nothing is left to do after the second time')
    compareRows(planned.diff, rows, await first.read(planned.diff.after), 'up')
  } catch (error) {
    return `${textOf(error)}\n${title}`
  }
  return undefined
}

const textOf = (error: unknown): string =>
  error instanceof OrmError
    ? error.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n')
    : (error as Error).message

/** Returns whether existing rows prevent the down migration because data that they require was deleted. */
function needsLostRows({ before, dropped, changed }: MigrationPlan['diff']): boolean {
  const isNeeded = (table: string, column?: string): boolean =>
    before.tables.some(({ foreignKeys }) =>
      foreignKeys.some(
        ({ foreignTable, references }) =>
          foreignTable === table &&
          (column === undefined || references.some((each) => 'foreign' in each && each.foreign === column)),
      ),
    )
  return (
    dropped.some(({ name }) => isNeeded(name)) ||
    changed.some(({ before: table, droppedColumns }) =>
      droppedColumns.some(
        (column) =>
          isNeeded(table.name, column.name) ||
          ((column.required || column.primaryKey) && column.default === undefined) ||
          // Restoring the column gives all rows its default, although its old values may have been the only unique ones.
          (column.default !== undefined &&
            (column.primaryKey ||
              table.uniques.some(({ columns }) => columns.some(({ name }) => name === column.name)))),
      ),
    )
  )
}

/**
 * Checks that every row still exists, with the same values in every column whose type did not change, after a migration up or
 * down.
 */
function compareRows(diff: MigrationPlan['diff'], left: Rows, right: Rows, way: 'up' | 'down'): void {
  const changes = new Map(diff.changed.map((change) => [idOf(change.before), change]))
  const dropped = new Set(diff.dropped.map(idOf))
  for (const table of diff.before.tables.filter((each) => !dropped.has(idOf(each)))) {
    const change = changes.get(idOf(table))
    const pairs = change
      ? change.columns
          .filter(({ aspects }) => !aspects.has('type'))
          .map((each): [string, string] => [each.before.name, each.after.name])
      : table.columns.map(({ name }): [string, string] => [name, name])
    const textOf = (rows: readonly Row[], side: 0 | 1): string =>
      rows
        .map((row) => JSON.stringify(pairs.map((pair) => comparable(row[pair[side]]))))
        .sort()
        .join('\n')
    const [old, now] = [idOf(table), idOf(change?.after ?? table)]
    const [was, is] =
      way === 'up'
        ? [textOf(left.get(old)!, 0), textOf(right.get(now)!, 1)]
        : [textOf(left.get(now)!, 1), textOf(right.get(old)!, 0)]
    same(is, was, `${way}: the rows of ${now} are what they were`)
  }
}
