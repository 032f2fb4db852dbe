import { dialects, namesOf, understand } from 'orm-core/internal'
import { countRows, goneWith, rowsText } from './losses.js'
import type { Plan } from './plan.js'
import type { Guard } from './run.js'
import type { Connected } from './session.js'

/** Looks once more whether a table is empty, right before it is dropped and while no other session can write to it. */
export const dropGuard =
  ({ config }: Plan, connected: Connected): Guard =>
  async (statement) => {
    const known = understand(statement, dialects[config.adapter])
    const drops = namesOf(known, 'drops')
    for (const table of drops) if (!(await isHeld(table, connected))) return false
    const others = await goneWith(namesOf(known, 'drops', 'unlinks'), connected)
    for (const table of [...drops, ...others]) {
      const rows = await countRows(table, connected)
      if (rows !== 0) throw new Error(`table ${table} holds ${rowsText(rows === 'unknown' ? undefined : rows)}`)
    }
    return true
  }

/** Takes the table for this session; false if it does not exist. */
async function isHeld(table: string, { driver, session }: Connected): Promise<boolean> {
  if (!driver.hold) return true
  try {
    await session.execute(driver.hold.take(table))
  } catch (error) {
    const problem = driver.problemOf(error)
    if (driver.isMissing(problem)) return false
    // Without the right to lock, all that is left is to count.
    if (problem.kind !== 'login') throw error
  }
  return true
}
