import { bareName, dialects, namesOf, understand } from 'orm-core/internal'
import { countRows, droppedByWords, goneWith, type Loss, lossesOf, rowsText } from '../execute/losses.js'
import type { Plan } from '../execute/plan.js'
import { type Guard, Refused } from '../execute/run.js'
import { problemOf } from '../session/database-error.js'
import type { Connected } from '../session/session.js'

/**
 * Returns a guard that checks again whether a table is empty, immediately before it is dropped and while no other session can
 * write to it.
 */
export const dropGuard = ({ config }: Plan, connected: Connected): Guard => ({
  joins: true,
  concerns: (statement) => /\bDROP\b/i.test(statement),
  async check(statement) {
    const known = understand(statement, dialects[config.adapter])
    const drops = namesOf(known, 'drops')
    for (const table of drops) if (!(await isHeld(table, connected))) return
    const others = await goneWith(namesOf(known, 'drops', 'unlinks'), connected)
    for (const table of [...drops, ...others]) {
      const rows = await countRows(table, connected)
      if (rows !== 0) throw new Refused(`table ${table} holds ${rowsText(rows === 'unknown' ? undefined : rows)}`)
    }
  },
})

/**
 * Returns a guard for a run without `--safe`. Rows may be lost only if somebody has agreed, but not rows written since the
 * count. Tables that the run itself has filled are not checked.
 */
export function agreementGuard(plan: Plan, connected: Connected, agreed: readonly Loss[]): Guard {
  const dialect = dialects[plan.config.adapter]
  const counts = new Map(agreed.map(({ table, rows }) => [table, rows ?? Number.POSITIVE_INFINITY]))
  const refuse = (table: string, rows: number | 'unknown' | undefined): void => {
    const most = counts.get(table) ?? 0
    const count = typeof rows === 'number' ? rows : Number.POSITIVE_INFINITY
    if (count <= most) return
    throw new Refused(
      `table ${table} holds ${rowsText(Number.isFinite(count) ? count : undefined)}, more than were counted before`,
    )
  }
  const before: string[] = []
  const dropped = (statement: string): string[] => [
    ...namesOf(understand(statement, dialect), 'drops'),
    ...droppedByWords(statement, dialect),
  ]
  const isFilled = (table: string): boolean => before.some((text) => text.includes(bareName(table)))
  return {
    concerns(statement) {
      const concerned = dropped(statement).some((table) => !isFilled(table))
      if (!/^DROP\b/i.test(statement)) before.push(statement)
      return concerned
    },
    async begun() {
      for (const { table, rows } of await lossesOf(plan, connected)) refuse(table, rows)
    },
    async check(statement) {
      const tables = dropped(statement).filter((table) => !isFilled(table))
      const existing: string[] = []
      for (const table of tables) if (await isHeld(table, connected)) existing.push(table)
      // Some servers release earlier locks when a table is locked, so all are locked together.
      const { driver, session } = connected
      if (driver.hold?.release && existing.length > 1) await session.execute(driver.hold.take(existing))
      const others = await goneWith(existing, connected)
      for (const table of [...existing, ...others]) refuse(table, await countRows(table, connected))
    },
  }
}

/** Locks the table for this session. Returns false if it does not exist. */
async function isHeld(table: string, { driver, session }: Connected): Promise<boolean> {
  if (!driver.hold) return true
  // A failed statement would end the transaction.
  const returns = driver.transaction.by === 'files'
  if (returns) await session.execute('SAVEPOINT orm_before_lock')
  try {
    await session.execute(driver.hold.take([table]))
  } catch (error) {
    if (returns) await session.execute('ROLLBACK TO orm_before_lock')
    const problem = problemOf(error)
    if (driver.isMissing(problem)) return false
    // Without the privilege to lock, the rows can only be counted.
    if (problem.kind !== 'login') throw error
  }
  return true
}
