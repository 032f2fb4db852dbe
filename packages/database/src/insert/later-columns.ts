import { dialects, type Statement } from 'orm-core/internal'
import type { Plan } from '../execute/plan.js'
import type { Connected } from '../session/session.js'

/**
 * Returns the statements of a plan, and those that add missing columns to tables that an older version of the library created.
 * These tables are never recreated, because transactions may be using them.
 */
export async function withLaterColumns(
  { statements, config: { adapter } }: Plan,
  { session }: Connected,
): Promise<readonly Statement[]> {
  const all: Statement[] = [...statements]
  for (const { create, columns, laterColumns } of dialects[adapter].ownTables ?? []) {
    const made = all.findIndex(({ text }) => text === create)
    const { mark } = all[made] ?? {}
    if (mark === undefined) continue
    const rows = await session.execute(columns)
    const there = new Set(rows.map(({ name }) => name))
    const missing = Object.entries(laterColumns).filter(([name]) => there.size > 0 && !there.has(name))
    all.splice(made + 1, 0, ...missing.map(([, text]) => ({ text, mark })))
  }
  return all
}
